#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Suites as GoogleTest tests, built and run: they pass on the program they were
made from, and a fault fails with a message that names step, signal, value,
expectation and requirement.

Usage: gtest_test.py CATENARY SOURCE_DIRECTORY
"""
import copy
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

#: Texts that would do something if an export copied them as they are: ends of
#: comments, of strings, of commands and of lines, and what compilers, CMake
#: and the shell replace. Whatever of it is executed makes a file PWNED.
HOSTILE = [
    '*/ system("touch PWNED"); /*',
    '"); system("touch PWNED"); ("',
    'a\n#include "/etc/passwd"\n',
    'b\nint evil = system("touch PWNED");\n//',
    "'; touch PWNED; `touch PWNED` $(touch PWNED) '",
    "end of a line \\",
    "trigraph ??/",
    "*??/\n/ evil; /*",
    "${CMAKE_COMMAND} $ENV{HOME} @FOO@ $<1:a>",
    ')\nexecute_process(COMMAND touch PWNED)\n#',
    "]==] ]] #]]",
    "%s%n%s%n",
    '*/ } control { action("x") } /* // & "" \r\v\f',
]


def with_hostile_texts(suite):
    """A copy of the suite that says something hostile wherever it is free to,
    with outputs of hostile names in addition, and values of such names."""
    out = copy.deepcopy(suite)
    every = " ".join(HOSTILE)
    goals = {g["id"]: g["id"] + every for g in out["goals"]}

    def rename(part):
        if "goals" in part:
            part["goals"] = [goals[g] for g in part["goals"]]

    out["tool"] = out["model"]["name"] = every
    out["options"][every] = every
    for goal in out["goals"]:
        goal.update(id=goals[goal["id"]], text=every, reason=every,
                    requirements=HOSTILE, where={"file": every, "line": 1})
    for part in out["certificates"]:
        part.update(claim=every, by=every)
        rename(part)
    out["findings"] = [
        {"code": text, "severity": "error", "message": text,
         "requirements": [text], "where": {"file": text, "line": 1}}
        for text in HOSTILE]
    for signal in out["signature"]["outputs"]:
        if "names" in signal:
            signal["names"] = dict(zip(HOSTILE, signal["names"].values()))
    if out["signature"]["outputs"]:
        out["signature"]["outputs"] += [
            {"name": text, "type": "enum", "unit": text, "derived": True,
             "enum": {"name": text, "values": HOSTILE}} for text in HOSTILE]
        expect = out["tests"][0]["steps"][0]["expect"]
        expect.update((text, text) for text in HOSTILE)
        expect[HOSTILE[0]] = {"set": HOSTILE[:2]}
    for test in out["tests"]:
        del test["id"]  # it is that of the content
        test.update(requirements=HOSTILE, note=every)
        rename(test)
        rename(test.get("initial", {}))
        for step in test.get("steps", []):
            rename(step)
        for state in test.get("states", []):
            state["name"] += every
        for verdict in test.get("verdicts", []):
            verdict.update(name=verdict["name"] + every, reason=every)
    return out


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

    def export_hostile(self):
        """GoogleTest tests of suite.json, with hostile texts in it."""
        suite = json.loads((self.dir / "suite.json").read_text())
        (self.dir / "hostile.json").write_text(
            json.dumps(with_hostile_texts(suite)))
        self.call(CATENARY, "convert", "hostile.json", "--to", "gtest", "-o",
                  "tests")

    def assert_nothing_ran(self):
        self.assertEqual(list(self.dir.rglob("PWNED")), [])

    def test_texts_of_a_suite_of_a_program_execute_nothing(self):
        model = SOURCE / "examples/traffic_light/traffic_light.toml"
        self.call(CATENARY, "generate", model, "-o", "suite.json")
        self.export_hostile()
        # Standard C has trigraphs, C with extensions has not.
        self.build("right", "-DCMAKE_C_EXTENSIONS=OFF",
                   "-DCMAKE_C_FLAGS=-D_GNU_SOURCE")
        said = self.call("ctest", "--test-dir", "right")
        self.assertIn("100% tests passed, 0 tests failed out of 1", said)
        self.assert_nothing_ran()
        # All of it is printed where a test fails.
        self.build("wrong", "-DCMAKE_C_FLAGS=-DSEEDED_BUG")
        said = self.call("wrong/tests", code=1)
        self.assertIn('*/ system("touch PWNED"); /*', said)
        self.assertIn("%s%n%s%n", said)
        self.assert_nothing_ran()

    def test_texts_of_a_suite_of_a_state_machine_execute_nothing(self):
        (self.dir / "door.sm").write_text(MACHINE)
        self.call(CATENARY, "generate", "door.sm", "-o", "suite.json")
        self.export_hostile()
        self.build("right", "-DCMAKE_CXX_STANDARD=14",
                   "-DCMAKE_CXX_EXTENSIONS=OFF")
        self.assertIn("[  PASSED  ]", self.call("right/tests"))
        capsule = self.dir / "tests" / "capsule.cpp"
        capsule.write_text(
            capsule.read_text().replace("turns += 1", "turns += 2"))
        self.call("cmake", "--build", "right")
        said = self.call("right/tests", code=1)
        self.assertIn('*/ system("touch PWNED"); /*', said)
        self.assertIn("%s%n%s%n", said)
        self.assert_nothing_ran()

    def test_names_of_tests_are_harmless_identifiers(self):
        model = SOURCE / "examples/traffic_light/traffic_light.toml"
        self.call(CATENARY, "generate", model, "-o", "suite.json")
        suite = json.loads((self.dir / "suite.json").read_text())
        test = suite["tests"][0]
        names = ["..", ".", "-", "--", "_", "", "1", "DISABLED_x", "TEST",
                 "int", "COMMAND", "PROPERTIES"]
        suite["tests"] = []
        for number, name in enumerate(names):
            # Shorter by a step each: equal tests are refused.
            part = copy.deepcopy(test)
            part.update(name=name, steps=part["steps"][:len(names) - number])
            del part["id"]
            suite["tests"].append(part)
        suite["certificates"] = []
        (self.dir / "suite.json").write_text(json.dumps(suite))
        self.call(CATENARY, "convert", "suite.json", "--to", "gtest", "-o",
                  "tests")
        self.build("right")
        said = self.call("ctest", "--test-dir", "right")
        self.assertIn("100% tests passed, 0 tests failed out of "
                      f"{len(names)}", said)
        self.assertNotIn("Disabled", said)

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
