#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Faulty input: exit code 2, nothing on stdout, and a message that says where
and what was expected; never a crash, never a file written.

Usage: wrong_input_test.py CATENARY
"""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

CATENARY = ""
SOURCE = """#include <stdlib.h>
int x, o;
struct { int a; } in;
void s(void) { o = x; }
"""
PROGRAM = '[program]\nsources = ["ok.c"]\nstep = "s();"\n'
PROPERTY = '[[property]]\nid = "p"\nwhen = "x == 1"\n'

# What the description says after its three lines of [program] -> the message.
DESCRIPTIONS = {
    '[[property]]\nid = "p"\nwhen = "x == 1 && xx == 2"\n':
        "m.toml:6:19: error: use of undeclared identifier 'xx'",
    '[[property]]\nid = "p"\nwhen = "true"\nthen = "o == x"\n':
        "m.toml:6:9: error: use of undeclared identifier 'true'; expected 1 "
        "or 0, or '#include <stdbool.h>' in the sources",
    '[[property]]\nid = "p"\nwhen = ["x == 1",\n  "x = = 2"]\n':
        "m.toml:7:8: error: expected expression",
    '[[property]]\nid = "p"\nwhen = "x == 1"\nthen = "in == 1"\n':
        "m.toml:7:12: error: invalid operands to binary expression",
    '[inputs]\n"y" = {}\n' + PROPERTY:
        "m.toml:5:2: error: use of undeclared identifier 'y'",
    '[inputs]\n"in" = {}\n' + PROPERTY:
        "m.toml:5:2: error: input 'in' is not a number or truth value",
    '[outputs]\n"in" = {}\n' + PROPERTY:
        "m.toml:5:2: error: output 'in' is not a number or truth value",
    '[initial]\n"in" = {}\n' + PROPERTY:
        "m.toml:5:2: error: initial choice 'in' is not a number or truth value",
    '[inputs]\n"in.b" = {}\n' + PROPERTY:
        "m.toml:5:5: error: no member named 'b'",
    '[inputs]\n"x" = { range = [0, 4294967296] }\n' + PROPERTY:
        "m.toml:5:17: error: the range [0, 4294967296] of 'x' does not fit "
        "its type int32",
    '[inputs]\n"x" = { range = [3, 1] }\n' + PROPERTY:
        "m.toml:5:17: error: the range of 'x' is empty",
    'assume = ["x > 3", "x < 2"]\n[inputs]\n"x" = { range = [0, 9] }\n'
    + PROPERTY:
        "m.toml:4:12: error: no input satisfies the assumptions",
    'assume = ["x > 99"]\n[inputs]\n"x" = { range = [0, 9] }\n' + PROPERTY:
        "m.toml:4:12: error: no input satisfies the assumptions",
    'init = "stat();"\n' + PROPERTY:
        "m.toml:4:9: error: call to undeclared function 'stat'",
    'final = "o = ="\n' + PROPERTY:
        "m.toml:4:14: error: expected expression",
    'stpe = "s();"\n':
        "m.toml:4:1: error: unknown key 'stpe' in [program]; did you mean "
        "'step'?",
    'redefine = { LIMIT = "4" }\n' + PROPERTY:
        "m.toml:4:12: error: no '#define LIMIT' of an object-like macro",
    '[parameters]\n"x" = { range = [0, 1] }\n' + PROPERTY:
        "m.toml:5:17: error: free parameters are not supported yet",
    '[coverage]\ncriteria = ["brnach"]\n':
        "m.toml:5:12: error: unknown coverage criterion 'brnach'",
    PROPERTY + PROPERTY:
        "m.toml:8:6: error: a property 'p' was defined before",
    '[inputs]\n"x" = {}\n': "m.toml: error: the model has no goals",
    "": "m.toml: error: the program has no input",
}
# A C file as the model -> the message.
PROGRAMS = {
    "": "m.c: error: no step function",
    "int x;\nvoid foo(void) { x = 1; }\n": "m.c: error: no step function",
    "int x;\nvoid step(void) {\n  x = y;\n}\n":
        "m.c:3:7: error: use of undeclared identifier 'y'",
    "int x;\nvoid step(void) {\n  x = ;\n":
        "m.c:3:7: error: expected expression",
    "#include \"none.h\"\nvoid step(void) {}\n":
        "m.c:1:10: error: 'none.h' file not found",
    "int x;\nint sensor(int);\nvoid step(void) { x = sensor(x); }\n":
        "m.c:3:23: error: call of 'sensor', which no source defines",
    "#include <stdlib.h>\nint *x;\nvoid step(void) { x = malloc(4); }\n":
        "m.c:3:23: error: call of 'malloc'",
    "int x;\nvoid step(void) {\n  __asm__ volatile(\"nop\"); x = 1;\n}\n":
        "m.c:3:3: error: inline assembly is not supported",
    "int x;\nint main(void) { return x; }\n":
        "m.c:2: error: main() has no infinite loop",
    "extern int __VERIFIER_nondet_int(void);\nint n;\n"
    "int main(void) {\n  if (__VERIFIER_nondet_int()) goto in;\n"
    "  while (1) {\n    n++;\n  in:\n    n--;\n  }\n}\n":
        "m.c:3: error: main() has a loop that a goto enters in the middle",
    "int n;\nint main(void) {\n  while (1) {\n    int a[n + 1];\n"
    "    a[0] = n;\n    n = a[0];\n  }\n}\n":
        "m.c:4:5: error: variable-length array in main(), or in what is inlined",
}


class WrongInput(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.dir = pathlib.Path(self.folder.name)
        self.put("ok.c", SOURCE)

    def tearDown(self):
        for path in self.dir.iterdir():
            if path.is_dir():
                path.chmod(0o700)
        self.folder.cleanup()

    def put(self, name, text):
        (self.dir / name).write_text(text, encoding="utf-8")

    def call(self, *arguments):
        return subprocess.run([CATENARY, *arguments], cwd=self.dir,
                              capture_output=True, text=True, timeout=120,
                              errors="replace", check=False)

    def fails(self, text, *arguments):
        done = self.call(*arguments)
        self.assertEqual(done.returncode, 2, (arguments, done.stderr))
        self.assertIn(text, done.stderr)
        self.assertEqual(done.stdout, "")
        self.assertNotIn("/catenary-", done.stderr, "a temporary file")
        self.assertNotIn("harness>", done.stderr, "a text of ours")
        return done

    def test_descriptions(self):
        for text, message in DESCRIPTIONS.items():
            with self.subTest(message):
                self.put("m.toml", PROGRAM + text)
                self.fails(message, "generate", "m.toml", "-o", "s.json")
                self.assertFalse((self.dir / "s.json").exists())

    def test_programs(self):
        for text, message in PROGRAMS.items():
            with self.subTest(message):
                self.put("m.c", text)
                self.fails(message, "generate", "m.c", "-o", "s.json")
                self.assertFalse((self.dir / "s.json").exists())

    def test_each_fault_is_told_once(self):
        self.put("m.toml", PROGRAM + '[inputs]\n"y" = {}\n' + PROPERTY)
        done = self.fails("m.toml:5:2", "check", "m.toml")
        self.assertEqual(done.stderr.count("error:"), 1, done.stderr)

    def test_criterion_without_goals_says_why(self):
        self.put("m.c", "int x; static int s; int f(void) { return s++; }\n"
                 "void step(void) { if (f() && x) s = 0; }\n")
        self.fails("the criteria that were asked for have no goals in this "
                   "model; of MC/DC because a condition of the decision has "
                   "effects", "generate", "m.c", "--cover", "mcdc-unique")

    def test_constant_of_a_macro_is_told_once(self):
        self.put("m.c", "#define OK(x) ((x) && sizeof(long) == 8)\n"
                 "int a, n;\n"
                 "void step(void) { if (OK(a > 2)) n++; if (OK(a < 1)) n--; "
                 "if (a) n = 2; }\n")
        done = self.call("generate", "m.c", "--cover", "decision")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stderr.count("decision-constant"), 1, done.stderr)

    def test_redefinition_beside_the_working_directory(self):
        self.put("ok.c", "#define LIMIT 4\n" + SOURCE.replace("= x", "= LIMIT"))
        self.put("m.toml", PROGRAM + 'redefine = { LIMIT = "7" }\n'
                 '[[property]]\nid = "p"\nwhen = "o == 7"\n')
        done = self.call("generate", "m.toml")
        self.assertEqual(done.returncode, 0, done.stderr + done.stdout)

    def test_sources(self):
        for source, message in (
                ("none.c", "m.toml:2:13: error: source 'none.c': no such file"),
                (".", "m.toml:2:13: error: source '.': is a directory"),
                ("binary.c", "m.toml:2:13: error: source 'binary.c': not a "
                             "text file")):
            (self.dir / "binary.c").write_bytes(b"\x7fELF\0\1\2\xff" * 99)
            self.put("m.toml", PROGRAM.replace("ok.c", source) + PROPERTY)
            self.fails(message, "generate", "m.toml")

    def test_faults_in_a_second_directory(self):
        (self.dir / "sub").mkdir()
        self.put("sub/bad.c", "int x;\nvoid s(void) { x = y; }\n")
        self.put("sub/m.toml", PROGRAM.replace("ok.c", "bad.c") + PROPERTY)
        self.fails("sub/bad.c:2:20: error: use of undeclared identifier 'y'",
                   "generate", "sub/m.toml")

    def test_names_with_blanks_and_quotes(self):
        (self.dir / 'a "b" c').mkdir()
        self.put('a "b" c/ok.c', SOURCE)
        self.put('a "b" c/m.toml',
                 PROGRAM + '[inputs]\n"x" = {}\n' + PROPERTY)
        done = self.call("check", 'a "b" c/m.toml')
        self.assertEqual(done.returncode, 0, done.stderr)
        self.put('a "b" c/m.toml', PROGRAM + PROPERTY.replace("x", "y"))
        self.fails('a "b" c/m.toml:6:9: error: use of undeclared', "check",
                   'a "b" c/m.toml')

    def test_models_that_are_none(self):
        self.put("m.txt", "something")
        self.fails("m.txt: error: no front end reads files of this kind",
                   "generate", "m.txt")
        self.fails("is a directory", "generate", ".")
        self.put("empty.toml", "")
        self.fails("empty.toml:1:1: error: no [program] section", "generate",
                   "empty.toml")
        self.fails("expected one of property", "generate", "ok.c", "--cover",
                   "brnach")

    def test_suites(self):
        for text, message in (
                ("", "s.json:1:1: error:"),
                ('{"a":', "s.json:1:6: error: the file ends here"),
                ("[]", "s.json:1:1: error:"),
                ('{"schema": "catenary-suite-99"}', "s.json:1:")):
            self.put("s.json", text)
            self.fails(message, "run", "s.json", "--sut", "model:ok.c")
            self.fails(message, "report", "s.json")
            self.fails(message, "convert", "s.json", "--to", "dot")

    def make_suite(self):
        self.put("m.toml", PROGRAM + '[inputs]\n"x" = { range = [0, 2] }\n'
                 '[outputs]\n"o" = {}\n' + PROPERTY)
        done = self.call("generate", "m.toml", "-o", "good.json")
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_systems_under_test(self):
        self.make_suite()
        self.fails("expected native:LIBRARY.so, fmu:FILE.fmu, model:FILE",
                   "run", "good.json", "--sut", "good.json")
        self.fails("expected native:LIBRARY.so, fmu:FILE.fmu, model:FILE",
                   "run", "good.json", "--sut", "native:")
        self.fails("none.so: error: no such file", "run", "good.json", "--sut",
                   "native:none.so")
        self.fails("none.toml: error: no such file", "run", "good.json",
                   "--sut", "model:none.toml")

    def test_costs_of_resets(self):
        self.put("m.toml", PROGRAM + '[inputs]\n"x" = {}\n' + PROPERTY)
        for options, text in (
                (["--objective", "time"], "--reset-cost of at least 1, or "),
                (["--objective", "time", "--reset-cost", "0"],
                 "--objective steps where resets cost nothing"),
                (["--objective", "steps", "--reset-cost", "2"],
                 "expected only one of them")):
            with self.subTest(options):
                self.fails(text, "generate", "m.toml", *options)

    def test_outputs(self):
        self.make_suite()
        before = (self.dir / "good.json").read_bytes()
        self.fails("good.json", "generate", "m.toml", "-o", "good.json")
        self.assertEqual((self.dir / "good.json").read_bytes(), before)
        done = self.call("generate", "m.toml", "-o", "good.json", "--force")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual((self.dir / "good.json").read_bytes(), before)
        self.fails("none/s.json", "generate", "m.toml", "-o", "none/s.json")
        (self.dir / "folder").mkdir()
        self.fails("folder", "generate", "m.toml", "-o", "folder")
        self.fails("good.json", "run", "good.json", "--sut", "model:m.toml",
                   "-o", "good.json")
        self.fails("good.json", "report", "good.json", "--csv", "good.json")
        self.assertEqual((self.dir / "good.json").read_bytes(), before)

    @unittest.skipIf(os.geteuid() == 0, "root may write everywhere")
    def test_folder_that_cannot_be_written(self):
        self.make_suite()
        (self.dir / "closed").mkdir(mode=0o500)
        self.fails("closed/s.json", "generate", "m.toml", "-o",
                   "closed/s.json")

    def test_full_disk(self):
        self.make_suite()
        done = self.call("generate", "m.toml", "-o", "/dev/full", "--force")
        self.assertIn(done.returncode, (2, 3), done.stderr)
        self.assertIn("/dev/full", done.stderr)


if __name__ == "__main__":
    CATENARY = os.path.abspath(sys.argv.pop(1))
    unittest.main()
