#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`catenary generate --oracle`: the search for runs that violate requirements.

Usage: generate_oracle_test.py CATENARY SOURCE_DIRECTORY
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

LIFT_C = """
enum { CLOSED, OPENING, OPEN };
_Bool call;
int height, weight;
int door;
int load;
int ask(void);
void step(void) {
  if (call && door != OPEN) door = door + 1;
#ifdef STUCK
  if (call && door == OPEN) door = OPENING;
#endif
#ifdef WILD
  if (door > OPEN) door = CLOSED;
  if (weight == 3) door = 9;
#endif
  load = weight;
  weight = 0;
}
"""
LIFT_TOML = """
[program]
sources = ["lift.c"]
step = "step();"
flags = [%s]
[inputs]
"call" = {}
"weight" = { range = [0, 3] }
[outputs]
"door" = {}
"load" = {}
[[property]]
id = "open"
when = "door == OPEN"
"""
LIFT_REQ = """interface lift "A lift"
enum Door = SHUT, MOVING, AJAR
input call : bool
input heavy : int 0..3
output gate : Door
output load : int 0..3
view doors "How doors move"
  req D-1 "A call opens the door." from "SYS-7"
    step opens: when call' and gate = MOVING then gate' = AJAR
    step stays: when gate = AJAR then gate' = AJAR
  req D-2 "The load is shown."
    always shown: load' = heavy'
"""
MAPS = ["--map", "gate=door,heavy=weight"]
CAR_MAPS = ["--map", "vibrate=wheel.vibrate,steer=wheel.steer"]


class GenerateOracle(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.dir = pathlib.Path(self.folder.name)
        self.write("lift.c", LIFT_C)
        self.write("lift.req", LIFT_REQ)
        self.describe("")

    def tearDown(self):
        self.folder.cleanup()

    def write(self, name, text):
        (self.dir / name).write_text(text)

    def describe(self, flags):
        self.write("lift.toml", LIFT_TOML % flags)

    def catenary(self, *args, code=0):
        done = subprocess.run([CATENARY, *args], cwd=self.dir, text=True,
                              capture_output=True, timeout=300)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done

    def generate(self, *args, code=0, model="lift.toml", req="lift.req",
                 maps=MAPS):
        self.catenary("generate", model, "--oracle", req, *maps, "-o",
                      "suite.json", "--force", *args, code=code)
        return json.loads((self.dir / "suite.json").read_text())

    def judge(self, suite, model="lift.toml", req="lift.req", maps=MAPS):
        """Violations that `run --oracle` sees: by test step and ids."""
        self.write("judged.json", json.dumps(suite))
        subprocess.run(
            [CATENARY, "run", "judged.json", "--sut", f"model:{model}",
             "--oracle", req, *maps, "--oracle-only", "-o", "results.json",
             "--force"], cwd=self.dir, capture_output=True, timeout=300)
        results = json.loads((self.dir / "results.json").read_text())
        return {t["id"]: [(v["step"], v["requirements"])
                          for v in t["violations"]]
                for t in results["tests"]}

    @staticmethod
    def goal(suite, name):
        return next(g for g in suite["goals"] if g["id"] == name)

    def car(self, *args, code=1):
        for file in ("controller.sm", "controller.req"):
            shutil.copy(SOURCE / "examples" / "collision_avoidance" / file,
                        self.dir)
        return self.generate(*args, code=code, model="controller.sm",
                             req="controller.req", maps=CAR_MAPS)

    def test_a_violation_is_a_finding_with_a_shortest_test(self):
        self.describe('"-DSTUCK"')
        suite = self.generate(code=1)
        goal = self.goal(suite, "D-1.violated")
        self.assertEqual((goal["kind"], goal["status"], goal["depth"],
                          goal["requirements"], goal["violation"]),
                         ("requirement", "covered", 2, ["D-1"], True))
        finding = next(f for f in suite["findings"]
                       if f["code"] == "requirement-violated")
        self.assertEqual(finding["requirements"], ["D-1"])
        self.assertIn("A call opens the door., after 2 steps",
                      finding["message"])
        self.assertEqual(finding["where"]["file"], "lift.req")
        self.assertEqual(finding["where"]["line"], 8)
        judged = self.judge(suite)
        self.assertEqual(judged[finding["witness"]], [(2, ["D-1"])])
        # Of inputs what was given counts, whatever the step makes of them.
        self.assertEqual(self.goal(suite, "D-2.violated")["status"],
                         "unreachable")

    def test_what_holds_is_proved(self):
        suite = self.generate()
        for name in ("D-1.violated", "D-2.violated"):
            goal = self.goal(suite, name)
            self.assertEqual((goal["status"], goal["trust"]),
                             ("unreachable", "proved"))
        self.assertEqual(suite["options"]["oracle"], "lift.req")
        plain = self.catenary("generate", "lift.toml", "-o", "plain.json")
        self.assertIn("1 of 1 goal covered", plain.stdout)
        plain = json.loads((self.dir / "plain.json").read_text())
        self.assertEqual(plain["model"], suite["model"])
        self.assertEqual(plain["signature"], suite["signature"])

    def test_a_value_of_no_name_is_out_of_range(self):
        self.describe('"-DWILD"')
        suite = self.generate(code=1)
        goal = self.goal(suite, "range of gate.violated")
        self.assertEqual((goal["status"], goal["depth"]), ("covered", 1))
        self.assertNotIn("requirements", goal)

    def test_inputs_that_break_a_promise_violate_nothing(self):
        self.describe('"-DWILD"')
        self.write("lift.req", LIFT_REQ.replace(
            "view doors", 'env light "Not too much.": heavy\' < 3\nview doors'))
        suite = self.generate()
        self.assertEqual(
            self.goal(suite, "range of gate.violated")["status"],
            "unreachable")
        # Nor does what is beyond their range.
        self.write("lift.req", LIFT_REQ.replace(
            "heavy : int 0..3", "heavy : int 0..2"))
        suite = self.generate()
        self.assertEqual({g["status"] for g in suite["goals"]
                          if g.get("violation")},
                         {"unreachable"})

    def test_a_mapping_says_what_values_are_called(self):
        suite = self.generate("--map-value", "gate.MOVING=2", "--map-value",
                              "gate.AJAR=1", code=1)
        self.assertEqual(self.goal(suite, "D-1.violated")["depth"], 2)

    def test_every_method_finds_the_violation(self):
        self.describe('"-DSTUCK"')
        for how in (["--method", "chain"], ["--method", "single"],
                    ["--method", "random"], ["--engine", "explicit"],
                    ["--engine", "symbolic"], ["--engine", "classes"],
                    ["--method", "concolic"],
                    # These prove nothing, and never know that they are done.
                    *(["--method", "concolic", "--strategy", s, "--timeout",
                       "20s"] for s in ("sc", "rc", "se", "rt"))):
            with self.subTest(how=how):
                suite = self.generate(*how, code=1)
                goal = self.goal(suite, "D-1.violated")
                self.assertEqual(goal["status"], "covered", goal["reason"])
                finding = next(f for f in suite["findings"]
                               if f["code"] == "requirement-violated")
                judged = self.judge(suite)
                self.assertEqual(judged[finding["witness"]][0][1], ["D-1"])

    def test_a_machine_violates_what_only_values_in_range_can(self):
        for how in (["--method", "single"], ["--engine", "symbolic"],
                    ["--method", "concolic"]):
            with self.subTest(how=how):
                suite = self.car(*how)
                goal = self.goal(suite, "CA-1.violated")
                self.assertEqual(goal["status"], "covered", goal["reason"])

    def test_the_violation_of_a_machine_has_a_diagram(self):
        suite = self.car()
        finding = next(f for f in suite["findings"]
                       if f["code"] == "requirement-violated")
        shown = self.catenary("convert", "suite.json", "--to", "plantuml",
                              "--test", finding["witness"]).stdout
        self.assertIn("SUT -> Tester : wheel.vibrate", shown)
        self.assertIn("SUT -> Tester : wheel.steer", shown)
        self.assertIn("note over SUT : shortest run to CA~-1.violated",
                      shown.replace("CA-1", "CA~-1"))

    def refused(self, text, *args, model="lift.toml"):
        done = self.catenary("generate", model, *args, code=2)
        self.assertIn(text, done.stderr)

    def test_what_is_not_offered_is_refused_with_its_place(self):
        asks = ["--oracle", "lift.req", *MAPS]
        self.write("lift.req", LIFT_REQ.replace(
            "view doors", "hidden secret : bool\nview doors"))
        self.refused("lift.req:7:8: error: 'secret' is hidden:", *asks)
        self.write("lift.req", LIFT_REQ.replace("heavy : int 0..3",
                                                "heavy : real"))
        self.refused("lift.req:4:7: error: 'heavy' is real:", *asks)
        self.write("lift.c", LIFT_C.replace("load = weight;",
                                            "load = __VERIFIER_nondet_int();"))
        self.write("lift.req", LIFT_REQ.replace("view doors",
                                                "input x : bool\nview doors"))
        self.refused("no signal of lift.toml stands for the input 'x'", *asks)

    def test_refuses_options_without_a_meaning(self):
        self.refused("--map requires --oracle", *MAPS)
        self.refused("--map-value requires --oracle", "--map-value", "a.b=1")
        self.refused("--oracle is not supported for requirements ('lift.req')", "--oracle",
                     "lift.req", model="lift.req")
        self.refused("these are not requirements", "--oracle", "lift.toml")
        self.refused("'nobody' is not an input or output", "--oracle", "lift.req",
                     "--map", "nobody=door")


if __name__ == "__main__":
    CATENARY = str(pathlib.Path(sys.argv[1]).resolve())
    SOURCE = pathlib.Path(sys.argv[2])
    unittest.main(argv=sys.argv[:1])
