#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of run_regress.py: each check can fail, and fails for its reason."""
import contextlib
import io
import pathlib
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.dont_write_bytecode = True
sys.path.insert(0, str(HERE.parent))
import run_regress  # pylint: disable=wrong-import-position

GOOD = ["WHY: a test", "RUN: generate --cover branch",
        "EXPECT: goals 4 covered 4 tests 1 steps 9"]


def run(lines, fake="", marker="//", suffix=".c"):
    """Exit code and output of the runner for a file of these directives."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / ("case" + suffix)
        path.write_text("".join(f"{marker} {line}\n" for line in lines)
                        + "".join(f"{marker} fake {f}\n"
                                  for f in fake.split()), encoding="utf-8")
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            code = run_regress.main(
                ["--catenary", str(HERE / "fake_catenary.py"), str(path)])
        return code, out.getvalue()


class Regress(unittest.TestCase):
    def passes(self, lines, fake="", **more):
        code, out = run(lines, fake, **more)
        self.assertEqual(code, 0, out)

    def fails(self, text, lines, fake="", **more):
        code, out = run(lines, fake, **more)
        self.assertEqual(code, 1, out)
        self.assertIn(text, out)

    def test_holds(self):
        self.passes(GOOD)
        self.passes(GOOD, marker="#", suffix=".toml")
        self.passes(GOOD, marker="--", suffix=".req")

    def test_expect(self):
        self.fails("goals 4, but it is 5", GOOD, "goals=5")
        self.fails("no 'goats'", GOOD[:2] + ["EXPECT: goats 4"])
        self.fails("not pairs", GOOD[:2] + ["EXPECT: goals"])

    def test_exit(self):
        self.fails("EXIT: 0, but it is 3", GOOD, "exit=3")
        self.passes(GOOD[:2] + ["EXIT: 3"], "exit=3")
        self.fails("EXIT twice", GOOD[:2] + ["EXIT: 3", "EXIT: 4"], "exit=3")

    def test_json(self):
        for good in ("summary.covered == 4", "summary.covered <= 4",
                     "summary.covered >= 4", "goals[0].id == p1",
                     'goals[id=p1].status == "covered"', "len(goals) == 1",
                     "goals[0].status ~ ^cov", "goals[0].id contains p",
                     "summary.covered != 5", "summary.covered > 3"):
            self.passes(GOOD[:2] + ["JSON: " + good])
        for bad in ("summary.covered == 5", "summary.covered <= 3",
                    "goals[0].id >= 1", "goals[0].status ~ ^x", "nothing == 1",
                    "goals[id=p2].id == p2", "goals[7].id == p1", "covered"):
            self.fails("JSON", GOOD[:2] + ["JSON: " + bad])

    def test_error(self):
        lines = ["WHY: w", "RUN: check", "ERROR: ^wrong", "EXIT: 2"]
        self.passes(lines, "exit=2 err=wrong-thing")
        self.fails("does not match", lines, "exit=2 err=other")
        self.fails("something on stdout", lines, "exit=2 err=wrong noise=1")

    def test_structure(self):
        self.fails("unknown directive EXPEKT", GOOD + ["EXPEKT: goals 4"])
        self.fails("no WHY", GOOD[1:])
        self.fails("no RUN", GOOD[:1])
        self.fails("nothing is expected", GOOD[:2])
        self.fails("before any RUN", ["WHY: w", "EXIT: 0"])
        self.fails("says nothing", GOOD + ["JSON:"])

    def test_every_run_is_checked(self):
        lines = GOOD[:2] + ["RUN: generate {file} --seed 2", "EXPECT: goals 4"]
        self.passes(lines)
        self.fails("but it is 5", lines, "goals=5")
        self.fails("but it is 4", GOOD + ["RUN: check", "EXPECT: goals 3"])

    def test_oracles(self):
        self.fails("depends on the number of jobs", GOOD, "racy=1")
        self.fails("does not pass on its own model", GOOD, "replay=1")
        self.fails("killed by signal 6", GOOD, "crash=1")
        self.fails("wrote no suite", GOOD, "nosuite=1")
        findings = GOOD + ["EXIT: 1"]
        self.passes(findings, "exit=1 replay=1")
        self.fails("does not pass on its own", findings, "exit=1 replay=3")
        self.passes(findings, "exit=1 replay=3 finding=defect-crashed")
        self.fails("does not pass on its own", findings,
                   "exit=1 replay=1 test=t2")

    def test_scrub(self):
        self.passes(GOOD + ["SCRUB: seconds"])
        self.fails("document depends", GOOD + ["SCRUB: other"])

    def test_known_bugs_must_fail(self):
        lines = GOOD + ["KNOWNBUG: counts goals twice"]
        self.passes(lines, "goals=8")
        self.fails("remove KNOWNBUG", lines)
        self.fails("unknown directive", lines + ["NOPE: x"])

    def test_requires(self):
        code, out = run(GOOD + ["REQUIRES: no-such-program"])
        self.assertEqual(code, 77, out)
        self.passes(GOOD + ["REQUIRES: sh"])


if __name__ == "__main__":
    unittest.main()
