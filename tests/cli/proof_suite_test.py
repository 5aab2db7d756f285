#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Certificates of the least cost of a suite: all ways in which they are proved,
against the least cost by enumeration, and with claims that are not true.

Usage: proof_suite_test.py CATENARY CATENARY_CHECK_PROOF
"""
import json
import random
import re
import sys
import unittest

from proof_case import ProofCase

# Two ends that exclude each other: no test has both goals.
TURN = """int a;
static unsigned char state;
void step(void) {
  if (state == 0) { if (a == 1) state = 1; else if (a == 2) state = 2; }
  else if (state == 1) state = a == 5 ? 3 : 1;
  else if (state == 2 && a == 9) state = 4;
}
"""
# The same with conditions that a solver decides, but no case split on bits.
PRODUCT = """int a, b;
static unsigned char state;
void step(void) {
  int hit = a % 1000 * (b % 1000) == 391 * 7;
  if (state == 0) state = hit ? 1 : a > 7 ? 2 : 0;
  else if (state == 1) state = a * 3 == b + 1 ? 3 : 1;
  else if (state == 2) { if (b - a == 77) state = 4; }
}
"""
# Each goal ends its run.
ENDS = """#include <stdlib.h>
int a;
static unsigned char state;
void step(void) {
  if (state == 3) exit(0);
  if (a == 4) { state = 9; exit(0); }
  state++;
}
"""


def model(source, goals, inputs):
    lines = ["[program]", f'sources = ["{source}"]', 'step = "step();"',
             "[inputs]"]
    lines += [f'"{name}" = {{ {range_} }}' for name, range_ in inputs.items()]
    for name, when in goals.items():
        lines += ["[[property]]", f'id = "{name}"', f'when = "{when}"',
                  'then = "1"']
    return "\n".join(lines) + "\n"


def least_cost(table, goals, steps):
    """Tests and steps of the cheapest suite of a table of next states, from
    state 0: all pairs of a state and a set of goals, breadth first."""
    pairs = {(0, frozenset()): 0}
    for tests in range(1, len(goals) + 2):
        ends, level, cost = {}, {}, 0
        for (_, hit), at in pairs.items():
            level.setdefault(at, set()).add((0, hit))
        seen = set()
        while level and cost < steps:
            cost = min(level)
            for state, hit in level.pop(cost):
                if (state, hit) in seen:
                    continue
                seen.add((state, hit))
                ends.setdefault(hit, cost)
                for target in table[state]:
                    # Conditions are judged before the step.
                    now = hit | ({state} & goals)
                    level.setdefault(cost + 1, set()).add((target, now))
        if goals in ends:
            return tests, ends[goals]
        pairs = {(0, hit): cost for hit, cost in ends.items()}
    return None


class SuiteProofs(ProofCase):
    def made_of(self, source, goals, inputs, *options):
        """The summary of a generation, and its certificate."""
        (self.dir / "m.c").write_text(source)
        (self.dir / "m.toml").write_text(model("m.c", goals, inputs))
        made, _ = self.certify("m.toml", *options)
        return made["summary"], (self.dir / "m.cert").read_bytes()

    def check_all(self, content, suite="s.json"):
        return self.check(*(["--suite", suite] if suite else []),
                          content=content)

    def claim(self, content):
        found = re.search(rb"suite (\w+) (\d+) (\d+)( \d+)?\n", content)
        return found[1].decode(), int(found[2]), int(found[3]), found

    def reject_more(self, content):
        """Whoever says that a suite costs more is wrong."""
        how, resets, steps, found = self.claim(content)
        last = found[4] or b""
        claims = [(resets, steps + 1), (resets, steps + 1000)]
        if last != b" 0":
            claims += [(resets + 1, steps), (resets + 1, 0)]
        for more in claims:
            line = b"suite %s %d %d%s\n" % (how.encode(), *more, last)
            done = self.check_all(content.replace(found[0], line, 1), None)
            self.assertEqual(done.returncode, 1, (how, more, done.stderr))
            self.assertNotIn("digest", done.stderr)

    def test_a_search_through_a_set_of_states(self):
        made, content = self.made_of(
            TURN, {"one": "state == 3", "two": "state == 4"}, {"a": ""})
        self.assertEqual(made["bound"]["trust"], "certified")
        self.assertEqual(self.claim(content)[:3], ("search", 1, 6))
        self.assertNotIn(b"\nsteps ", content)
        said = json.loads(self.check_all(content).stdout)
        self.assertEqual(said["suite"]["goals"], ["one", "two"])
        self.assertEqual(said["replayed"]["cheapest"], 1)
        self.reject_more(content)
        # One goal is reached sooner than both.
        fewer = content.replace(b"of two\n", b"", 1)
        self.assertEqual(self.check_all(fewer).returncode, 1)

    def test_steps_that_a_solver_lists(self):
        made, content = self.made_of(
            PRODUCT, {"one": "state == 3", "two": "state == 4"},
            {"a": "", "b": ""})
        self.assertEqual(made["bound"]["trust"], "certified")
        self.assertEqual(self.claim(content)[:3], ("search", 1, 6))
        self.assertEqual(self.check_all(content).returncode, 0)
        self.reject_more(content)
        head = re.search(rb"steps (\d+)\n", content)
        text = content[head.end():head.end() + int(head[1])]
        lines = text.splitlines(keepends=True)
        self.assertGreater(len(lines), 6)

        def with_steps(steps):
            part = b"".join(steps)
            return self.check_all(
                content[:head.start()] + b"steps %d\n" % len(part) + part +
                content[head.end() + len(text):], None).returncode

        self.assertEqual(with_steps(lines), 0)
        for at, line in enumerate(lines):
            self.assertEqual(with_steps(lines[:at] + lines[at + 1:]), 1, line)
            start, to, final, hits = map(int, line.split())
            for other in ((start, to, final, hits ^ 1),
                          (start, to, 1 - final, hits)):
                changed = b"%d %d %d %d\n" % other
                self.assertEqual(
                    with_steps([*lines[:at], changed, *lines[at + 1:]]), 1)
        # Unknown states and goals; no steps; a proof without steps.
        self.assertEqual(with_steps([*lines, b"0 99 1 0\n"]), 1)
        self.assertEqual(with_steps([*lines, b"0 0 2 0\n"]), 1)
        for goal in (2, 5, 31):
            more = [b"%s %d\n" % (line.rsplit(b" ", 1)[0],
                                  int(line.split()[3]) | 1 << goal)
                    for line in lines]
            self.assertEqual(with_steps(more), 1)
        self.assertEqual(with_steps([]), 1)

    def test_states_of_listed_steps_prove_nothing_else(self):
        _, content = self.made_of(
            PRODUCT, {"one": "state == 3", "two": "state == 4"},
            {"a": "", "b": ""})
        for name in (b"distance", b"initial"):
            head = re.search(rb"proof " + name + rb" (\d+)\n", content)
            without = (content[:head.start()] +
                       content[head.end() + int(head[1]):])
            self.assertEqual(self.check_all(without).returncode, 1)
        # Listed steps without states, or without the claim that needs them.
        claims = re.sub(rb"(unreachable|distance \d+|of) \w+(\.\w+)?\n", b"",
                        content.split(b"system ", 1)[0])
        rest = b"system " + content.split(b"system ", 1)[1]
        states = re.search(rb"states (\d+)\n", rest)
        without = rest[:states.start()] + rest[states.end() + int(states[1]):]
        alone = re.sub(rb"suite [^\n]*\n", b"distance 1 one\n", claims)
        for body in (claims + b"of one\n" + without, alone + without,
                     alone + rest):
            done = self.check_all(body, None)
            self.assertEqual(done.returncode, 1, done.stderr)

    def test_goals_that_are_apart(self):
        made, content = self.made_of(
            ENDS, {"four": "a == 4", "last": "state == 3 && a != 4"}, {"a": ""})
        self.assertEqual(made["tests"], 2)
        how, resets, steps, found = self.claim(content)
        self.assertEqual((how, resets), ("apart", 1))
        self.assertEqual(steps, made["bound"]["lower"])
        self.reject_more(content)
        # Goals of one test are not apart.
        _, other = self.made_of(
            TURN, {"one": "state == 1", "two": "state == 3"}, {"a": ""})
        claim = self.claim(other)[3][0]
        ids = b"of one\nof two\n"
        start = other.index(claim)
        end = other.index(b"system ")
        apart = other[:start] + b"suite apart 1 5\n" + ids + other[end:]
        self.assertEqual(self.check_all(apart, None).returncode, 1)

    def test_one_test_that_is_unrolled(self):
        source = PRODUCT.replace("static", "unsigned noise, held;\nstatic"
                                 ).replace("int hit", "held ^= noise; int hit")
        made, content = self.made_of(
            source, {"one": "state == 1 && held > 3", "two": "state == 3"},
            {"a": "", "b": "", "noise": ""})
        self.assertEqual(made["tests"], 1)
        how, resets, steps, _ = self.claim(content)
        self.assertEqual(resets, 0)
        self.assertIn(how, ("unrolled", "apart"))
        self.assertEqual(steps, made["total_steps"])
        self.reject_more(content)

    def test_a_constraint_that_is_known_in_some_states_only(self):
        circuit = (b"aag 5 1 2 0 2 1 1\n2\n4 2 1\n6 1 0\n8\n11\n"
                   b"8 6 2\n10 5 9\nb0 g\n")
        states = b"0 1\n\n\nclosed\n1 2\n\1\2\3"
        body = (b"\n\nmodel m\ndistance 1 g\nsuite search 0 1\nof g\nsystem %d\n"
                % len(circuit) + circuit + b"states %d\n" % len(states) +
                states + b"end\n")
        done = self.check(content=body)
        self.assertEqual(done.returncode, 0, done.stderr)
        # The same latch twice says nothing new.
        twice = body.replace(b"0 1\n\n\nclosed", b"0 1\n1\n\nclosed").replace(
            b"states %d\n" % len(states), b"states %d\n" % (len(states) + 1))
        self.assertEqual(self.check(content=twice).returncode, 1)

    def test_what_a_suite_says_of_its_cost_is_compared(self):
        _, content = self.made_of(
            TURN, {"one": "state == 3", "two": "state == 4"}, {"a": ""})
        suite = json.loads((self.dir / "s.json").read_text())
        proof = next(n for n in suite["certificates"] if n["kind"] == "proof")
        for name in ("resets", "steps", "weight"):
            other = dict(proof["data"]["suite"])
            other[name] += 1
            proof["data"], old = {**proof["data"], "suite": other}, proof["data"]
            (self.dir / "other.json").write_text(json.dumps(suite))
            done = self.check_all(content, "other.json")
            self.assertEqual(done.returncode, 1, name)
            proof["data"] = old

    def test_a_suite_that_costs_more_is_not_the_cheapest(self):
        self.made_of(TURN, {"one": "state == 3", "two": "state == 4"}, {"a": ""})
        content = (self.dir / "m.cert").read_bytes()
        suite = json.loads((self.dir / "s.json").read_text())
        suite["tests"].append(suite["tests"][0])
        (self.dir / "longer.json").write_text(json.dumps(suite))
        done = self.check_all(content, "longer.json")
        self.assertEqual(done.returncode, 1)
        self.assertIn("minimal", done.stderr)
        notes = suite["certificates"]
        proof = next(n for n in notes if n["kind"] == "proof")
        data = {k: v for k, v in proof["data"].items() if k != "suite"}
        notes.append({**proof, "data": data})
        (self.dir / "longer.json").write_text(json.dumps(suite))
        done = self.check_all(content, "longer.json")
        self.assertEqual(done.returncode, 1, done.stdout)
        for note in notes:
            note.get("data", {}).pop("suite", None)
        (self.dir / "longer.json").write_text(json.dumps(suite))
        said = json.loads(self.check_all(content, "longer.json").stdout)
        self.assertEqual(said["replayed"]["cheapest"], 0)

    def test_an_id_of_two_lines_has_no_room(self):
        (self.dir / "m.c").write_text(TURN)
        (self.dir / "m.toml").write_text(model(
            "m.c", {r"one\nmore": "state == 5", "two": "state == 4"}, {"a": ""}))
        made, said = self.certify("m.toml")
        self.assertIn("the id of a goal has more than one line", said)
        self.assertFalse((self.dir / "m.cert").exists())
        self.assertEqual(made["goals"][0]["status"], "unreachable")

    def test_a_reset_that_has_a_price(self):
        made, content = self.made_of(
            TURN, {"one": "state == 3", "two": "state == 4"}, {"a": ""},
            "--objective", "steps")
        self.assertEqual(made["bound"]["trust"], "certified")
        self.assertEqual(self.claim(content)[3][4], b" 0")
        self.reject_more(content)

    def test_random_tables_against_enumeration(self):
        rng = random.Random(28)
        certified = 0
        for number in range(30):
            states = rng.randrange(4, 9)
            table = [[rng.randrange(states) if rng.random() < 0.7 else at
                      for _ in range(3)] for at in range(states)]
            rows = ", ".join("{%d, %d, %d}" % tuple(row) for row in table)
            source = (f"unsigned char in;\nstatic unsigned char state;\n"
                      f"static const unsigned char next[{states}][3] = "
                      f"{{{rows}}};\nvoid step(void) "
                      f"{{ state = next[state][in]; }}\n")
            goals = rng.sample(range(1, states), rng.randrange(1, 4))
            made, content = self.made_of(
                source, {f"g{g}": f"state == {g}" for g in goals},
                {"in": "range = [0, 2]"})
            hit = {int(g["id"][1:]) for g in json.loads(
                (self.dir / "s.json").read_text())["goals"]
                if g["status"] == "covered"}
            if not hit:
                continue
            self.assertEqual(made["bound"]["trust"], "certified", number)
            _, resets, steps, _ = self.claim(content)
            self.assertEqual((resets + 1, steps),
                             least_cost(table, frozenset(hit), 60), number)
            self.assertEqual(
                json.loads(self.check_all(content).stdout)["replayed"]["cheapest"],
                1)
            self.reject_more(content)
            certified += 1
        self.assertGreater(certified, 20)


if __name__ == "__main__":
    ProofCase.checker = sys.argv.pop()
    ProofCase.catenary = sys.argv.pop()
    unittest.main()
