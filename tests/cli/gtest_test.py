#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Suites as GoogleTest tests, built and run: they pass on the program they were
made from, and a fault fails with a message that names step, signal, value,
expectation and requirement.

Usage: gtest_test.py CATENARY SOURCE_DIRECTORY
"""
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

CATENARY = ""
SOURCE = pathlib.Path()


MACHINE = """
model House
protocol Turn { in turn() out told(count: int) }
capsule Door {
  attribute turns: int = 0
  port p: Turn
  machine {
    initial i
    state shut
    transition begin: i -> shut
    internal transition turned: shut -> shut {
      on p.turn do { turns += 1; p.told(turns).send(); }
    }
  }
}
"""


class Gtest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.dir = pathlib.Path(self.folder.name)

    def call(self, *command, code=0):
        done = subprocess.run([str(c) for c in command], text=True,
                              capture_output=True, timeout=300, cwd=self.dir)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done.stdout + done.stderr

    def build(self, folder, *flags):
        """The program of the tests; -O0 since they are compiled once."""
        self.call("cmake", "-S", "tests", "-B", folder, *flags)
        self.call("cmake", "--build", folder)

    def test_a_fault_of_a_program_is_named(self):
        model = SOURCE / "examples/traffic_light/traffic_light.toml"
        self.call(CATENARY, "generate", model, "-o", "suite.json")
        self.call(CATENARY, "convert", "suite.json", "--to", "gtest", "-o",
                  "tests")
        self.build("right")
        said = self.call("ctest", "--test-dir", "right")
        self.assertIn("100% tests passed, 0 tests failed out of 1", said)
        self.build("wrong", "-DCMAKE_C_FLAGS=-DSEEDED_BUG")
        said = self.call("wrong/tests", code=1)
        self.assertRegex(said, r"step \d+: l\.\w+ is \w+, expected \w+ "
                         r"\(goals .*requirements TL-\d")
        self.assertIn("[  FAILED  ] TrafficLight.", said)

    def test_a_fault_of_a_state_machine_is_named(self):
        (self.dir / "door.sm").write_text(MACHINE)
        self.call(CATENARY, "generate", "door.sm", "-o", "suite.json")
        self.call(CATENARY, "convert", "suite.json", "--to", "gtest", "-o",
                  "tests")
        self.build("right")
        self.assertIn("[  PASSED  ]", self.call("right/tests"))
        # The capsule of another model: the door opens by two turns.
        capsule = self.dir / "tests" / "capsule.cpp"
        text = capsule.read_text()
        self.assertIn("turns += 1", text)
        capsule.write_text(text.replace("turns += 1", "turns += 2"))
        self.call("cmake", "--build", "right")
        said = self.call("right/tests", code=1)
        self.assertRegex(said, r"step 1: p\.told\.count is 2, expected 1 \(goals ")

    def test_what_cannot_be_judged_is_skipped(self):
        # Flags with characters that CMake or the shell could take apart.
        (self.dir / "p.c").write_text(
            "int in, out;\n"
            "void step(void) { out = FLAG(2 > 1) && sizeof TEXT == 4 ? in : 7; }\n")
        (self.dir / "p.toml").write_text(
            '[program]\nsources = ["p.c"]\nstep = "step();"\n'
            'flags = ["-DFLAG(x)=((x)>0)", "-DTEXT=\\"a b\\""]\n[inputs]\n'
            '"in" = { range = [0, 1] }\n[outputs]\n"out" = {}\n'
            '[[property]]\nid = "one"\nwhen = "in == 1"\nthen = "out == 1"\n')
        self.call(CATENARY, "generate", "p.toml", "-o", "suite.json")
        text = (self.dir / "suite.json").read_text()
        suite = json.loads(text)
        for test in suite["tests"]:
            del test["id"]
            for step in test["steps"]:
                step["expect"] = {}
        (self.dir / "suite.json").write_text(json.dumps(suite))
        self.call(CATENARY, "convert", "suite.json", "--to", "gtest", "-o",
                  "tests")
        self.build("b")
        said = self.call("ctest", "--test-dir", "b")
        self.assertIn("Skipped", said)
        self.assertIn("no expectation could be checked",
                      self.call("b/tests"))

    def test_refuses_what_it_cannot_show(self):
        self.call(CATENARY, "generate",
                  SOURCE / "examples/atm_bank/atm_bank.xlia", "--cover",
                  "transitions", "-o", "suite.json")
        said = self.call(CATENARY, "convert", "suite.json", "--to", "gtest",
                         "-o", "tests", code=2)
        self.assertIn("calls the C program or state machine", said)


if __name__ == "__main__":
    CATENARY, SOURCE = sys.argv[1], pathlib.Path(sys.argv[2]).resolve()
    if shutil.which("cmake") is None:
        sys.exit(77)
    unittest.main(argv=sys.argv[:1], verbosity=2)
