#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The programs of the paper on test case chains, and two controllers of
vendors, with their known figures.

Usage: chaincover_test.py CATENARY. The data is found through CATENARY_DATA.
"""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

CATENARY = ""
DATA = pathlib.Path(os.environ.get("CATENARY_DATA", "")) / "c" / "chaincover"

# A hand-written controller with a defect: a modulus of 3 for four stages.
SEAT_HEATER = """
[program]
sources = ["{folder}/seat_heating_controller.c", "{folder}/stub.c"]
flags = ["-I{folder}", "-I{folder}/includes"]
step = "seat_heating_controller();"
[inputs]
"seatOccupied" = {{ range = [0, 1] }}
"powerMgtState" = {{ range = [0, 1] }}
"getButtonPressed_stub" = {{ range = [0, 1] }}
[outputs]
"state.temperatureStage" = {{}}
[[property]]
id = "medium"
when = "state.temperatureStage == 2"
[[property]]
id = "low"
when = "state.temperatureStage == 3"
"""

# Example 1 of the paper: no chain exists without the off button in between.
TWO_PROPERTIES = """
[program]
sources = ["{source}"]
rename_main = true
declare = "static t_state s; static t_input i;"
init = "init(&s);"
step = "compute(&i, &s);"
final = "s.mode == 0 && s.speed == 0 && s.button == 0"
[inputs]
"i.signal" = {{ range = [1, 5] }}
[[property]]
id = "switch_on"
when = "s.mode == 0 && s.button == 0 && i.signal == I_BUTTON"
[[property]]
id = "brake"
when = "s.mode == 1 && i.signal == I_BRAKE"
"""


class ChainCover(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.dir = pathlib.Path(self.folder.name)

    def tearDown(self):
        self.folder.cleanup()

    def call(self, *arguments, code=0):
        done = subprocess.run([CATENARY, *map(str, arguments)],
                              capture_output=True, text=True, cwd=self.dir,
                              timeout=120, check=False)
        self.assertEqual(done.returncode, code, done.stderr)
        return done

    def generate(self, *arguments, code=0):
        done = self.call("generate", *arguments, "--json", code=code)
        return json.loads(done.stdout)

    def test_cruise_takes_nine_steps(self):
        document = self.generate(DATA / "cruise1.toml", "-o", "s.json")
        summary = document["summary"]
        self.assertEqual((summary["covered"], summary["unreachable"]), (4, 4))
        self.assertEqual((summary["tests"], summary["total_steps"]), (1, 9))
        self.assertTrue(summary["bound"]["minimal"])
        for goal in document["goals"]:
            violation = goal["id"].endswith(".violated")
            self.assertEqual(goal["status"],
                             "unreachable" if violation else "covered")

    def test_the_pair_of_example_1_takes_four_steps(self):
        source = DATA / "cruise1" / "main.c"
        (self.dir / "two.toml").write_text(
            TWO_PROPERTIES.format(source=source), encoding="utf-8")
        summary = self.generate("two.toml")["summary"]
        self.assertEqual((summary["covered"], summary["tests"]), (2, 1))
        self.assertEqual(summary["total_steps"], 4)
        self.assertTrue(summary["bound"]["minimal"])

    def test_the_defect_of_the_seat_heater(self):
        folder = DATA.parent / "seatheater"
        (self.dir / "seat.toml").write_text(
            SEAT_HEATER.format(folder=folder), encoding="utf-8")
        goals = {goal["id"]: goal
                 for goal in self.generate("seat.toml")["goals"]}
        self.assertEqual(goals["medium"]["status"], "covered")
        self.assertEqual(goals["low"]["status"], "unreachable")
        self.assertEqual(goals["low"]["trust"], "proved")

    def test_the_power_window_needs_no_description(self):
        path = DATA.parent / "powerwindow" / "powerwindow_ec_merged.c"
        document = self.generate(path, "--cover", "branch", "--max-steps", "1",
                                 code=1)
        self.assertEqual(document["summary"]["goals"], 162)
        # Short runs are enough for some proofs, but only of what is dead.
        proved = {goal["id"].split(":", 1)[1] for goal in document["goals"]
                  if goal["status"] == "unreachable"}
        self.assertLessEqual(proved, {"92:5:false", "104:5:false",
                                      "133:6:true", "148:6:true"})

    @unittest.skipUnless(shutil.which("cc"), "no C compiler")
    def test_the_seeded_bug_of_cruise2_is_found_and_named(self):
        self.call("generate", DATA / "cruise1.toml", "-o", "s.json")
        text = (DATA / "cruise1.toml").read_text(encoding="utf-8")
        for name, code in (("cruise1", 0), ("cruise2", 1)):
            source = str(DATA / name / "main.c")
            (self.dir / f"{name}.toml").write_text(
                text.replace("cruise1/main.c", source), encoding="utf-8")
            self.call("convert", f"{name}.toml", "--to", "adapter", "-o",
                      f"{name}.c")
            subprocess.run(["cc", "-shared", "-fPIC", "-w", "-o",
                            f"lib{name}.so", f"{name}.c"], cwd=self.dir,
                           check=True, timeout=120)
            done = self.call("run", "s.json", "--sut", f"native:lib{name}.so",
                             "-o", f"{name}.json", code=code)
            if code == 1:
                self.assertIn("p2", done.stdout)
                self.assertNotIn("p1.holds", done.stdout)
                traced = self.call("trace", f"{name}.json", code=1)
                self.assertIn("p2", traced.stdout)

    def test_alarm_with_its_original_timers(self):
        document = self.generate(DATA / "alarm_original_timers.toml")
        summary = document["summary"]
        self.assertEqual(
            (summary["goals"], summary["covered"], summary["unreachable"]),
            (98, 74, 24))
        # Both ways out of the timers cannot be had in one run.
        self.assertEqual(summary["tests"], 2)
        self.assertTrue(summary["bound"]["minimal"])
        self.assertEqual(max(g["depth"] or 0 for g in document["goals"]
                             if g["status"] == "covered"), 6406)


if __name__ == "__main__":
    CATENARY = os.path.abspath(sys.argv.pop(1))
    if not DATA.is_dir():
        print("skipped: no shared test data (CATENARY_DATA)")
        sys.exit(77)
    unittest.main()
