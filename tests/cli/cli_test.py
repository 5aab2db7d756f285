#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The program as a user meets it: exit codes, streams, signals, faulty input.

Usage: cli_test.py CATENARY
"""
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest

CATENARY = ""
COMMANDS = ("check", "generate", "run", "trace", "report", "convert",
            "batch", "resume", "init",
            "doctor", "qualify", "lsp", "bench")
# More states than any memory holds, and a goal that is never reached.
ENDLESS_C = """
unsigned long long total;
unsigned char add;
void step(void) { total = total * 31u + add + 1u; }
"""
ENDLESS_TOML = """
[program]
sources = ["endless.c"]
step = "step();"
[inputs]
"add" = { range = [0, 7] }
[[property]]
id = "never"
when = "total == 12345678901234567"
"""


def call(*arguments, cwd=None, env=None, **more):
    return subprocess.run([CATENARY, *arguments], capture_output=True,
                          text=True, errors="replace", cwd=cwd, timeout=120,
                          env={**os.environ, **(env or {})}, check=False,
                          **more)


class Cli(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.dir = pathlib.Path(self.folder.name)

    def tearDown(self):
        self.folder.cleanup()

    def put(self, name, content):
        path = self.dir / name
        path.write_bytes(content if isinstance(content, bytes)
                         else content.encode())
        return str(path)

    def fails(self, text, *arguments, code=2):
        done = call(*arguments, cwd=self.dir)
        self.assertEqual(done.returncode, code, done.stderr)
        self.assertIn(text, done.stderr)
        self.assertEqual(done.stdout, "")

    def test_help_and_version(self):
        for arguments in (["--help"], ["--version"], ["help"]):
            done = call(*arguments)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertIn("catenary", done.stdout)
        for command in COMMANDS:
            done = call(command, "--help")
            self.assertEqual((done.returncode, done.stderr), (0, ""), command)
            self.assertIn("Exit codes:", done.stdout)

    def test_usage_errors(self):
        self.fails("Commands:")
        self.fails("did you mean 'generate'", "generat")
        self.fails("did you mean '--timeout'", "generate", "m.c", "--tiemout",
                   "3s")
        self.fails("needs MODEL", "generate")
        self.fails("expected a value in", "generate", "m.c", "--jobs", "5000")

    def test_config_file(self):
        self.put("catenary.toml", "[generate]\nseed = 3\n")
        done = call("generate", "--dump-config", cwd=self.dir)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("seed = 3", done.stdout)
        self.put("catenary.toml", "[generate]\nsede = 3\n")
        self.fails("catenary.toml:2:1: error: unknown key 'sede'", "generate",
                   "m.c")

    def test_faulty_models(self):
        for command in ("check", "generate"):
            for name in ("none.toml", "none.c"):
                self.fails(f"{name}: error: no such file", command, name)
            self.fails("is a directory", command, str(self.dir))
            for suffix in (".toml", ".c"):
                binary = self.put("binary" + suffix, b"\x7fELF\0\1\2\xff" * 99)
                self.fails("not a text file", command, binary)
                large = self.dir / ("large" + suffix)
                with open(large, "wb") as file:
                    file.truncate(100_000_000)
                self.fails("too large", command, str(large))
                large.unlink()
        self.fails("no such file", "run", "none.json", "--sut", "model:x.toml")
        self.fails("no such file", "report", "none.json")

    def test_lost_output(self):
        with open("/dev/full", "wb") as full:
            done = subprocess.run([CATENARY, "--help"], stdout=full,
                                  stderr=subprocess.PIPE, check=False)
        self.assertEqual(done.returncode, 3)
        self.assertIn(b"could not be written", done.stderr)

    def test_no_colours_where_there_is_no_terminal(self):
        for command in COMMANDS:
            self.assertNotIn("\x1b", call(command, "--help").stdout)

    def start_endless(self, *more):
        self.put("endless.c", ENDLESS_C)
        model = self.put("endless.toml", ENDLESS_TOML)
        return subprocess.Popen(
            [CATENARY, "generate", model, "--memory", "512M", *more],
            cwd=self.dir, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            text=True)

    def test_interrupt(self):
        # A terminal that is closed sends SIGHUP.
        for number in (signal.SIGINT, signal.SIGHUP):
            with self.subTest(number):
                process = self.start_endless("--json")
                time.sleep(1.0)
                process.send_signal(number)
                out, err = process.communicate(timeout=60)
                self.assertEqual(process.returncode, 130, err)
                self.assertIn("interrupted", err)
                self.assertTrue(out.strip().startswith("{"), out)

    def test_second_interrupt(self):
        process = self.start_endless()
        time.sleep(1.0)
        deadline = time.monotonic() + 20
        while process.poll() is None and time.monotonic() < deadline:
            process.send_signal(signal.SIGINT)
            time.sleep(0.005)
        process.communicate(timeout=10)
        self.assertEqual(process.returncode, 130)

    def test_stats(self):
        self.put("count.c", "unsigned char n;\n_Bool up;\n"
                 "void step(void) { if (up && n < 3) n++; }\n")
        self.put("count.toml", """
[program]
sources = ["count.c"]
step = "step();"
[inputs]
"up" = {}
[[property]]
id = "full"
when = "n == 3"
""")
        plain = call("generate", "count.toml", "--json", cwd=self.dir)
        self.assertNotIn("stats", json.loads(plain.stdout))
        self.assertEqual(plain.stderr, "")
        done = call("generate", "count.toml", "--json", "--stats",
                    cwd=self.dir)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stderr, r"^4 states, 8 steps .*, closed; ")
        stats = json.loads(done.stdout)["stats"]
        self.assertEqual((stats["states"], stats["transitions"],
                          stats["closed"]), (4, 8, True))
        self.assertGreater(stats["compile_seconds"], 0)
        self.assertGreater(stats["challenge_seconds"], 0)
        self.assertIn("engine explicit: 1 covered, 0 proved unreachable,"
                      " in ", done.stderr)
        self.assertEqual([(e["engine"], e["covered"], e["stopped_by"])
                          for e in stats["engines"]],
                         [("explicit", 1, "")])

    def test_names_of_sources(self):
        """`#include` has no escapes: a name is as it is, or an error."""
        text = "int n, x; void step(void) { if (x) n++; if (n > 3) n = 0; }\n"
        for name in ("back\\slash.c", "t\tab.c", "it's é.c"):
            self.put(name, text)
            done = call("generate", name, "--cover", "branch", "-o", "s.json",
                        "--force", cwd=self.dir)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("4 of 4 goals covered", done.stdout)
            done = call("run", "s.json", "--sut", f"model:{name}",
                        cwd=self.dir)
            self.assertEqual(done.returncode, 0, done.stderr)
        for name in ('quo"te.c', "line\nend.c"):
            self.put(name, text)
            self.fails("expected a name without quotes and line ends",
                       "generate", name, "--cover", "branch")

    def test_shuffle(self):
        """The same tests with the same verdicts, in an order of the seed."""
        self.put("buttons.c", "unsigned char in, out;\n"
                 "void step(void) { switch (in) { case 1: out = 3; break; "
                 "case 2: out = 5; break; case 3: out = 7; break; "
                 "case 4: out = 9; break; default: out = 0; } }\n")
        done = call("generate", "buttons.c", "--cover", "branch", "--method",
                    "single", "-o", "s.json", cwd=self.dir)
        self.assertEqual(done.returncode, 0, done.stderr)

        def tests(*more):
            done = call("run", "s.json", "--sut", "model:buttons.c", "--json",
                        *more, cwd=self.dir)
            self.assertEqual(done.returncode, 0, done.stderr)
            return [(t["id"], t["verdict"])
                    for t in json.loads(done.stdout)["tests"]]
        in_order, first = tests(), tests("--shuffle")
        self.assertGreater(len(in_order), 3)
        self.assertEqual(sorted(first), sorted(in_order))
        self.assertEqual(first, tests("--shuffle", "--seed", "1"))
        orders = {tuple(tests("--shuffle", "--seed", str(seed)))
                  for seed in range(6)}
        self.assertGreater(len(orders), 2)

    def test_timeout(self):
        process = self.start_endless("--timeout", "1s", "--json")
        out, err = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 4, err)
        self.assertTrue(out.strip().startswith("{"), out)


if __name__ == "__main__":
    CATENARY = os.path.abspath(sys.argv.pop(1))
    unittest.main()
