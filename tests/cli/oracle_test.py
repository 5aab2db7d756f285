#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`catenary run --oracle`: requirements judge what a C program does.

Usage: oracle_test.py CATENARY CC SOURCE_DIRECTORY
"""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

CATENARY = ""
CC = ""
SOURCE = pathlib.Path()

LIFT_C = """
enum { CLOSED, OPENING, OPEN };
_Bool call;
int height, weight;
int door;
int load;
void step(void) {
  if (call && door != OPEN) door = door + 1;
#ifdef STUCK
  if (call && door == OPEN) door = OPENING;
#endif
#ifdef WILD
  if (weight == 3) door = 9;
#endif
  load = weight;
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
# A run that shuts the door, opens it, is heavy and stays.
[[property]]
id = "long"
when = ["call && weight == 0", "call && weight == 2", "call && weight == 0",
        "weight == 3", "weight == 3", "call && weight == 0"]
"""
LIFT_REQ = """interface lift "A lift"
enum Door = SHUT, MOVING, AJAR
input call : bool
input heavy : int 0..2
output gate : Door
output load : int 0..2
env light "Nobody adds weight twice in a row.": heavy <= 1 or heavy' <= 1
view doors "How doors move"
  req D-1 "A call opens the door." from "SYS-7"
    step opens: when call' and gate = MOVING then gate' = AJAR
    step stays: when gate = AJAR then gate' = AJAR
  req D-2 "The load is shown."
    always shown: load' = heavy'
"""
MAPS = ["--map", "gate=door", "--map", "heavy=weight"]


class Oracle(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.dir = pathlib.Path(self.folder.name)
        (self.dir / "lift.c").write_text(LIFT_C)
        (self.dir / "lift.req").write_text(LIFT_REQ)
        self.describe("")

    def tearDown(self):
        self.folder.cleanup()

    def describe(self, flags):
        (self.dir / "lift.toml").write_text(LIFT_TOML % flags)

    def catenary(self, *args, code=0):
        done = subprocess.run([CATENARY, *args], cwd=self.dir, text=True,
                              capture_output=True, timeout=300)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done

    def suite(self):
        """What the program as it is described now does, step by step."""
        self.catenary("generate", "lift.toml", "-o", "suite.json", "--force",
                      "--cover", "property")

    def run_suite(self, *args, code=0, sut="model:lift.toml"):
        self.catenary("run", "suite.json", "--sut", sut, "-o", "results.json",
                      "--force", "--oracle", "lift.req", *args, code=code)
        document = json.loads((self.dir / "results.json").read_text())
        try:
            import jsonschema
        except ImportError:
            return document
        schema = SOURCE / "docs" / "schema" / "results.schema.json"
        validator = jsonschema.Draft202012Validator(
            json.loads(schema.read_text()))
        self.assertEqual(list(validator.iter_errors(document)), [])
        return document

    def edit(self, requirements):
        (self.dir / "lift.req").write_text(requirements)

    def without_promises(self, heaviest):
        """The requirements with another range and no promise."""
        lines = [line for line in LIFT_REQ.split("\n")
                 if not line.startswith("env")]
        self.edit("\n".join(lines).replace(
            "heavy : int 0..2", f"heavy : int 0..{heaviest}").replace(
            "load : int 0..2", f"load : int 0..{heaviest}"))

    def test_faults_are_traced_to_requirements(self):
        self.describe('"-DSTUCK"')
        self.without_promises(3)
        self.suite()
        # It passes its own expectations: they were recorded from it.
        self.catenary("run", "suite.json", "--sut", "model:lift.toml")
        document = self.run_suite(*MAPS, code=1)
        failed = [t for t in document["tests"] if t["verdict"] == "fail"]
        self.assertTrue(failed)
        violation = failed[0]["violations"][0]
        self.assertEqual(violation["contracts"], ["opens"])
        self.assertEqual(violation["requirements"], ["D-1"])
        self.assertIn("A call opens the door.", violation["allowed"])
        self.assertIn("view doors", violation["allowed"])
        self.assertIn("door = ", violation["observed"])
        self.assertEqual(document["oracle"]["map"],
                         ["gate=door", "heavy=weight"])

    def test_ranges_are_requirements_too(self):
        self.describe('"-DWILD"')
        self.without_promises(3)
        self.suite()
        document = self.run_suite(*MAPS, code=1)
        contracts = {c for t in document["tests"] for v in t["violations"]
                     for c in v.get("contracts", [])}
        self.assertEqual(contracts, {"range of gate"})

    def test_broken_promises_are_told(self):
        self.suite()
        document = self.run_suite(*MAPS, "--oracle-only", code=5)
        codes = {t["code"] for t in document["tests"]}
        self.assertIn("promise-broken", codes)
        reasons = " ".join(t["reason"] for t in document["tests"])
        self.assertIn("weight = 3 is not in the range of heavy", reasons)

    def test_what_cannot_be_bound(self):
        self.suite()

        def refused(text, *args):
            done = self.catenary("run", "suite.json", "--sut",
                                 "model:lift.toml", *args, code=2)
            self.assertIn(text, done.stderr)

        oracle = ["--oracle", "lift.req"]
        refused("'gate'", *oracle, "--map", "heavy=weight")
        refused("'heavy'", *oracle, "--map", "gate=door")
        refused("'nothing'", *oracle, *MAPS, "--map", "load=nothing")
        refused("VARIABLE=SIGNAL", *oracle, "--map", "gate")
        refused("VARIABLE.NAME=VALUE", *oracle, *MAPS, "--map-value", "AJAR=3")
        refused("no value 'UP'", *oracle, *MAPS, "--map-value", "gate.UP=3")
        refused("would both be 2", *oracle, *MAPS, "--map-value",
                "gate.SHUT=2")
        refused("--map requires --oracle", *MAPS)
        refused("--oracle-only requires --oracle", "--oracle-only")
        refused("--map-value requires --oracle", "--map-value", "a.b=1")
        refused("no.req", "--oracle", "no.req")
        refused("these are not requirements", "--oracle", "lift.toml")

    def test_values_are_mapped(self):
        self.without_promises(3)
        self.suite()
        self.run_suite(*MAPS)
        # The wrong way round, an open door shuts.
        document = self.run_suite(*MAPS, "--map-value", "gate.SHUT=2",
                                  "--map-value", "gate.AJAR=0", code=1)
        self.assertGreater(document["summary"]["fail"], 0)

    def test_a_library_is_judged_as_the_model_is(self):
        self.describe('"-DSTUCK"')
        self.without_promises(3)
        self.suite()
        model = self.run_suite(*MAPS, code=1)
        self.catenary("convert", "lift.toml", "--to", "adapter", "-o",
                      "adapter.c")
        subprocess.run([CC, "-shared", "-fPIC", "-DSTUCK", "-o", "lib.so",
                        "adapter.c"], cwd=self.dir, check=True)
        native = self.run_suite(*MAPS, code=1, sut="native:./lib.so")
        for a, b in zip(model["tests"], native["tests"]):
            self.assertEqual((a["verdict"], a["step"], a["violations"]),
                             (b["verdict"], b["step"], b["violations"]))


if __name__ == "__main__":
    CATENARY = str(pathlib.Path(sys.argv[1]).resolve())
    CC = sys.argv[2]
    SOURCE = pathlib.Path(sys.argv[3])
    unittest.main(argv=sys.argv[:1])
