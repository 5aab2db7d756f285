#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""One timed folder of examples/ from the model to verdicts in virtual time.

Usage: run_timed_example.py CATENARY FOLDER

Checks the model, generates the suite of all transitions, compares it with what
is known of the example, proves its trees disjoint and complete, and runs it on
the example's system in Python: the right one passes every test, the mute one
fails every test, and the log of a run gives the verdict of that run. Real time
and the other faults are in tests/cli/timed_sut_test.py.
"""
import json
import pathlib
import subprocess
import sys
import tempfile

# Transitions, tests and steps of the suite for all transitions. Each test is a
# shortest path, so that a change of these numbers is a change of the search.
KNOWN = {
    "atm_bank": (9, 4, 14),
    "coffee_machine": (8, 5, 16),
    "alarm_two_clocks": (18, 12, 62),
}


def fail(text):
    sys.exit(f"run_timed_example.py: {text}")


class Example:
    def __init__(self, catenary, folder, out):
        self.catenary = catenary
        self.folder = folder
        self.model = folder / f"{folder.name}.xlia"
        self.system = folder.parent / "sut" / f"{folder.name}.py"
        self.out = out

    def call(self, *arguments, code=0):
        done = subprocess.run(
            [self.catenary, *map(str, arguments), "--json"], cwd=self.out,
            capture_output=True, text=True, timeout=100, check=False)
        if done.returncode != code:
            fail(f"{arguments[0]}: exit code {done.returncode}, not {code}\n"
                 f"{done.stdout}\n{done.stderr}")
        return json.loads(done.stdout)

    def sut(self, fault=""):
        option = f" --fault {fault}" if fault else ""
        return f"exec:{sys.executable} {self.system}{option}"

    def codes(self, *arguments, code=0):
        tests = self.call("run", "suite.json", "--clock", "virtual",
                          *arguments, code=code)["tests"]
        return [test["code"] for test in tests]

    def check(self):
        transitions = KNOWN[self.folder.name][0]
        found = self.call("check", self.model)["summary"]["transitions"]
        if found != {"all": transitions, "reached": transitions,
                     "unreachable": 0, "undecided": 0}:
            fail(f"{transitions} transitions are reached, but found {found}")

    def generate(self):
        transitions, tests, steps = KNOWN[self.folder.name]
        document = self.call("generate", self.model, "--cover", "transitions",
                             "-o", "suite.json")
        summary = document["summary"]
        found = tuple(summary[name] for name in
                      ("goals", "covered", "tests", "total_steps"))
        if found != (transitions, transitions, tests, steps):
            fail(f"{found}, but known is {KNOWN[self.folder.name]}")
        for goal in document["goals"]:
            if goal["trust"] != "replayed":
                fail(f"{goal['id']}: {goal['trust']}")
        checked = self.call("check", "suite.json")["summary"]
        if (checked["trees"], checked["faulty"]) != (tests, 0):
            fail(f"the trees are not disjoint and complete: {checked}")

    def run(self):
        self.check()
        self.generate()
        tests = KNOWN[self.folder.name][1]
        if self.codes("--sut", self.sut()) != ["PASS"] * tests:
            fail("the right system does not pass")
        mute = self.codes("--sut", self.sut("mute"), code=1)
        if mute != ["FAIL_dur"] * tests:
            fail(f"the mute system gets {mute}")
        suite = json.loads((self.out / "suite.json").read_text())
        one = suite["tests"][-1]["id"]
        self.codes("--sut", self.sut("extra"), "--test", one, "--log",
                   "log.jsonl", code=1)
        again = self.call("run", "suite.json", "--test", one, "--sut",
                          "trace:log.jsonl", code=1)
        if [test["code"] for test in again["tests"]] != ["FAIL_out"]:
            fail(f"the log is judged otherwise: {again}")


def main():
    catenary, folder = sys.argv[1:]
    with tempfile.TemporaryDirectory(prefix="catenary-example-") as out:
        Example(pathlib.Path(catenary).resolve(),
                pathlib.Path(folder).resolve(), pathlib.Path(out)).run()


if __name__ == "__main__":
    main()
