#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Certificates of claims about timed models: what the graph of states proves,
against enumeration of the paths of random graphs, and what needs guards.

Usage: proof_timed_test.py CATENARY CATENARY_CHECK_PROOF EXAMPLES
"""
import json
import pathlib
import random
import sys
import unittest

from proof_case import ProofCase

EXAMPLES = ""


def model(edges, states, guards=None):
    """A timed model of these transitions: (from, to, is_output)."""
    lines = ["@xlia< system , 1.0 >:", "timed system S {", "@composite:",
             "  statemachine M {", "  @public:"]
    for number, (_, _, is_output) in enumerate(edges):
        lines.append(f"    port {'output' if is_output else 'input'} "
                     f"C{number};")
    lines += ["  @private:", "    var int n = 0;",
              "    var int a;", "    var int b;",
              "    var clock urational t;", "  @region:"]
    for state in range(states):
        start = "< start >" if state == 0 else ""
        lines.append(f"    state{start} q{state} {{")
        for number, (source, target, is_output) in enumerate(edges):
            if source != state:
                continue
            guard = (guards or {}).get(number, "")
            lines.append(
                f"      transition t{number} --> q{target} {{ {guard} "
                f"{'output' if is_output else 'input'} C{number}; "
                f"t := 0; }}")
        lines.append("    }")
    lines += ["  @com:", "    connect< env > {"]
    for number, (_, _, is_output) in enumerate(edges):
        lines.append(f"      {'output' if is_output else 'input'} "
                     f"C{number};")
    return "\n".join([*lines, "    }", "  }", "}"]) + "\n"


def shortest_test(edges):
    """Steps of a shortest path from state 0 that takes all transitions and
    ends with an output; nothing if there is none."""
    level, seen = {(0, frozenset(), False)}, set()
    for steps in range(60):
        for _, taken, ends in level:
            if ends and len(taken) == len(edges):
                return steps
        seen |= level
        level = {(target, taken | {number}, is_output)
                 for state, taken, _ in level
                 for number, (source, target, is_output) in enumerate(edges)
                 if source == state} - seen
    return None


class TimedProofs(ProofCase):
    def test_chains_of_the_examples(self):
        for name, steps in (("coffee_machine", 11), ("atm_bank", 14)):
            made, _ = self.certify(EXAMPLES / name / f"{name}.xlia",
                                   "--method", "chain")
            bound = made["summary"]["bound"]
            self.assertEqual((bound["lower"], bound["trust"]),
                             (steps, "certified"))
            suite = json.loads(self.check().stdout)["suite"]
            self.assertEqual((suite["resets"], suite["steps"]), (0, steps))
            content = (self.dir / "m.cert").read_bytes()
            line = b" 0 %d\n" % steps
            self.assertEqual(content.count(line), 1)
            more = content.replace(line, b" 0 %d\n" % (steps + 1))
            self.assertEqual(self.check(content=more).returncode, 1)

    def certify_guards(self, guards):
        """Statuses and trusts of states: q2 is behind these guards of the
        transitions 1 and 2, nothing leads to q3."""
        edges = [(0, 1, False), (1, 1, True), (1, 2, True), (3, 0, True)]
        (self.dir / "m.xlia").write_text(model(edges, 4, guards))
        made, said = self.certify("m.xlia", "--cover", "states")
        goals = {g["id"]: (g["status"], g["trust"]) for g in made["goals"]}
        self.assertEqual(goals["q3"], ("unreachable", "certified"))
        return goals, said

    def test_what_guards_prevent_is_certified(self):
        for guards in ({2: "guard ( n == 1 );"},
                       {2: "guard ( t > 5 && t < 4 );"},
                       {1: "guard ( a == 1 || a == 4 ); n := a;",
                        2: "guard ( n == 2 );"}):
            goals, _ = self.certify_guards(guards)
            self.assertEqual(goals["q2"], ("unreachable", "certified"), guards)
            said = json.loads(self.check().stdout)
            self.assertEqual(said["unreachable"], ["q2", "q3"])
            self.assertEqual(said["distances"], {"q1": 1})

    def test_what_relates_unknown_values_has_no_certificate(self):
        goals, said = self.certify_guards(
            {1: "guard ( a == b );", 2: "guard ( a < b && b < a );"})
        self.assertEqual(goals["q2"], ("unreachable", "proved"))
        self.assertIn("the abstraction of the model has runs against",
                      said)
        self.assertEqual(json.loads(self.check().stdout)["unreachable"],
                         ["q3"])

    def certify_detour(self, guard, type_of_n):
        """q2 is reached in two steps, by one of two transitions that nobody
        can tell apart, so that its test takes a detour of three steps."""
        self.write_edges(
            [(0, 1, False), (1, 2, True), (1, 3, True), (1, 4, True),
             (4, 2, True)], guard, type_of_n)
        made, said = self.certify("m.xlia", "--cover", "states")
        depths = {g["id"]: g["depth"] for g in made["goals"]
                  if g["status"] == "covered"}
        self.assertEqual(depths["q2"], 3)
        return said

    def write_edges(self, edges, guard, type_of_n):
        text = model(edges, 5, {1: guard, 2: guard})
        text = text.replace("var int n = 0;", f"var {type_of_n} n = 0;")
        # Both transitions send the same; the first one stores its input.
        text = text.replace("output C2;", "output C1;", 2)
        text = text.replace("port output C1;", "port output C2;", 1)
        text = text.replace("port input C0;", "port input C0( int v );")
        text = text.replace("input C0; t := 0;", "input C0( a ); n := a;")
        (self.dir / "m.xlia").write_text(text)

    def test_the_length_of_a_detour_is_no_shortest_one(self):
        self.certify_detour("guard ( n <= 3 );", "int")
        self.assertNotIn("q2", json.loads(self.check().stdout)["distances"])

    def test_an_assignment_may_leave_the_range_of_a_type(self):
        """A negative value in a uint is kept: so q2 is reached in 2 steps."""
        self.certify_detour("guard ( n <= 3 ); guard ( n + 1 <= 0 );", "uint")
        self.assertNotIn("q2", json.loads(self.check().stdout)["distances"])

    def test_two_clocks_and_a_counter(self):
        made, said = self.certify(
            EXAMPLES / "alarm_two_clocks" / "alarm_two_clocks.xlia",
            "--cover", "pairs")
        self.assertNotIn("of the others", said)
        depths = {g["id"]: g["depth"] for g in made["goals"]
                  if g["status"] == "covered"}
        self.assertEqual(len(depths), 47)
        found = json.loads(self.check().stdout)
        self.assertEqual(found["distances"], depths)
        self.assertEqual(found["unreachable"],
                         ["Watching.motion/Entered.third_mistake"])
        # Two mistakes come before the third one.
        self.assertEqual(depths["Entered.third_mistake/Caught.at_once"], 7)

    def test_random_graphs_against_enumeration(self):
        rng = random.Random(1116)
        certified = 0
        for _ in range(25):
            states = rng.randrange(2, 5)
            # A way around, so that most transitions can be taken.
            edges = [(at, (at + 1) % states, rng.random() < 0.6)
                     for at in range(states)]
            edges += [(rng.randrange(states), rng.randrange(states),
                       rng.random() < 0.6) for _ in range(rng.randrange(4))]
            (self.dir / "m.xlia").write_text(model(edges, states))
            made, _ = self.certify("m.xlia", "--method", "chain")
            bound = made["summary"]["bound"]
            covered = made["summary"]["covered"]
            if covered < len(edges):
                continue
            if made["summary"]["tests"] == 1:
                self.assertLessEqual(bound["lower"], shortest_test(edges))
            if not bound["minimal"]:
                continue
            if made["summary"]["tests"] == 1:
                self.assertEqual(bound["lower"], shortest_test(edges), edges)
                self.assertEqual(bound["trust"], "certified", edges)
                certified += 1
        self.assertGreater(certified, 8)


if __name__ == "__main__":
    EXAMPLES = pathlib.Path(sys.argv.pop()).resolve()
    ProofCase.checker = sys.argv.pop()
    ProofCase.catenary = sys.argv.pop()
    unittest.main()
