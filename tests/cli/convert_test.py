#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Exports are read by the tools they are for: harnesses and adapters build,
also of a model that is in another folder than the user; GTKWave's tools read
waveforms.

Usage: convert_test.py CATENARY CC
"""
import hashlib
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree
import zipfile

CATENARY = ""
COMPILER = ""
CALLS = """
extern int __VERIFIER_nondet_int(void);
extern float __VERIFIER_nondet_float(void);
extern void reach_error(void);
int main(void) {
  int sum = 0;
  while (1) {
    int order = __VERIFIER_nondet_int();
    if (order == 1) sum += __VERIFIER_nondet_int();
    if (order == 2 && sum == 1234 && __VERIFIER_nondet_float() == 0.5f)
      reach_error();
  }
}
"""
# What the two kinds of files may hold, as the format's own DTDs say.
DTDS = {
    "test-metadata":
        "<!ELEMENT test-metadata (sourcecodelang, producer, specification, "
        "programfile, programhash, entryfunction, architecture, "
        "inputtestsuitefile*, inputtestsuitehash*, creationtime)>\n" +
        "".join(f"<!ELEMENT {e} (#PCDATA)>\n" for e in (
            "sourcecodelang", "producer", "specification", "programfile",
            "programhash", "entryfunction", "architecture",
            "inputtestsuitefile", "inputtestsuitehash", "creationtime")),
    "testcase":
        "<!ELEMENT testcase (input*)>\n<!ELEMENT input (#PCDATA)>\n"
        '<!ATTLIST testcase coversError (true|false) "false">\n'
        '<!ATTLIST input type CDATA "" variable CDATA "">\n',
}
SOURCE = """
#include "own.h"
#include <limits_of_ours.h>
int in;
int n;
void step(void) { if (in == 1 && n < LIMIT + EXTRA + OWN) ++n; }
"""
TOML = """
[program]
sources = ["p.c"]
flags = [FLAGS, "-DEXTRA=1"]
step = "step();"
[inputs]
"in" = { range = [0, 1] }
[outputs]
"n" = {}
[coverage]
criteria = ["branch"]
"""


class Convert(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.dir = pathlib.Path(self.folder.name)
        headers = self.dir / "model" / "include"
        headers.mkdir(parents=True)
        (headers / "limits_of_ours.h").write_text("#define LIMIT 3\n")
        (self.dir / "model" / "own.h").write_text("#define OWN 1\n")
        (self.dir / "model" / "p.c").write_text(SOURCE)

    def tearDown(self):
        self.folder.cleanup()

    def model(self, flags, more=""):
        text = TOML.replace("FLAGS", flags).replace("[inputs]",
                                                    more + "[inputs]")
        (self.dir / "model" / "p.toml").write_text(text)

    def call(self, *command, code=0, cwd=None):
        done = subprocess.run(command, capture_output=True, text=True,
                              cwd=cwd or self.dir, timeout=120, check=False)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done

    def generate(self):
        self.call(CATENARY, "generate", "model/p.toml", "-o", "s.json",
                  "--force")

    def test_harness_finds_headers(self):
        for number, flags in enumerate(('"-Iinclude"', '"-I", "include"',
                                        '"-isystem", "include"')):
            self.model(flags)
            self.generate()
            harness = f"tests/of/{number}"
            self.call(CATENARY, "convert", "s.json", "--to", "harness", "-o",
                      harness)
            cmake = (self.dir / harness / "CMakeLists.txt").read_text()
            self.assertNotIn(str(self.dir), cmake)
            self.call("cmake", "-S", harness, "-B", f"build{number}",
                      f"-DCMAKE_C_COMPILER={COMPILER}")
            self.call("cmake", "--build", f"build{number}")
            self.call("ctest", "--test-dir", f"build{number}")

    def test_a_harness_of_annotated_sources_needs_no_installation(self):
        self.model('"-Iinclude"')
        (self.dir / "model" / "p.c").write_text(
            "#include <catenary/c.h>\n" + SOURCE.replace(
                "++n;", "++n; CATENARY_GOAL(\"full\", n == 5);"))
        self.generate()
        self.call(CATENARY, "convert", "s.json", "--to", "harness", "-o", "h")
        self.call("cmake", "-S", "h", "-B", "build",
                  f"-DCMAKE_C_COMPILER={COMPILER}")
        self.call("cmake", "--build", "build")
        self.call("ctest", "--test-dir", "build")

    def test_comments_of_sources_may_be_in_any_encoding(self):
        source = self.dir / "model" / "p.c"
        source.write_bytes("/* für alle */\n".encode("latin-1")
                           + source.read_bytes())
        self.model('"-Iinclude"')
        self.generate()
        self.call(CATENARY, "convert", "s.json", "--to", "harness", "-o", "h")
        self.assertTrue((self.dir / "h" / "adapter.c").is_file())

    def test_adapter_says_how_to_build_it(self):
        self.model('"-Iinclude"', 'redefine = { OTHER = "1" }\n')
        text = "#define OTHER 0\n" + SOURCE
        (self.dir / "model" / "p.c").write_text(text)
        self.generate()
        self.call(CATENARY, "convert", "model/p.toml", "--to", "adapter",
                  "-o", "adapter.c")
        for line in (self.dir / "adapter.c").read_text().splitlines():
            if line.startswith(" *   cc "):
                words = line.replace("THIS_FILE", "adapter.c").split()[2:]
                break
        self.call(COMPILER, *words)
        self.call(CATENARY, "run", "s.json", "--sut", "native:./libsut.so")

    def test_a_macro_of_a_header_is_not_lost_silently(self):
        self.model('"-Iinclude"', 'redefine = { LIMIT = "2" }\n')
        self.generate()
        done = self.call(CATENARY, "convert", "model/p.toml", "--to",
                         "adapter", code=2)
        self.assertIn("'LIMIT' is defined in a header", done.stderr)

    def test_a_harness_needs_the_model(self):
        self.model('"-Iinclude"')
        self.generate()
        elsewhere = self.dir / "elsewhere"
        elsewhere.mkdir()
        done = self.call(CATENARY, "convert", "../s.json", "--to", "harness",
                         "-o", "h", code=2, cwd=elsewhere)
        self.assertIn("the suite's model 'model/p.toml' is not there",
                      done.stderr)
        self.assertFalse(os.path.exists(elsewhere / "h"))

    @unittest.skipIf(shutil.which("vcd2fst") is None, "needs gtkwave")
    def test_a_waveform_is_read_by_other_tools(self):
        self.model('"-Iinclude"')
        self.generate()
        self.call(CATENARY, "convert", "s.json", "--to", "vcd", "-o", "s.vcd")
        self.call("vcd2fst", "s.vcd", "s.fst")
        back = self.call("fst2vcd", "s.fst").stdout
        table = self.call(CATENARY, "convert", "s.json", "--to", "csv").stdout
        rows = [row.split(",") for row in table.splitlines()]
        column = rows[0].index("out:n")
        expected = [int(row[column]) for row in rows[2:] if row[column]]
        seen = values_of(back, "n")
        # A dump has a value only where it changes.
        changes = [v for i, v in enumerate(expected)
                   if i == 0 or v != expected[i - 1]]
        self.assertEqual(seen, changes)

    def test_values_of_calls_are_written_in_their_order(self):
        (self.dir / "gate.c").write_text(CALLS)
        self.call(CATENARY, "generate", "gate.c", "--cover", "branch", "-o",
                  "gate.json")
        self.call(CATENARY, "convert", "gate.json", "--to", "test-comp", "-o",
                  "tests")
        inputs = [
            [(i.get("type"), i.text) for i in
             xml.etree.ElementTree.parse(path).getroot().iter("input")]
            for path in sorted((self.dir / "tests").glob("testcase-*.xml"))]
        self.assertTrue(any(
            test[-2:] == [("int32", "2"), ("float32", "0.5")]
            for test in inputs), inputs)
        # What was written covers the same as what it was made from.
        done = self.call(CATENARY, "generate", "gate.c", "--cover", "branch",
                         "--extend", "tests", "-o", "more.json")
        self.assertRegex(done.stderr, r"cover 9 of 9 goals")
        self.call(CATENARY, "convert", "gate.json", "--to", "test-comp", "-o",
                  "tests", code=2)
        done = self.call(CATENARY, "convert", "gate.json", "--to",
                         "test-comp", "--test", "1", "-o", "one", code=2)
        self.assertIn("[option-kind]", done.stderr)

    def test_tests_for_test_comp_are_of_its_format(self):
        (self.dir / "gate.c").write_text(CALLS)
        self.call(CATENARY, "generate", "gate.c", "--cover", "branch", "-o",
                  "gate.json")
        self.call(CATENARY, "convert", "gate.json", "--to", "test-comp", "-o",
                  "tests")
        self.call(CATENARY, "convert", "gate.json", "--to", "test-comp", "-o",
                  "tests.zip")
        # The same files, and the same bytes each time.
        with zipfile.ZipFile(self.dir / "tests.zip") as archive:
            packed = {n: archive.read(n) for n in archive.namelist()}
        self.assertEqual(packed, {p.name: p.read_bytes() for p in
                                  (self.dir / "tests").iterdir()})
        before = (self.dir / "tests.zip").read_bytes()
        self.call(CATENARY, "convert", "gate.json", "--to", "test-comp", "-o",
                  "tests.zip", code=2)
        self.call(CATENARY, "convert", "gate.json", "--to", "test-comp", "-o",
                  "tests.zip", "--force")
        self.assertEqual((self.dir / "tests.zip").read_bytes(), before)
        root = xml.etree.ElementTree.fromstring(packed["metadata.xml"])
        self.assertEqual([e.tag for e in root],
                         ["sourcecodelang", "producer", "specification",
                          "programfile", "programhash", "entryfunction",
                          "architecture", "creationtime"])
        values = {e.tag: e.text for e in root}
        self.assertEqual(values["programfile"], "gate.c")
        self.assertEqual(values["programhash"],
                         hashlib.sha256(CALLS.encode()).hexdigest())
        self.assertEqual(values["specification"],
                         "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE))"
                         " )")
        self.assertEqual(values["entryfunction"], "main")
        self.assertIn(values["architecture"], ("64bit", "32bit"))
        self.assertRegex(values["creationtime"],
                         r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$")
        if shutil.which("xmllint") is None:
            return
        for name, dtd in DTDS.items():
            (self.dir / f"{name}.dtd").write_text(dtd)
        for path in (self.dir / "tests").iterdir():
            kind = "test-metadata" if path.stem == "metadata" else "testcase"
            self.assertIn(f'<!DOCTYPE {kind} PUBLIC "+//IDN sosy-lab.org//DTD '
                          f'test-format {kind} 1.1//EN" "https://sosy-lab.org/'
                          f'test-format/{kind}-1.1.dtd">', path.read_text())
            self.call("xmllint", "--noout", "--nonet", "--dropdtd",
                      "--dtdvalid", f"{kind}.dtd", path)

    def test_values_of_variables_are_none_of_calls(self):
        self.model('"-Iinclude"')
        self.generate()
        done = self.call(CATENARY, "convert", "s.json", "--to",
                         "test-comp", "-o", "tests", code=2)
        self.assertIn("[given-tests]", done.stderr)

    def test_an_input_of_another_kind_is_refused_with_what_is_expected(self):
        self.model('"-Iinclude"')
        self.generate()
        for path, form, expected in (
                ("s.json", "req", "expected requirements"),
                ("s.json", "adapter", "expected a program"),
                ("model/p.toml", "vcd", "expected a suite"),
                ("model/p.toml", "sm", "expected state machines")):
            done = self.call(CATENARY, "convert", path, "--to", form, code=2)
            self.assertIn(f"'{form}' is not made from", done.stderr)
            self.assertIn(expected, done.stderr)


def values_of(dump, name):
    """The values that a variable of a value change dump takes, in order."""
    code, values = None, []
    for line in dump.splitlines():
        words = line.split()
        if words[:1] == ["$var"] and words[4] == name:
            code = words[3]
        elif len(words) == 2 and words[1] == code and words[0][0] == "b" \
                and "x" not in words[0]:
            values.append(int(words[0][1:], 2))
    return values


if __name__ == "__main__":
    COMPILER = sys.argv.pop(2)
    CATENARY = os.path.abspath(sys.argv.pop(1))
    unittest.main()
