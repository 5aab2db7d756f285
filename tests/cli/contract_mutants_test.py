#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Mutants of requirements: tests for them, and which ones a suite kills.

Usage: contract_mutants_test.py CATENARY SOURCE_DIRECTORY
"""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

CATENARY = ""
SOURCE = pathlib.Path()

BUFFER = """interface buffer "a buffer of two places"
const N = 2
input  enq, deq : bool
output E, F : bool
hidden k : int 0..N

view beh
  req r0 "It starts empty."
    init c0: k' = 0 and E' and not F'
  req r1 "Items come in."
    step c1: when enq' and not deq' and k < N then k' = k + 1
  req r2 "Items go out."
    step c2: when deq' and not enq' and k > 0 then k' = k - 1
  req r3 "E tells that it is empty."
    step c3: E' <=> k' = 0
  req r4 "F tells that it is full."
    step c4: F' <=> k' = N
  req r5 "Otherwise nothing changes."
    step c5: when (enq' <=> deq') or enq' and F or deq' and E then k' = k
"""


def schema_says(name, document):
    """The faults of a document, where there is a validator."""
    try:
        import jsonschema
    except ImportError:
        return []
    path = SOURCE / "docs" / "schema" / f"{name}.schema.json"
    validator = jsonschema.Draft202012Validator(json.loads(path.read_text()))
    return [e.message for e in validator.iter_errors(document)]


class Mutants(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.dir = pathlib.Path(self.folder.name)
        (self.dir / "b.req").write_text(BUFFER)

    def tearDown(self):
        self.folder.cleanup()

    def catenary(self, *args, code=0):
        done = subprocess.run([CATENARY, *args], cwd=self.dir, text=True,
                              capture_output=True, timeout=300)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done

    def mutate(self, *args, code=0):
        done = self.catenary("run", "s.json", "--sut", "model:b.req",
                             "--mutate", "all", "--json", *args, code=code)
        document = json.loads(done.stdout)
        self.assertEqual(schema_says("mutation", document), [])
        return document

    def test_tests_for_mutants_kill_all_that_do_not_conform(self):
        done = self.catenary("generate", "b.req", "--cover", "mutants",
                             "--json", "-o", "s.json")
        made = json.loads(done.stdout)
        self.assertEqual(schema_says("generate", made), [])
        status = {g["id"]: g["status"] for g in made["goals"]}
        self.assertEqual(set(status.values()), {"covered", "unreachable"})
        report = self.mutate()
        self.assertEqual(len(report["mutants"]), len(status))
        for mutant in report["mutants"]:
            expected = {"covered": "killed", "unreachable": "conforming"}
            self.assertEqual(mutant["status"],
                             expected[status["mutant." + mutant["id"]]],
                             mutant)
        kinds = {m["kind"] for m in report["mutants"]}
        self.assertIn("prime", kinds)
        self.assertIn("connective", kinds)
        # Right systems pass, whatever they choose.
        for seed in ("1", "2", "3"):
            self.catenary("run", "s.json", "--sut", "model:b.req",
                          "--policy", "random", "--seed", seed)

    def test_a_weak_suite_leaves_some_alive(self):
        (self.dir / "b.req").write_text(
            BUFFER + "\npurpose first for beh: E'\n")
        self.catenary("generate", "b.req", "--cover", "property", "-o",
                      "s.json")
        report = self.mutate(code=1)
        alive = [m for m in report["mutants"] if m["status"] == "survived"]
        self.assertTrue(alive)
        self.assertIn("does not conform", alive[0]["reason"])

    def test_the_file_may_ask_for_mutants_of_a_view(self):
        (self.dir / "b.req").write_text(BUFFER.replace(
            "  req r3", "view flags\n  req r3") + "\ncover mutants for flags\n")
        done = self.catenary("generate", "b.req", "--json", "-o", "s.json")
        goals = json.loads(done.stdout)["goals"]
        self.assertTrue(goals)
        suite = json.loads((self.dir / "s.json").read_text())
        requirements = {r for g in suite["goals"] for r in g["requirements"]}
        self.assertEqual(requirements, {"r3", "r4", "r5"})

    def test_a_bound_is_kept(self):
        done = self.catenary("generate", "b.req", "--cover", "mutants",
                             "--max-steps", "1", "--json", "-o", "s.json",
                             code=1)
        goals = json.loads(done.stdout)["goals"]
        self.assertEqual({g["status"] for g in goals},
                         {"covered", "unreachable", "not_within_bound"})

    def test_only_tests_of_these_requirements(self):
        self.catenary("generate", "b.req", "--cover", "mutants", "-o",
                      "s.json")
        (self.dir / "b.req").write_text(
            BUFFER.replace("output E, F", "output E, F, G"))
        done = self.catenary("run", "s.json", "--sut", "model:b.req",
                             "--mutate", "all", code=2)
        self.assertIn("other inputs", done.stderr)

    def test_some_mutants_of_many(self):
        self.catenary("generate", "b.req", "--cover", "mutants", "-o",
                      "s.json")
        done = self.catenary("run", "s.json", "--sut", "model:b.req",
                             "--mutate", "5", "--seed", "3", "--json")
        self.assertEqual(len(json.loads(done.stdout)["mutants"]), 5)


if __name__ == "__main__":
    CATENARY = str(pathlib.Path(sys.argv[1]).resolve())
    SOURCE = pathlib.Path(sys.argv[2])
    unittest.main(argv=sys.argv[:1])
