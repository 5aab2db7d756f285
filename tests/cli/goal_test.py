#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`catenary generate --goal`: the goals that were named, and no others.

Usage: goal_test.py CATENARY SOURCE_DIRECTORY
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

# The input 3 makes the output leave the range that the requirements give it.
GATE_C = """
int door, code;
_Bool call;
void step(void) {
  if (call && door < 2) ++door;
  if (code == 3) door = 9;
}
"""
GATE_TOML = """
[program]
sources = ["gate.c"]
step = "step();"
[inputs]
"call" = {}
"code" = { range = [0, 3] }
[outputs]
"door" = {}
[[property]]
id = "nine"
when = "door == 9"
[[property]]
id = "open"
when = "door == 2"
[[property]]
id = "ten"
when = "door == 10"
"""
GATE_REQ = """interface gate "A gate"
input call : bool
output door : int 0..2
view v "How it moves"
  req G-1 "A call moves it."
    step moves: when call' and door = 0 then door' = 1
"""


class Goals(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.dir = pathlib.Path(self.folder.name)
        self.addCleanup(self.folder.cleanup)
        for name, text in (("gate.c", GATE_C), ("gate.toml", GATE_TOML),
                           ("gate.req", GATE_REQ)):
            (self.dir / name).write_text(text)

    def call(self, *words, codes=(0,)):
        done = subprocess.run([CATENARY, *words], cwd=self.dir, text=True,
                              capture_output=True, timeout=120)
        self.assertIn(done.returncode, codes, done.stdout + done.stderr)
        return done

    def suite(self, model, *words, codes=(0,)):
        """The suite; its tests pass on the model."""
        self.call("generate", model, "-o", "s.json", "--force", "-q", *words,
                  codes=codes)
        suite = json.loads((self.dir / "s.json").read_text())
        if 1 not in codes:
            self.call("run", "s.json", "--sut", f"model:{model}", "-q",
                      "--allow-empty")
        return suite

    def example(self, name):
        for file in (SOURCE / "examples" / name).iterdir():
            if file.is_file():
                shutil.copy(file, self.dir)

    def test_others_are_no_goals_of_the_suite(self):
        suite = self.suite("gate.toml", "--goal", "ten,open")
        self.assertEqual([g["id"] for g in suite["goals"]], ["open", "ten"])
        self.assertEqual([g["status"] for g in suite["goals"]],
                         ["covered", "unreachable"])
        self.assertEqual(suite["options"]["goal"], "ten,open")
        self.assertEqual([t["goals"] for t in suite["tests"]], [["open"]])
        done = self.call("generate", "gate.toml", "--goal", "open", "--goal",
                         "nine", "--json")
        summary = json.loads(done.stdout)["summary"]
        self.assertEqual((summary["goals"], summary["covered"]), (2, 2))

    def test_each_method_and_engine_has_the_chosen_goals(self):
        for words in (["--method", "single"], ["--method", "concolic"],
                      ["--method", "random"], ["--engine", "symbolic"],
                      ["--engine", "classes"], ["--second-opinion"],
                      ["--engine", "explicit", "--objective", "steps"]):
            with self.subTest(words):
                suite = self.suite("gate.toml", "--goal", "open", *words)
                self.assertEqual([(g["id"], g["status"])
                                  for g in suite["goals"]],
                                 [("open", "covered")])

    def test_what_is_known_of_a_goal_does_not_depend_on_others(self):
        self.example("safing")
        whole = self.suite("safing.toml", "--cover", "branch,mcdc,statement")
        for goal in whole["goals"][::40] + whole["goals"][-2:]:
            with self.subTest(goal["id"]):
                suite = self.suite("safing.toml", "--cover",
                                   "branch,mcdc,statement", "--goal",
                                   goal["id"])
                [alone] = suite["goals"]
                for key in "kind", "status", "trust", "depth", "text":
                    self.assertEqual(alone[key], goal[key])
                self.assertEqual(suite["model"], whole["model"])
                self.assertLessEqual(
                    sum(len(t["steps"]) for t in suite["tests"]),
                    sum(len(t["steps"]) for t in whole["tests"]))

    def test_runs_may_violate_requirements_that_are_no_goals(self):
        words = ["--oracle", "gate.req"]
        whole = self.suite("gate.toml", *words, codes=(1,))
        ids = [g["id"] for g in whole["goals"] if g.get("violation")]
        self.assertIn("range of door.violated", ids)
        suite = self.suite("gate.toml", *words, "--goal", "nine")
        self.assertEqual([g["status"] for g in suite["goals"]], ["covered"])
        self.assertEqual(suite["findings"], [])
        suite = self.suite("gate.toml", *words, "--goal",
                           "range of door.violated", codes=(1,))
        self.assertEqual(len(suite["findings"]), 1)

    def test_state_machines_have_goals_to_choose(self):
        self.example("fabric_dyeing")
        suite = self.suite("dyeing.sm", codes=(0, 1))  # it has defects
        some = [g["id"] for g in suite["goals"]][2:4]
        chosen = self.suite("dyeing.sm", "--goal", ",".join(some),
                            codes=(0, 1))
        self.assertEqual([g["id"] for g in chosen["goals"]], some)

    def test_a_certificate_is_about_the_chosen_goals(self):
        suite = self.suite("gate.toml", "--goal", "ten", "--certificate",
                           "c.cert")
        self.assertEqual(suite["goals"][0]["trust"], "certified")

    def test_unknown_goals_and_other_models(self):
        self.example("coffee_machine")
        self.example("buffer")
        for words, text in (
                (["gate.toml", "--goal", "opem"], "did you mean 'open'?"),
                (["gate.toml", "--goal", "open,door"],
                 "--goal 'door' is not a goal of the model; there are: nine, "
                 "open, ten"),
                (["coffee_machine.xlia", "--goal", "x"],
                 "--goal is not supported for timed models"),
                (["buffer.req", "--goal", "x"],
                 "--goal is not supported for requirements")):
            with self.subTest(words):
                done = self.call("generate", *words, codes=(2,))
                self.assertIn(text, done.stderr)


if __name__ == "__main__":
    CATENARY = sys.argv.pop(1)
    SOURCE = pathlib.Path(sys.argv.pop(1))
    unittest.main()
