#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Requirement interfaces from the command line: verdicts, conflicts, exit
codes, JSON.

Usage: contract_test.py CATENARY SOURCE_DIRECTORY
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
    step c2: when deq' and not enq'{guard} then k' = k - 1
  req r3 "E tells that it is empty."
    step c3: E' <=> k' = 0
  req r4 "F tells that it is full."
    step c4: F' <=> k' = N
  req r5 "Otherwise nothing changes."
    step c5: when (enq' <=> deq') or enq' and F or deq' and E then k' = k
"""
# One may stay away from x = 2, but need not.
AVOID = """interface avoid
input i : bool
output x : int 0..2
view v
  req r "After two there is nothing."
    step c: when x = 2 then i' and x' = 2
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


def fret(*requirements):
    """A database of FRET 1: (component, id, formula)."""
    return json.dumps([
        {"reqid": name, "project": "P", "fulltext": "",
         "semantics": {"component_name": component, "ptExpanded": formula}}
        for component, name, formula in requirements])


def kinds(**kinds_of):
    return json.dumps([
        {"variable_name": name, "idType": kind, "dataType": "boolean"}
        for name, kind in kinds_of.items()])


class Contract(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.dir = pathlib.Path(self.folder.name)
        self.put("good.req", BUFFER.replace("{guard}", " and k > 0"))
        self.put("bad.req", BUFFER.replace("{guard}", ""))
        self.put("avoid.req", AVOID)

    def tearDown(self):
        self.folder.cleanup()

    def put(self, name, text):
        (self.dir / name).write_text(text, encoding="utf-8")

    def check(self, *arguments):
        return subprocess.run([CATENARY, "check", *arguments], cwd=self.dir,
                              capture_output=True, text=True, timeout=120)

    def document(self, *arguments):
        done = self.check(*arguments, "--json")
        document = json.loads(done.stdout)
        self.assertEqual(schema_says("check", document), [])
        return done.returncode, document

    def test_a_consistent_interface(self):
        done = self.check("good.req")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("strategy: consistent for ever\n", done.stdout)
        self.assertIn("no dead end: consistent for ever\n", done.stdout)
        code, document = self.document("good.req")
        self.assertEqual(code, 0)
        both = document["consistency"]
        for notion in ("strategy", "no_dead_end"):
            self.assertEqual(both[notion]["verdict"], "consistent")
            self.assertEqual(both[notion]["k"], "forever")

    def test_a_conflict(self):
        code, document = self.document("bad.req")
        self.assertEqual(code, 1)
        strategy = document["consistency"]["strategy"]
        self.assertEqual(strategy["verdict"], "inconsistent")
        self.assertEqual(strategy["k"], 1)
        (conflict,) = strategy["conflicts"]
        self.assertEqual(conflict["contracts"], ["c0", "c2"])
        self.assertEqual(conflict["requirements"], ["r0", "r2"])
        self.assertEqual(conflict["ranges"], ["k: 0..2"])
        self.assertEqual(len(conflict["trace"]), 2)
        self.assertIsNone(conflict["trace"][1]["answer"])
        self.assertEqual(strategy["corrections"], [["c0"], ["c2"]])
        text = self.check("bad.req").stdout
        self.assertIn("strategy: inconsistent at step 1\n", text)
        self.assertIn("conflict: c0, c2; with the range of k: 0..2\n", text)
        self.assertIn("    r2: Items go out.\n", text)

    def test_steps(self):
        code, document = self.document("bad.req", "--steps", "0")
        self.assertEqual(code, 0)
        self.assertEqual(document["consistency"]["strategy"]["k"], 0)
        done = self.check("bad.req", "--steps", "some")
        self.assertEqual(done.returncode, 2)
        self.assertIn("expected a number or forever", done.stderr)

    def test_notions(self):
        code, document = self.document("avoid.req", "--notion", "strategy")
        self.assertEqual(code, 0)
        self.assertNotIn("no_dead_end", document["consistency"])
        code, document = self.document("avoid.req", "--notion", "no-dead-end")
        self.assertEqual(code, 1)
        self.assertNotIn("strategy", document["consistency"])
        (core,) = document["consistency"]["no_dead_end"]["cores"]
        self.assertEqual(core["contracts"], ["c"])
        self.assertFalse(core["inputs_suffice"])

    def test_options_of_other_models_mean_nothing(self):
        done = self.check("good.req", "--cover", "branch")
        self.assertEqual(done.returncode, 2)
        self.assertIn("--cover", done.stderr)

    def test_refinement(self):
        larger = BUFFER.replace("N = 2", "N = 3").replace("{guard}",
                                                          " and k > 0")
        self.put("large.req", larger)
        done = self.check("good.req", "--refines", "good.req")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(
            done.stdout,
            "buffer (good.req) refines buffer (good.req): proved\n")
        done = self.check("large.req", "--refines", "good.req")
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("does not refine", done.stdout)
        self.assertIn("  step 2: ", done.stdout)
        self.assertIn("forbidden by buffer: c", done.stdout)
        code, document = self.document("large.req", "--refines", "good.req")
        self.assertEqual(code, 1)
        refinement = document["refinement"]
        self.assertEqual(refinement["verdict"], "fails")
        self.assertEqual(refinement["refined"]["path"], "good.req")
        self.assertEqual(len(refinement["trace"]), 3)
        self.assertTrue(refinement["requirements"])
        self.assertEqual(document["findings"][0]["code"], "refinement-fails")

    def test_refinement_with_enumerations(self):
        text = ("interface lamp\nenum Hue = RED, GREEN\ninput go : Hue\n"
                "output light : Hue\nview v\n  req R \"As it is told.\"\n"
                "    always c: {}\n")
        self.put("lamp.req", text.format("light' = go'"))
        self.put("any.req", text.format("when go' = RED then light' = go'"))
        code, document = self.document("any.req", "--refines", "lamp.req")
        self.assertEqual(code, 1)
        self.assertEqual(document["refinement"]["contracts"], ["c"])
        self.assertEqual(document["refinement"]["trace"],
                         [{"inputs": {"go": "GREEN"},
                           "answer": {"light": "RED"}}])
        self.assertEqual(self.check("lamp.req", "--refines",
                                    "any.req").returncode, 0)

    def test_refinement_without_an_answer(self):
        self.put("stuck.req", AVOID)
        self.put("free.req", AVOID.replace("when x = 2 then i' and x' = 2",
                                           "true"))
        code, document = self.document("stuck.req", "--refines", "free.req")
        self.assertEqual(code, 1)
        self.assertIsNone(document["refinement"]["trace"][-1]["answer"])
        self.assertEqual(document["refinement"]["contracts"], [])
        text = self.check("stuck.req", "--refines", "free.req").stdout
        self.assertIn("-> no answer\n", text)
        self.assertIn("does not answer it", text)

    def test_refinement_of_what_cannot_be(self):
        for arguments, text in (
                (["good.req", "--refines", "avoid.req"],
                 "inputs and outputs are not those of avoid.req"),
                (["good.req", "--refines", "none.req"], "none.req"),
                (["good.req", "--refines", "good.req", "--steps", "3"],
                 "--steps"),
        ):
            done = self.check(*arguments)
            self.assertEqual(done.returncode, 2, arguments)
            self.assertIn(text, done.stderr)

    def test_components_of_fret(self):
        self.put("f.json", fret(("door", "D-1", "(H (call -> open))"),
                                ("lamp", "L-1", "(H (lit & (! lit)))"),
                                ("horn", "H-1", "(H (power(call) > 1))")))
        done = self.check("f.json")
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn("convert f.json --to fret-variables", done.stderr)
        self.put("f.variables.json",
                 kinds(call="Input", open="Output", lit="Output"))
        done = self.check("f.json")
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn("horn: not checked", done.stdout)
        self.assertIn("consistent for ever", done.stdout)
        self.assertIn("inconsistent at step 0", done.stdout)
        self.assertEqual(self.check("f.json#door").returncode, 0)
        self.assertEqual(self.check("f.json#lamp").returncode, 1)
        self.assertEqual(
            self.check("f.json", "--component", "door").returncode, 0)
        done = self.check("f.json", "--component", "roof")
        self.assertEqual(done.returncode, 2)
        self.assertIn("there is no component 'roof'", done.stderr)
        done = self.check("f.json", "--json")
        self.assertEqual(done.returncode, 2)
        document = json.loads(done.stdout)
        self.assertEqual(schema_says("check", document), [])
        self.assertEqual([c["component"] for c in document["components"]],
                         ["door", "lamp", "horn"])
        door, lamp, horn = document["components"]
        self.assertEqual(schema_says("check", door["check"]), [])
        self.assertEqual(
            door["check"]["consistency"]["strategy"]["verdict"], "consistent")
        self.assertEqual(
            lamp["check"]["consistency"]["strategy"]["verdict"],
            "inconsistent")
        self.assertIsNone(horn["check"])
        self.assertIn("'power'", horn["faults"][0]["message"])
        self.assertEqual(document["summary"]["contracts"], 2)
        self.assertEqual(document["summary"]["findings"],
                         len(document["findings"]))
        self.assertIn("'power'",
                      " ".join(f["message"] for f in document["findings"]))

    def test_left_out_assumptions_of_fret_may_save_what_is_inconsistent(self):
        self.put("f.json", fret(("lamp", "my-assumption", "(H (! (O x)))"),
                                ("lamp", "L-2", "(H (on <-> (! x)) & (H on))")))
        self.put("f.variables.json", kinds(x="Input", on="Output"))
        done = self.check("f.json", "--json")
        document = json.loads(done.stdout)
        for notion in ("strategy", "no_dead_end"):
            found = document["consistency"][notion]
            self.assertEqual(found["verdict"], "undecided")
            self.assertIn("inconsistent at step 0 by L-2.1, but assumptions",
                          found["reason"])
        self.assertNotEqual(done.returncode, 1)

    def test_what_is_left_out_of_fret_qualifies_verdicts(self):
        self.put("f.json", fret(("door", "D-1", "(H (call -> open))"),
                                ("door", "D-2", "(H (power(call) > 1))")))
        self.put("f.variables.json", kinds(call="Input", open="Output"))
        done = self.check("f.json")
        self.assertIn("2 requirements, 1 contract, 1 left out", done.stdout)
        self.assertIn("consistent for ever, without what is left out",
                      done.stdout)
        document = json.loads(self.check("f.json", "--json").stdout)
        self.assertEqual(schema_says("check", document), [])
        self.assertEqual(document["summary"]["left_out"], 1)
        self.put("all.req", "interface P\ninput call : bool\noutput open : bool\n"
                 "view v\n  req A\n    always: open'\n")
        done = self.check("all.req", "--refines", "f.json")
        self.assertEqual(done.returncode, 4, done.stdout)
        self.assertIn("1 of the requirements of f.json are left out",
                      done.stdout)

    def test_time(self):
        done = self.check("good.req", "--timeout", "1ms", "--json")
        self.assertIn(done.returncode, (0, 4))


if __name__ == "__main__":
    CATENARY = str(pathlib.Path(sys.argv[1]).resolve())
    SOURCE = pathlib.Path(sys.argv[2]).resolve()
    unittest.main(argv=[sys.argv[0]])
