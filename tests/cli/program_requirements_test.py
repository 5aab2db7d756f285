#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A C program and requirements: `catenary check PROGRAM --requirements`, and
`catenary run --sut model:PROGRAM --mutate`.

Usage: program_requirements_test.py CATENARY SOURCE_DIRECTORY
"""
import json
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest

CATENARY = ""
SOURCE = pathlib.Path()

# A barrier: a coin opens it, a car closes it behind itself.
GATE_C = """
_Bool coin, car;
int wide;
struct { int bar; int open; } gate;
void step(void) {
  if (gate.open) {
    if (car) gate.open = 0;
  } else if (coin) {
    gate.open = 1;
  }
#ifdef STUCK
  if (gate.bar == 2 && coin && car) gate.open = 1;
#endif
#ifdef CRASHES
  if (gate.bar == 2 && coin && car) *(volatile int *)0 = 1;
#endif
#ifdef WIDE
  if (wide == 123456789) gate.open = 0;
#endif
  gate.bar = gate.open ? 2 : 0;
}
"""
GATE_TOML = """
[program]
sources = ["gate.c"]
step = "step();"
flags = [%s]
[inputs]
"coin" = {}
"car" = {%s}
%s
[outputs]
"gate.bar" = {}
"gate.open" = {}
[[property]]
id = "opens"
when = ["coin", "car"]
"""
GATE_REQ = """interface gate "A barrier"
enum Bar = DOWN, SHAKING, UP
input coin, vehicle : bool
output bar : Bar
view v
  req G-1 "It starts closed, and opens for a coin." from "DOORS 7"
    init first: bar' = (if coin' then UP else DOWN)
    step opens: when bar = DOWN then bar' = (if coin' then UP else DOWN)
  req G-2 "A vehicle closes it."
    step closes: when bar = UP and vehicle' then bar' = DOWN
  req G-3 "Without a vehicle it stays open."
    step stays: when bar = UP and not vehicle' then bar' = UP
purpose through "somebody has driven through" for v: bar = UP and bar' = DOWN
"""
MAPS = ["--map", "bar=gate.bar", "--map", "vehicle=car"]


def schema_says(name, document):
    """The faults of a document, where there is a validator."""
    try:
        import jsonschema
    except ImportError:
        return []
    path = SOURCE / "docs" / "schema" / f"{name}.schema.json"
    validator = jsonschema.Draft202012Validator(json.loads(path.read_text()))
    return [e.message for e in validator.iter_errors(document)]


class Folder(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.dir = pathlib.Path(self.folder.name)
        (self.dir / "gate.c").write_text(GATE_C)
        (self.dir / "gate.req").write_text(GATE_REQ)
        self.describe()

    def tearDown(self):
        self.folder.cleanup()

    def describe(self, flags="", car="", more=""):
        (self.dir / "gate.toml").write_text(GATE_TOML % (flags, car, more))

    def catenary(self, *args, code=0):
        done = subprocess.run([CATENARY, *args], cwd=self.dir, text=True,
                              capture_output=True, timeout=300)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done


class Conformance(Folder):
    def check(self, *args, code=0):
        done = self.catenary("check", "gate.toml", "--requirements",
                             "gate.req", *MAPS, "--json", *args, code=code)
        document = json.loads(done.stdout)
        self.assertEqual(schema_says("conformance", document), [])
        return document

    def test_it_conforms(self):
        found = self.check()
        self.assertEqual(found["verdict"], "conforms")
        self.assertEqual(found["program"]["path"], "gate.toml")
        self.assertEqual(found["requirements"]["path"], "gate.req")
        # Power-on, down and up at least; every combination of two inputs.
        self.assertGreaterEqual(found["states"], 3)
        self.assertEqual(found["inputs"], 4)
        self.assertEqual((found["trace"], found["contracts"],
                          found["violated"], found["left_out"]),
                         ([], [], [], None))
        text = self.catenary("check", "gate.toml", "--requirements",
                             "gate.req", *MAPS).stdout
        self.assertIn("gate.toml and gate.req: conforms\n", text)

    def test_it_does_not(self):
        self.describe('"-DSTUCK"')
        found = self.check(code=1)
        self.assertEqual(found["verdict"], "does not conform")
        self.assertEqual(found["contracts"], ["closes"])
        self.assertEqual(found["violated"],
                         [{"id": "G-2", "text": "A vehicle closes it."}])
        # A shortest run: open, then a coin and a car at once.
        self.assertEqual(len(found["trace"]), 2)
        self.assertEqual(found["trace"][1],
                         {"inputs": {"coin": "true", "vehicle": "true"},
                          "outputs": {"bar": "UP"}})
        text = self.catenary("check", "gate.toml", "--requirements",
                             "gate.req", *MAPS, code=1).stdout
        self.assertIn("does not conform", text)
        self.assertIn("G-2", text)
        self.assertIn("A vehicle closes it.", text)

    def test_it_crashes(self):
        self.describe('"-DCRASHES"')
        found = self.check(code=1)
        self.assertEqual(found["verdict"], "does not conform")
        self.assertEqual(len(found["trace"]), 2)
        self.assertIsNone(found["trace"][1]["outputs"])
        self.assertEqual(found["violated"], [])

    def test_no_value_of_the_type(self):
        (self.dir / "gate.c").write_text(GATE_C.replace("? 2 : 0", "? 7 : 0"))
        found = self.check(code=1)
        self.assertEqual(found["contracts"], ["range of bar"])
        self.assertEqual(found["trace"][0]["outputs"],
                         {"bar": "beyond its type"})

    def test_too_many_inputs_prove_nothing(self):
        for flags in ("", '"-DWIDE"'):
            self.describe(flags, more='"wide" = {}')
            (self.dir / "gate.req").write_text(GATE_REQ.replace(
                "output bar", "input wide : int -2147483648..2147483647\n"
                "output bar"))
            found = self.check(code=4)
            self.assertEqual(found["verdict"], "undecided")
            self.assertTrue(found["reason"])
            self.assertEqual(found["trace"], [])
        # But they may well show a fault.
        self.describe('"-DSTUCK"', more='"wide" = {}')
        self.assertEqual(self.check(code=1)["verdict"], "does not conform")

    def test_what_the_program_does_not_accept_is_left_out(self):
        self.describe(car=" range = [0, 0] ")
        found = self.check()
        self.assertEqual(found["verdict"], "conforms")
        self.assertIn("vehicle", found["left_out"])
        self.assertEqual(found["inputs"], 2)

    def test_faults_of_the_user(self):
        def refused(text, *args, program="gate.toml"):
            done = self.catenary("check", program, *args, code=2)
            self.assertIn(text, done.stderr)
            self.assertEqual(done.stdout, "")

        given = ["--requirements", "gate.req"]
        refused("'vehicle'", *given, "--map", "bar=gate.bar")
        refused("--map bar=", *given, "--map", "vehicle=car")
        refused("expected one of coin, vehicle, bar", *given, *MAPS, "--map", "barr=gate.bar")
        refused("does not have a signal 'gate.barr'", *given, "--map",
                "bar=gate.barr", "--map", "vehicle=car")
        refused("bound twice", *given, *MAPS, "--map", "bar=gate.open")
        refused("VARIABLE=SIGNAL", *given, *MAPS, "--map", "coin")
        refused("no.req", "--requirements", "no.req")
        refused("no.toml", *given, program="no.toml")
        refused("gate.toml", "--requirements", "gate.toml")
        refused("--requirements", *given, program="gate.req")
        refused("--map", "--map", "bar=gate.bar")
        (self.dir / "gate.req").write_text(GATE_REQ.replace(
            "UP else", "UPP else"))
        refused("gate.req:", *given, *MAPS)


class Mutation(Folder):
    def suite(self, *args):
        self.catenary("generate", "gate.req", "--cover", "contracts", "-o",
                      "s.json", "--force", *args)

    def mutate(self, *args, number="all", code=0):
        done = self.catenary("run", "s.json", "--sut", "model:gate.toml",
                             "--mutate", number, "--json", *args, code=code)
        document = json.loads(done.stdout)
        self.assertEqual(schema_says("mutation", document), [])
        return document

    def statuses(self, document):
        out = {}
        for m in document["mutants"]:
            out.setdefault(m["status"], []).append(m)
        summary = document["summary"]
        for status in ("killed", "conforming", "survived", "undecided",
                       "broken", "equivalent"):
            self.assertEqual(len(out.get(status, [])), summary[status])
        return out

    def test_all_are_killed_or_conform(self):
        self.suite()
        document = self.mutate(*MAPS)
        found = self.statuses(document)
        self.assertEqual(set(found) - {"killed", "conforming", "equivalent"},
                         set())
        self.assertEqual(document["summary"]["score"], 100)
        self.assertEqual(document["summary"]["mutants"] +
                         document["summary"]["not_compiling"],
                         document["summary"]["possible"])
        tests = {t["id"] for t in
                 json.loads((self.dir / "s.json").read_text())["tests"]}
        for m in found["killed"]:
            self.assertIn(m["test"], tests)
            if not m["requirements"]:  # ranges are of no requirement
                self.assertIn("range of bar", m["reason"])
            self.assertLessEqual(set(m["requirements"]),
                                 {"G-1", "G-2", "G-3"})
            self.assertEqual(m["where"]["file"], "gate.c")
        # A bar that is neither up nor down nor shaking is found as well.
        self.assertTrue(any("range of bar" in m["reason"]
                            for m in found["killed"]))
        for m in found.get("conforming", []):
            self.assertIn("answer all", m["reason"])
            self.assertIsNone(m["test"])

    def test_a_weak_suite_leaves_some_alive(self):
        (self.dir / "gate.req").write_text(GATE_REQ.replace(
            "bar = UP and bar' = DOWN", "bar' = UP"))
        self.catenary("generate", "gate.req", "--cover", "property", "-o",
                      "s.json")
        document = self.mutate(*MAPS, code=1)
        alive = self.statuses(document)["survived"]
        self.assertLess(document["summary"]["score"], 100)
        for m in alive:
            self.assertIn("does not conform", m["reason"])
            self.assertTrue(m["requirements"] or "range of" in m["reason"], m)
            self.assertIsNone(m["test"])
        text = self.catenary("run", "s.json", "--sut", "model:gate.toml",
                             "--mutate", "all", *MAPS, code=1).stdout
        self.assertIn("SURVIVED", text)
        self.assertIn(alive[0]["change"], text)

    def test_some_of_many_by_seed(self):
        self.suite()
        every = self.mutate(*MAPS)["mutants"]
        chosen = [self.mutate(*MAPS, "--seed", seed, number="5")["mutants"]
                  for seed in ("1", "1", "2")]
        self.assertEqual(chosen[0], chosen[1])
        self.assertNotEqual(chosen[0], chosen[2])
        for some in chosen:
            self.assertLessEqual(len(some), 5)
            for m in some:
                self.assertIn(m, every)

    def test_without_requirements_nothing_conforms(self):
        self.catenary("generate", "gate.toml", "-o", "s.json")
        document = self.mutate()
        found = self.statuses(document)
        self.assertEqual(document["summary"]["conforming"], 0)
        self.assertIn("killed", found)
        for m in found["undecided"]:
            self.assertIn("--oracle", m["reason"])

    def test_an_oracle_for_tests_of_the_code(self):
        self.catenary("generate", "gate.toml", "-o", "s.json")
        document = self.mutate("--oracle", "gate.req", *MAPS, code=1)
        found = self.statuses(document)
        self.assertNotIn("undecided", found)
        self.assertIn("survived", found)
        for m in found["killed"]:
            self.assertTrue(m["test"])

    def test_results_are_written(self):
        self.suite()
        document = self.mutate(*MAPS, "-o", "m.json", number="3")
        self.assertEqual(json.loads((self.dir / "m.json").read_text()),
                         document)
        self.mutate_refused("m.json", *MAPS, "-o", "m.json")

    def mutate_refused(self, text, *args):
        done = self.catenary("run", "s.json", "--sut", "model:gate.toml",
                             "--mutate", "3", *args, code=2)
        self.assertIn(text, done.stderr)

    def test_faults_of_the_user(self):
        self.suite()
        self.mutate_refused('no input "vehicle"', "--map", "bar=gate.bar")
        self.mutate_refused('the output "bar"', "--map", "bar=gate.barr", "--map",
                            "vehicle=car")
        self.mutate_refused("no.req", "--oracle", "no.req")
        for number in ("0", "-1", "some", "1.5"):
            self.catenary("run", "s.json", "--sut", "model:gate.toml",
                          "--mutate", number, *MAPS, code=2)
        # A program that fails its tests has nothing to compare mutants with.
        self.describe('"-DSTUCK"')
        (self.dir / "gate.c").write_text(
            GATE_C.replace("coin && car) gate.open", "car) gate.open"))
        self.mutate_refused("does not pass on the program itself", *MAPS)
        self.describe()
        (self.dir / "gate.req").write_text(GATE_REQ + "-- changed\n")
        self.mutate_refused("have changed since the tests", *MAPS)

    def many(self):
        """More mutants than a minute is enough for."""
        extra = "".join(f"static int f{i}(int x) {{ return x > {i} && x != 7 "
                        f"? x + {i + 1} : x - 1; }}\n" for i in range(200))
        calls = "".join(f"  seen = f{i}(seen);\n" for i in range(200))
        (self.dir / "gate.c").write_text(
            "static unsigned char seen;\n" + extra +
            GATE_C.replace("void step(void) {\n",
                           "void step(void) {\n" + calls))

    def partial(self, document):
        self.assertEqual(schema_says("mutation", document), [])
        summary = document["summary"]
        self.assertEqual(len(document["mutants"]), summary["mutants"])
        self.assertLess(summary["mutants"], summary["possible"])
        numbers = [int(m["id"][1:]) for m in document["mutants"]]
        self.assertEqual(numbers, sorted(numbers))
        self.assertEqual(len(numbers) + summary["not_compiling"],
                         max(numbers, default=summary["not_compiling"]))

    def test_time_runs_out(self):
        self.suite()
        self.many()
        document = self.mutate(*MAPS, "--timeout", "3s", code=4)
        self.partial(document)

    def test_what_was_found_until_ctrl_c_is_kept(self):
        self.suite()
        self.many()
        process = subprocess.Popen(
            [CATENARY, "run", "s.json", "--sut", "model:gate.toml",
             "--mutate", "all", "--json", "-o", "m.json", *MAPS],
            cwd=self.dir, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            text=True)
        time.sleep(3)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 130, out + err)
        document = json.loads(out)
        self.partial(document)
        self.assertEqual(json.loads((self.dir / "m.json").read_text()),
                         document)


if __name__ == "__main__":
    CATENARY = str(pathlib.Path(sys.argv[1]).resolve())
    SOURCE = pathlib.Path(sys.argv[2])
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
