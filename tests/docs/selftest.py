#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The runner of documentation pages notices what is wrong with a page."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
RUNNER = HERE / "run_doc.py"


class Pages(unittest.TestCase):
    def page(self, text, code, *options, name="page.md"):
        with tempfile.TemporaryDirectory(prefix="catenary-page-") as folder:
            page = pathlib.Path(folder) / name
            page.write_text(text, encoding="utf-8")
            done = subprocess.run(
                [sys.executable, str(RUNNER), *options, "/bin/echo",
                 str(page)], capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, code,
                             done.stdout + done.stderr)
            return page.read_text(encoding="utf-8"), done.stdout

    def test_output_is_compared(self):
        self.page("```console\n$ echo a\na\n$ echo b\nb\n```\n", 0)
        self.page("```console\n$ echo a\nb\n```\n", 1)
        self.page("```console\n$ echo a\n```\n", 1)
        self.page("```console\n$ true\na\n```\n", 1)

    def test_the_program_is_the_one_given(self):
        self.page("```console\n$ catenary x\nx\n```\n", 0)

    def test_wildcards(self):
        self.page("```console\n$ printf 'a\\nb\\nc\\n'\na\n...\nc\n```\n", 0)
        self.page("```console\n$ printf 'a\\nb\\nc\\n'\na\n...\nd\n```\n", 1)
        self.page("```console\n$ echo a 12 s\na [...] s\n```\n", 0)
        self.page("```console\n$ echo a 12 m\na [...] s\n```\n", 1)

    def test_ids_of_tests(self):
        self.page("```console\n$ echo 0123456789ab x\nffff56789abc x\n```\n",
                  0)
        self.page("```console\n$ echo 0123456789ab x\nffff56789abc y\n```\n",
                  1)

    def test_an_id_is_that_of_one_test(self):
        one, other, shown, another = ("0123456789ab", "cdef56789abc",
                                      "ffff56789abc", "eeee56789abc")

        def page(*ids):
            return "".join(f"```console\n$ echo {printed}\n{shown}\n```\n"
                           for shown, printed in ids)

        self.page(page((shown, one), (another, other), (shown, one)), 0)
        self.page(page((shown, one), (another, one)), 1)
        twice = (f"```console\n$ echo {one} x; echo {other} x\n"
                 f"{shown} x\n{shown} x\n```\n")
        self.page(twice, 1)
        elided = f"```console\n$ echo {one} 5 s\n{shown} [...] s\n```\n"
        self.page(elided + page((shown, other)), 1)
        after, _ = self.page(elided, 0, "--update")
        self.assertEqual(after, elided.replace(shown, one))
        after, _ = self.page(page((shown, one), (shown, other)), 1,
                             "--update")
        self.assertEqual(after, page((one, one), (other, other)))

    def test_a_failing_command_needs_its_exit_code(self):
        self.page("```console\n$ false\n```\n", 1)
        self.page("```console\n$ false\n$ echo $?\n1\n```\n", 0)
        self.page("```console\n$ false\n$ echo $?\n0\n```\n", 1)

    def test_files_and_long_commands(self):
        self.page("`a.c`:\n\n```c file=a.c\nint a;\n```\n\n`a.c`:\n\n```c add=a.c\nint b;\n```\n\n"
                  "```console\n$ cat \\\n  a.c\nint a;\nint b;\n```\n", 0)

    def test_a_page_shows_the_names_of_files(self):
        block = "```c file=a.c\nint a;\n```\n"
        for above, code in (("", 1), ("The file:\n\n", 1), ("`a.cc`:\n\n", 1),
                            ("`a.c`: a number\n", 0), ("`a.c`:\n\n", 0)):
            self.page(above + block, code)

    def test_blocks_of_other_tests(self):
        self.page("```sh for=install\nexit 1\n```\n", 0)
        self.page("```c for=install file=a.c\nint a\n```\n", 0)
        self.page("```sh for=nobody\ntrue\n```\n", 1)
        self.page("```sh for=install\nif\n```\n", 1)

    def test_scripts_exist(self):
        self.page("```sh\nsh scripts/demo.sh\n```\n", 0)
        self.page("```sh\nsh scripts/none.sh\n```\n", 1)
        self.page("```sh\nif\n```\n", 1)

    def test_update(self):
        before = "```console\n$ echo a\nb\nc\n$ echo d\n```\n"
        after, _ = self.page(before, 1, "--update")
        self.assertEqual(after, "```console\n$ echo a\na\n$ echo d\nd\n```\n")


if __name__ == "__main__":
    unittest.main()
