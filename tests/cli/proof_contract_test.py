#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Certificates of claims about requirement interfaces: against enumeration of
all executions of random ones, and with claims that are not true.

Usage: proof_contract_test.py CATENARY CATENARY_CHECK_PROOF EXAMPLES
"""
import itertools
import json
import pathlib
import random
import re
import sys
import unittest

from proof_case import ProofCase, run

EXAMPLES = ""

# Names, ranges and declarations of the variables of random interfaces.
VARIABLES = {"a": ((False, True), "input a : bool"),
             "b": ((False, True), "output b : bool"),
             "n": ((-1, 0, 1, 2), "output n : int -1..2"),
             "k": ((0, 1, 2), "hidden k : int 0..2"),
             "c": (("RED", "GREEN", "BLUE"), "output c : Colour")}


def expression(rng, names, depth):
    """A random condition: its text, and a function of the values."""
    kind = rng.randrange(3 if depth == 0 else 6)
    if kind == 0:
        name = rng.choice([n for n in names if n[0] in "ab"])
        return name, lambda v: v[name]
    if kind == 1:
        name = rng.choice([n for n in names if n[0] == "c"] or names[:1])
        if name[0] != "c":
            return name, lambda v: v[name]
        value = rng.choice(VARIABLES["c"][0])
        return f"{name} = {value}", lambda v: v[name] == value
    if kind == 2:
        numbers = [n for n in names if n[0] in "nk"]
        left, right = rng.choice(numbers), rng.choice(numbers)
        add = rng.randrange(-2, 3)
        sign = rng.choice(("=", "<", "<="))
        compare = {"=": lambda x, y: x == y, "<": lambda x, y: x < y,
                   "<=": lambda x, y: x <= y}[sign]
        if rng.random() < 0.3:
            return (f"({left} * {right} {sign} {add})",
                    lambda v: compare(v[left] * v[right], add))
        return (f"({left} {sign} {right} + ({add}))",
                lambda v: compare(v[left], v[right] + add))
    one, first = expression(rng, names, depth - 1)
    if kind == 3:
        return f"not ({one})", lambda v: not first(v)
    two, second = expression(rng, names, depth - 1)
    if kind == 4:
        return f"({one} and {two})", lambda v: first(v) and second(v)
    return f"({one} => {two})", lambda v: not first(v) or second(v)


class Interface:
    """A random interface, and what can be reached by enumeration."""

    def __init__(self, rng, contracts):
        now = [f"{n}'" for n in VARIABLES]
        both = [*VARIABLES, *now]
        lines = ["interface random", "enum Colour = RED, GREEN, BLUE"]
        lines += [declaration for _, declaration in VARIABLES.values()]
        self.first, self.later, self.goals = [], [], {}
        text, self.promised = expression(rng, ["a'", *VARIABLES], 1)
        lines.append(f"env e: {text}")
        # What a promise needs to know is not there before the first step.
        self.promises_read = bool(re.search(r"\b[bcnk]\b", text))
        self.promises_first = not re.search(r"\b[abcnk]\b(?!')", text)
        lines.append("view all")
        for number in range(contracts):
            when = rng.choice(("init", "step", "step", "step", "always"))
            text, holds = expression(rng, now if when != "step" else both, 2)
            lines += [f'  req R{number} ""', f"    {when} c{number}: {text}"]
            if when != "step":
                self.first.append(holds)
            if when != "init":
                self.later.append(holds)
        for number in range(4):
            text, holds = expression(rng, now, 2)
            more, rest = expression(rng, now, 1)
            lines.append(f'purpose p{number} "": {text} and {more}')
            self.goals[f"p{number}"] = (
                lambda v, holds=holds, rest=rest: holds(v) and rest(v))
        self.text = "\n".join(lines) + "\n"

    VALUES = list(itertools.product(*(v for v, _ in VARIABLES.values())))

    def steps(self, state):
        """The inputs that are promised after a state, or at first (None), and
        the values that the contracts allow."""
        inputs, allowed = set(), set()
        for now in self.VALUES:
            v = dict(zip((f"{n}'" for n in VARIABLES), now))
            if state is not None:
                v.update(zip(VARIABLES, state))
            if all(holds(v) for holds in (
                    self.first if state is None else self.later)):
                allowed.add(now)
            if (self.promises_first if state is None else True) and \
                    not self.promised(v):
                continue
            inputs.add(now[0])
        return inputs, allowed

    def explore(self):
        """The least number of steps to each goal that is reached, and whether
        an execution reaches inputs without an answer."""
        depths, dead_end = {}, False
        before, seen = {None}, set()
        for depth in itertools.count(1):
            found = set()
            for state in before:
                inputs, allowed = self.steps(state)
                answered = {now for now in allowed if now[0] in inputs}
                dead_end |= inputs != {now[0] for now in answered}
                found |= answered
            for now, goal in itertools.product(found, self.goals):
                if goal not in depths and self.goals[goal](
                        dict(zip((f"{n}'" for n in VARIABLES), now))):
                    depths[goal] = depth
            before = found - seen
            seen |= found
            if not before:
                return depths, dead_end

    def has_strategy(self):
        """Whether some system can answer for ever: the greatest fixpoint."""
        steps = {state: self.steps(state) for state in [None, *self.VALUES]}
        good = set(self.VALUES)

        def wins(state):
            inputs, allowed = steps[state]
            return inputs <= {now[0] for now in allowed & good}
        while True:
            rest = {state for state in good if wins(state)}
            if rest == good:
                return wins(None)
            good = rest


class ContractProofs(ProofCase):
    def test_a_chain_of_the_buffer(self):
        made, _ = self.certify(EXAMPLES / "buffer/buffer.req", "--method",
                               "chain")
        self.assertEqual(made["summary"]["bound"]["trust"], "certified")
        trusts = {g["id"]: g["trust"] for g in made["goals"]}
        self.assertEqual(trusts["both"], "certified")
        said = json.loads(self.check().stdout)
        self.assertEqual(said["unreachable"], ["both"])
        self.assertEqual(said["distances"], {"drained": 3, "full": 3})
        self.assertEqual(said["suite"]["steps"], made["summary"]["total_steps"])
        # Its tests do not say what the system chooses.
        done = self.check("--suite", "s.json")
        self.assertEqual(done.returncode, 2)
        self.assertIn("give no value to the input", done.stderr)

    def test_claims_that_are_false(self):
        self.certify(EXAMPLES / "buffer/buffer.req", "--method", "chain")
        content = (self.dir / "m.cert").read_bytes()
        for old, new in ((b"distance 3 full", b"distance 4 full"),
                         (b"unreachable both", b"unreachable full"),
                         (b" 0 5\n", b" 0 6\n")):
            self.assertEqual(content.count(old), 1)
            done = self.check(content=content.replace(old, new))
            self.assertEqual(done.returncode, 1, new)
            self.assertNotIn("digest", done.stderr)

    def test_random_interfaces_are_consistent_or_not(self):
        rng = random.Random(1989)
        counts = {"no dead end": 0, "strategy": 0, "none": 0}
        for _ in range(40):
            interface = Interface(rng, rng.randrange(1, 5))
            _, dead_end = interface.explore()
            wins = interface.has_strategy()
            (self.dir / "m.req").write_text(interface.text)
            (self.dir / "m.cert").unlink(missing_ok=True)
            done = run(self.catenary, "check", "m.req", "--json",
                       "--certificate", "m.cert", "--force", cwd=self.dir)
            self.assertNotIn("is wrong", done.stderr, interface.text)
            found = json.loads(done.stdout)["consistency"]
            for notion, holds in (("strategy", wins),
                                  ("no_dead_end", not dead_end)):
                self.assertEqual(
                    found[notion]["verdict"],
                    "consistent" if holds else "inconsistent", interface.text)
                if holds:
                    self.assertEqual(found[notion]["trust"], "certified",
                                     interface.text)
            if not wins and not (self.dir / "m.cert").exists():
                # The environment has to react to what the system does.
                self.assertTrue(
                    interface.promises_read or not any(
                        c["inputs_suffice"]
                        for c in found["strategy"]["conflicts"]))
                continue
            said = json.loads(self.check().stdout)
            self.assertEqual(
                said["unreachable"],
                ["an answer at the last step" if not wins else
                 "a step without an answer" if dead_end else "a dead end"])
            self.assertEqual(found["strategy"]["trust"], "certified")
            counts["none" if not wins else "strategy" if dead_end
                   else "no dead end"] += 1
        self.assertGreater(min(counts.values()), 4, counts)

    def test_a_conflict_and_a_dead_end(self):
        (self.dir / "m.req").write_text(
            "interface i\ninput x : bool\noutput n : int 0..3\nview all\n"
            "  req A \"\"\n    init a: n' = 0\n"
            "  req B \"\"\n    step b: when x' then n' = n + 1\n"
            "  req C \"\"\n    step c: when not x' then n' = n\n")
        done = run(self.catenary, "check", "m.req", "--json",
                   "--certificate", "m.cert", cwd=self.dir)
        strategy = json.loads(done.stdout)["consistency"]["strategy"]
        self.assertEqual((strategy["k"], strategy["trust"]), (4, "certified"))
        self.assertEqual(json.loads(self.check().stdout)["result"], "accepted")
        # Whoever answers 0 is safe. Nobody has to.
        (self.dir / "m.req").write_text(
            "interface i\ninput x : bool\noutput n : int 0..3\nview all\n"
            "  req A \"\"\n    step a: n < 3\n")
        done = run(self.catenary, "check", "m.req", "--json", "--force",
                   "--certificate", "m.cert", cwd=self.dir)
        found = json.loads(done.stdout)["consistency"]
        self.assertEqual((found["strategy"]["k"], found["strategy"]["trust"]),
                         ("forever", "certified"))
        self.assertEqual(
            (found["no_dead_end"]["k"], found["no_dead_end"]["trust"]),
            (1, "proved"))
        self.assertEqual(json.loads(self.check().stdout)["unreachable"],
                         ["a step without an answer"])

    def test_inputs_that_are_not_promised_after_all_answers(self):
        """The run of the conflict is no proof: its second input is promised
        after one answer only."""
        (self.dir / "m.req").write_text(
            "interface i\nenum X = A, B\ninput x : X\noutput q : bool\n"
            "env e: (q => x' = A) and (not q => x' = B)\nview all\n"
            "  req R1 \"\"\n    step c1: x' != A\n"
            "  req R2 \"\"\n    step c2: x' != B\n")
        done = run(self.catenary, "check", "m.req", "--json",
                   "--certificate", "m.cert", cwd=self.dir)
        found = json.loads(done.stdout)["consistency"]["strategy"]
        self.assertEqual((found["verdict"], found["trust"]),
                         ("inconsistent", "proved"))
        self.assertFalse((self.dir / "m.cert").exists())
        self.assertIn("no certificate is written", done.stderr)

    def test_a_certificate_is_not_overwritten(self):
        (self.dir / "m.cert").write_text("mine")
        done = run(self.catenary, "check", EXAMPLES / "buffer/buffer.req",
                   "--certificate", "m.cert", cwd=self.dir)
        self.assertEqual(done.returncode, 2)
        self.assertEqual((self.dir / "m.cert").read_text(), "mine")

    def test_what_has_no_circuit(self):
        (self.dir / "m.req").write_text(
            'interface i\ninput x : real 0..5\noutput y : bool\nview all\n'
            '  req R ""\n    always c: y\' = (x\' > 2.5)\n'
            'purpose p "": y\'\npurpose q "": y\' and x\' < 2\n')
        made, said = self.certify("m.req")
        self.assertIn("no certificate is written: the requirements have "
                      "variables that are not finite: x", said)
        self.assertFalse((self.dir / "m.cert").exists())
        self.assertNotIn("certified", json.dumps(made))

    def test_random_interfaces_against_enumeration(self):
        rng = random.Random(2811)
        proved = {"unreachable": 0, "distances": 0, "suite": 0}
        for number in range(40):
            interface = Interface(rng, rng.randrange(3, 8))
            depths, _ = interface.explore()
            (self.dir / "m.req").write_text(interface.text)
            made, said = self.certify(
                "m.req", *(["--method", "chain"] if number % 2 else []))
            for goal in made["goals"]:
                at = interface.text, goal
                if goal["status"] == "unreachable":
                    self.assertNotIn(goal["id"], depths, at)
                    self.assertEqual(goal["trust"], "certified", at)
                    proved["unreachable"] += 1
                elif goal["status"] == "covered":
                    self.assertGreaterEqual(goal["depth"], depths[goal["id"]])
            if not (self.dir / "m.cert").exists():
                self.assertIn("no certificate is written: no goal was", said)
                continue
            checked = json.loads(self.check().stdout)
            for goal, steps in checked["distances"].items():
                self.assertEqual(steps, depths[goal], interface.text)
                proved["distances"] += 1
            proved["suite"] += "suite" in checked
        self.assertGreater(proved["unreachable"], 10, proved)
        self.assertGreater(proved["distances"], 20, proved)
        self.assertGreater(proved["suite"], 3, proved)


if __name__ == "__main__":
    EXAMPLES = pathlib.Path(sys.argv.pop()).resolve()
    ProofCase.checker = sys.argv.pop()
    ProofCase.catenary = sys.argv.pop()
    unittest.main()
