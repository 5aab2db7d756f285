#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""BTOR2 and SMT-LIB of models with steps mean what the model means. Each test
of the model is walked in its BTOR2 by another reader (btor2_model.py): outputs
are those expected, and goals are hit in the steps that hit them. Catenary reads
the BTOR2 back and finds every goal at the same depth. Z3 finds runs of that
length and none that is shorter.

Usage: steps_export_test.py CATENARY SOURCE_FOLDER
"""
import ctypes
import json
import pathlib
import struct
import subprocess
import sys
import tempfile
import unittest

from btor2_model import Model

CATENARY = ""
SOURCE = pathlib.Path()

LAMP = """
int button;
int lamp;
int count;
void step(void) {
  if (button == 1) lamp = !lamp;
  if (lamp) { count++; if (count > 3) count = 10 / (button - 2); }
}
"""
# Ends, assumptions, goals hit before either, a choice at the begin, arrays, and
# goals that only the initialisation hits.
ENDS = """
#include <catenary/c.h>
#include <stdlib.h>
#include <string.h>
unsigned char in, start;
signed char table[4];
unsigned char at, sum;
void init(void) {
  CATENARY_GOAL("begun", start == 7);
  memset(table, start, 4);
  at = start & 3;
}
void step(void) {
  CATENARY_GOAL("before", in == 9);
  CATENARY_ASSUME(in != 9);
  CATENARY_GOAL("never", in == 9);
  table[in & 3] = (signed char)(in >> 1);
  at = (unsigned char)((at + 1) & 3);
  sum = (unsigned char)(sum + table[at]);
  CATENARY_GOAL("last", in == 8);
  if (in == 8) exit(0);
  CATENARY_GOAL("after-end", sum == 77 && at == 2);
}
"""
ENDS_TOML = """
[program]
sources = ["ends.c"]
init = "init();"
step = "step();"
[inputs]
"in" = { range = [0, 200] }
[initial]
"start" = { range = [3, 9] }
[outputs]
"sum" = {}
"at" = {}
"""
DOOR = """
model door
protocol Handle {
  in push(force: int)
  out closed()
}
capsule Door {
  port handle: Handle
  attribute pushes: int = 0
  machine {
    initial start
    state shut
    state wide
    transition begin: start -> shut
    transition push: shut -> wide {
      on handle.push
      when { return force > 3 && pushes < 2; }
      do { pushes++; }
    }
    transition back: wide -> shut {
      on handle.push
      do { handle.closed().send(); }
    }
  }
}
"""
MEMORY = """1 sort bitvec 1
2 sort bitvec 4
3 sort bitvec 12
4 sort array 2 3
5 input 2 at
6 input 3 data
7 state 4 memory
8 constd 3 5
9 state 4 memory
10 init 4 9 8
11 write 4 9 5 6
12 next 4 9 11
13 next 4 7 7
14 read 3 9 5
15 constd 3 4000
16 eq 1 14 15
17 smod 3 14 6
18 constd 3 4090
19 eq 1 17 18
20 rol 2 5 5
21 ssubo 1 20 5
22 and 1 21 16
23 bad 22 both
24 bad 19 rest
25 neq 1 5 20
26 constraint 25 moving
27 zero 3
28 init 4 7 27
29 output 14 shown
"""


def run(*words, fails=False):
    done = subprocess.run([CATENARY, *map(str, words)], capture_output=True,
                          text=True)
    if (done.returncode >= 2) != fails:
        raise AssertionError(f"{words}: {done.returncode}\n{done.stderr}")
    return done


def bits(value):
    """An integer whose lowest bits are those of the machine."""
    if isinstance(value, float):
        return struct.unpack("<I", struct.pack("<f", value))[0]
    return int(value)


def smtlib_answers(text):
    """What Z3 prints, by its library, which the program links as well."""
    z3 = ctypes.CDLL("libz3.so.4")
    for name in ("Z3_mk_config", "Z3_mk_context"):
        getattr(z3, name).restype = ctypes.c_void_p
    z3.Z3_eval_smtlib2_string.restype = ctypes.c_char_p
    context = z3.Z3_mk_context(ctypes.c_void_p(z3.Z3_mk_config()))
    out = z3.Z3_eval_smtlib2_string(ctypes.c_void_p(context), text.encode())
    z3.Z3_del_context(ctypes.c_void_p(context))
    lines = out.decode().split("\n")
    return dict(zip(lines[0::2], lines[1::2]))


class StepsExport(unittest.TestCase):
    def setUp(self):
        self.place = tempfile.TemporaryDirectory()
        self.addCleanup(self.place.cleanup)
        self.folder = pathlib.Path(self.place.name)

    def file(self, name, text):
        path = self.folder / name
        path.write_text(text)
        return path

    def suite(self, model, *options):
        """By a solver: shortest runs, and proofs, in spaces of any size."""
        out = self.folder / "suite.json"
        run("generate", model, "-o", out, "--force", "-q", "--engine",
            "symbolic", *options)
        return json.loads(out.read_text())

    def btor2(self, model, *options):
        out = self.folder / "model.btor2"
        run("convert", model, "--to", "btor2", "-o", out, "--force", "-q",
            *options)
        return out

    @staticmethod
    def symbol(goal):
        return goal.replace(" ", "_")

    @staticmethod
    def steps_of(suite, test):
        """What is set at first, and all steps, also those that several tests
        share."""
        first, steps = {}, []
        if "after" in test:
            first, steps = StepsExport.steps_of(
                suite, suite["prefixes"][test["after"]])
        for step in test["steps"]:
            steps = steps + [step] * step.get("repeat", 1)
        return {**first, **test.get("initial", {})}, steps

    def walk(self, suite, model):
        """Each test of the suite, in the BTOR2."""
        goals = {self.symbol(g["id"]): g for g in suite["goals"]}
        extra = [n for n in model.by_name("bad") if n not in goals]
        self.assertTrue(all(n.startswith(("crash@", "not-encoded"))
                            for n in extra), extra)
        steps = 0
        for test in suite["tests"]:
            first, all_steps = self.steps_of(suite, test)
            state = model.start({n: bits(v) for n, v in
                                 first.get("values", {}).items()})
            seen = set()
            for k, step in enumerate(all_steps):
                shown, state = model.step(
                    state, {n: bits(v) for n, v in step["inputs"].items()})
                where = (test["name"], k, step)
                self.assertIsNotNone(shown, where)
                for name, value in step.get("expect", {}).items():
                    width = model.width_of(model.by_name("output")[name])
                    self.assertEqual(shown["output"][name],
                                     bits(value) & ((1 << width) - 1), where)
                hit = {n for n, value in shown["bad"].items()
                       if value and n in goals}
                for name in hit:
                    self.assertEqual(goals[name]["status"], "covered", where)
                    self.assertLessEqual(goals[name]["depth"], k + 1, where)
                want = step.get("goals", [])
                if k == 0:
                    want = want + first.get("goals", [])
                self.assertLessEqual(set(map(self.symbol, want)), hit, where)
                seen |= hit
                steps += 1
            # All that the test covers, whichever step it is.
            self.assertLessEqual(set(map(self.symbol, test["goals"])), seen,
                                 test["name"])
        self.assertGreater(steps, 0)

    def same_depths(self, suite, back, extra=()):
        """A goal is covered after the same steps, or unreachable, in both."""
        found = {g["id"]: g for g in back["goals"]}
        for goal in suite["goals"]:
            other = found.pop(self.symbol(goal["id"]))
            self.assertEqual(goal["status"], other["status"], goal)
            if goal["status"] == "covered":
                # The initialisation has no frame of its own.
                self.assertEqual(max(goal["depth"], 1), other["depth"], goal)
        self.assertEqual(sorted(found), sorted(extra))

    def ask_z3(self, model, suite, *options, most=7):
        """Z3 finds what is covered with the least steps, and no less."""
        for steps in range(1, most + 1):
            text = run("convert", model, "--to", "smtlib", "--max-steps",
                       steps, "-q", *options).stdout
            answers = smtlib_answers(text)
            for goal in suite["goals"]:
                reached = (goal["status"] == "covered" and
                           goal["depth"] <= steps)
                self.assertEqual(answers[goal["id"]],
                                 "sat" if reached else "unsat",
                                 (goal["id"], steps))

    def check(self, model, *options, extra=(), most=6):
        suite = self.suite(model, *options)
        path = self.btor2(model, *options)
        self.walk(suite, Model(path.read_text()))
        self.same_depths(suite, self.suite(path), extra)
        self.ask_z3(model, suite, *options, most=most)
        return suite, path

    def test_a_c_program_and_its_error(self):
        suite, _ = self.check(
            self.file("lamp.c", LAMP), "--cover", "branch",
            extra=["crash@" + str(self.folder / "lamp.c") +
                   ":7:50:division_by_zero"])
        self.assertEqual(max(g["depth"] for g in suite["goals"]), 4)

    def test_hits_count_before_a_run_stops_and_not_behind(self):
        self.file("ends.c", ENDS)
        suite, _ = self.check(self.file("ends.toml", ENDS_TOML), most=4)
        status = {g["id"]: g["status"] for g in suite["goals"]}
        self.assertEqual(status["before"], "covered")
        self.assertEqual(status["begun"], "covered")
        self.assertEqual(status["last"], "covered")
        self.assertEqual(status["never"], "unreachable")

    def test_a_state_machine(self):
        model = self.file("door.sm", DOOR)
        suite = self.suite(model)
        path = self.btor2(model)
        self.walk(suite, Model(path.read_text()))
        back = self.suite(path)
        proved = [g for g in suite["goals"] if g["status"] == "covered"]
        self.assertGreater(len(proved), 4)
        extra = [g["id"] for g in back["goals"]
                 if g["id"].startswith(("crash@", "not-encoded"))]
        self.same_depths(suite, back, extra)
        self.ask_z3(model, suite, most=5)

    def test_verilog(self):
        model = SOURCE / "tests/regress/level0/verilog_counter.v"
        suite, path = self.check(model)
        self.assertIn("unreachable", {g["status"] for g in suite["goals"]})

    def test_btor2_with_arrays_is_written_as_it_was(self):
        model = self.file("memory.btor2", MEMORY)
        suite, path = self.check(model, most=3)
        self.assertEqual({g["status"] for g in suite["goals"]}, {"covered"})
        again = self.file("again.btor2", path.read_text())
        self.assertEqual(path.read_text().split("\n")[1:],
                         self.btor2(again).read_text().split("\n")[1:])

    def test_what_has_no_steps_or_no_bit_vectors_is_refused(self):
        wave = self.file("wave.c", """
            float level, last;
            void step(void) { if (level * 3.0f > last) last = level; }
            """)
        refused = run("convert", wave, "--cover", "branch", "--to", "btor2",
                      fails=True).stderr
        self.assertRegex(refused, "cannot be written as BTOR2")
        self.assertIn("fp.gt", run("convert", wave, "--cover", "branch",
                                   "--to", "smtlib").stdout)
        none = self.file("none.c", "int x; void step(void) { x = 1; }")
        self.assertIn("[no-goal]", run("convert", none, "--to", "btor2",
                                       fails=True).stderr)
        lamp = self.file("lamp.c", LAMP)
        for words, code in (
                (("lamp.c", "--to", "btor2", "--max-steps", "3"), "max-steps"),
                (("m.btor2", "--to", "btor2", "--cover", "branch"), "cover"),
                (("m.btor2", "--to", "adapter"), "a transition system"),
                (("lamp.c", "--to", "lustre"), "not made from a program")):
            self.file("m.btor2", MEMORY)
            model = self.folder / words[0]
            self.assertIn(code, run("convert", model, *words[1:],
                                    fails=True).stderr)


if __name__ == "__main__":
    CATENARY = sys.argv[1]
    SOURCE = pathlib.Path(sys.argv[2])
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
