#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""scripts/machines.py on a model of examples/ and on models of its own: which
capsules it counts as accepted, as tested and as refused.

Usage: machines_test.py CATENARY SOURCE_DIR
"""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

CATENARY = ""
SOURCE = pathlib.Path()

# `Tested` has a suite; the initialisation of `Ending` asks for its name;
# `Refused` has an attribute of a type that nothing declares; `Part` has no
# machine.
MODEL = """model M
protocol P { in go(x: int) }
capsule Tested { port p: P machine {
  initial i state a state b transition s: i -> a
  transition t: a -> b { on p.go when { return x > 3; } } } }
capsule Ending { machine { initial i state a
  transition s: i -> a { do { if (getName()[0] == 'x') return; } } } }
capsule Refused { attribute x: Missing
  machine { initial i state a transition s: i -> a } }
capsule Part { port p: P }
"""


class Machines(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.dir = pathlib.Path(self.folder.name).resolve()
        (self.dir / "models").mkdir()
        (self.dir / "models/m.sm").write_text(MODEL)
        (self.dir / "models/broken.sm").write_text("model M\ncapsule {\n")
        (self.dir / "models/other.txt").write_text("no model")

    def tearDown(self):
        self.folder.cleanup()

    def call(self, *arguments, code=0):
        done = subprocess.run(
            [sys.executable, SOURCE / "scripts" / "machines.py", *arguments,
             "--catenary", CATENARY, "--seconds", "20"],
            cwd=self.dir, text=True, capture_output=True, timeout=280,
            check=False)
        self.assertEqual(done.returncode, code, done.stderr)
        return done

    def test_capsules_are_told_apart(self):
        done = self.call("models", "--json", "-o", "page.md")
        rows = {r["capsule"]: r for r in json.loads(done.stdout)}
        self.assertEqual(sorted(rows), ["Ending", "Refused", "Tested"])
        self.assertEqual([c for c, r in rows.items() if r["accepted"]],
                         ["Tested", "Ending"])
        self.assertGreater(rows["Tested"]["tests"], 0)
        self.assertEqual(rows["Ending"]["tests"], 0)
        self.assertIn("the name of an instance", rows["Ending"]["why"])
        self.assertIn("Missing", rows["Refused"]["why"])
        self.assertIn("3 capsules with a machine: 2 accepted, 1 (33 %) with a "
                      "replayed suite", done.stderr)
        page = (self.dir / "page.md").read_text()
        self.assertIn("| m | Refused | refused | | | | |", page)
        self.assertIn("| broken | |", page)
        self.assertNotIn(str(self.dir), page)

    def test_numbers_are_those_of_generate(self):
        model = SOURCE / "examples/collision_avoidance/controller.uml"
        row = json.loads(self.call(model, "--json").stdout)[0]
        done = subprocess.run(
            [CATENARY, "generate", model, "--json", "--quiet"], text=True,
            capture_output=True, timeout=280, check=False)
        wanted = json.loads(done.stdout)["summary"]
        self.assertGreater(row["covered"], 10)
        for key in ("goals", "covered", "unreachable", "tests"):
            self.assertEqual(row[key], wanted[key])
        self.assertEqual(row["undecided"], 0)

    def test_a_missing_directory_is_an_error(self):
        self.assertIn("nowhere: error: not found",
                      self.call("nowhere", code=2).stderr)


if __name__ == "__main__":
    CATENARY = sys.argv[1]
    SOURCE = pathlib.Path(sys.argv[2]).resolve()
    unittest.main(argv=sys.argv[:1])
