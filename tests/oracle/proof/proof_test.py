#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""catenary-check-proof against small random circuits whose runs are counted
out: what is unreachable can be certified, and nothing that is reachable,
whatever a forged certificate says.

Usage: proof_test.py CATENARY_CHECK_PROOF [COUNT]
"""
import pathlib
import random
import subprocess
import sys
import tempfile
import unittest

import certificates as make

CHECKER = ""
COUNT = 40


def random_circuit(rng):
    inputs, latches, gates = 2, rng.randint(2, 4), rng.randint(6, 14)
    first = inputs + latches + 1
    ands = [tuple(rng.randrange(2, 2 * (first + g)) for _ in range(2))
            for g in range(gates)]
    last = 2 * (first + gates)

    def signal():
        return rng.randrange(2, last)

    bad = [signal() for _ in range(6)]
    return {"inputs": inputs,
            "latches": [[signal(), rng.randint(0, 1)]
                        for _ in range(latches)],
            "outputs": [], "bad": bad, "gates": ands,
            "constraints": [signal()] if rng.random() < 0.5 else [],
            "bad_names": [f"goal {i}" for i in range(len(bad))]}


class Proofs(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.file = pathlib.Path(self.folder.name) / "c.cert"

    def tearDown(self):
        self.folder.cleanup()

    def check(self, body):
        """The exit code for a certificate of this content."""
        self.file.write_bytes(make.seal(body))
        done = subprocess.run([CHECKER, self.file], capture_output=True,
                              text=True, timeout=60, check=False)
        self.assertIn(done.returncode, (0, 1, 2), done.stderr)
        self.said = done.stderr
        return done.returncode

    def circuits(self):
        for seed in range(COUNT):
            circuit = random_circuit(random.Random(seed))
            yield random.Random(1000 + seed), circuit, *make.distances(circuit)

    def proved(self, circuit, invariant, goals):
        """The proofs; where there is none, a lie."""
        return {name: "0\n" if (proof := make.refute(clauses)) is None
                else make.drat(proof)
                for name, clauses in
                make.checks(circuit, invariant, goals).items()}

    def test_what_is_unreachable_is_accepted(self):
        accepted = 0
        for _, circuit, found, states in self.circuits():
            goals = [g for g, d in enumerate(found) if d is None]
            if not goals:
                continue
            invariant = make.set_circuit(len(circuit["latches"]), states)
            body = make.body(circuit, goals, invariant,
                             self.proved(circuit, invariant, goals))
            self.assertEqual(self.check(body), 0, self.said)
            accepted += 1
        self.assertGreater(accepted, COUNT // 4)

    def test_no_forged_invariant_makes_a_reachable_goal_unreachable(self):
        tried = 0
        for rng, circuit, found, states in self.circuits():
            width = len(circuit["latches"])
            for goal in [g for g, d in enumerate(found) if d is not None][:2]:
                some = {s for s in states if rng.random() < 0.5}
                for forged in (states, some, set()):
                    invariant = make.set_circuit(width, forged)
                    proofs = self.proved(circuit, invariant, [goal])
                    self.assertEqual(
                        self.check(make.body(circuit, [goal], invariant,
                                             proofs)), 1, self.said)
                    tried += 1
        self.assertGreater(tried, COUNT)

    def test_distances_are_exact(self):
        """The step that hits a goal first is certified, a later one is not."""
        tried = 0
        for _, circuit, found, _ in self.circuits():
            for goal, depth in enumerate(found):
                if depth is None or depth > 4:
                    continue
                for steps, code in ((depth, 0), (depth + 1, 1)):
                    if steps == 0:
                        continue
                    claims = [(goal, steps)]
                    proof = make.refute(make.distance_clauses(circuit, claims))
                    self.assertEqual(proof is None, code == 1)
                    text = "0\n" if proof is None else make.drat(proof)
                    body = make.body(circuit, proofs={"distance": text},
                                     steps=claims)
                    self.assertEqual(self.check(body), code, self.said)
                    tried += 1
        self.assertGreater(tried, COUNT)

    def test_a_changed_certificate_still_means_what_it_says(self):
        """Whatever is changed, and the digest made anew: what is accepted is
        true of the circuit in it."""
        accepted = rejected = 0
        for rng, circuit, found, states in self.circuits():
            goals = [g for g, d in enumerate(found) if d is None]
            if not goals:
                continue
            invariant = make.set_circuit(len(circuit["latches"]), states)
            proofs = self.proved(circuit, invariant, goals)
            for _ in range(4):
                changed = {key: [list(x) if isinstance(x, tuple) else x
                                 for x in value]
                           if isinstance(value, list) else value
                           for key, value in circuit.items()}
                kind = rng.choice(("gate", "reset", "bad", "proof", "claim"))
                texts, claimed = dict(proofs), goals
                if kind == "gate":
                    rng.choice(changed["gates"])[rng.randint(0, 1)] ^= 1
                elif kind == "reset":
                    changed["latches"] = [list(x) for x in circuit["latches"]]
                    rng.choice(changed["latches"])[1] ^= 1
                elif kind == "bad":
                    changed["bad"][rng.choice(goals)] ^= 1
                elif kind == "claim":
                    claimed = [rng.randrange(len(found))]
                else:
                    name = rng.choice(sorted(texts))
                    lines = texts[name].splitlines(keepends=True)
                    lines.pop(rng.randrange(len(lines)))
                    texts[name] = "".join(lines)
                code = self.check(make.body(changed, claimed, invariant,
                                            texts))
                if code == 0:
                    truth = make.distances(changed)[0]
                    self.assertEqual([truth[g] for g in claimed],
                                     [None] * len(claimed), kind)
                    accepted += 1
                else:
                    rejected += 1
        self.assertGreater(accepted, 0)
        self.assertGreater(rejected, COUNT // 2)

    def test_sets_of_states_prove_what_is_true_and_nothing_else(self):
        accepted = rejected = 0
        for _, circuit, found, _ in self.circuits():
            states = make.states_section(make.layers(circuit))
            for goal, depth in enumerate(found):
                body = make.body(circuit, [goal], states=states)
                self.assertEqual(self.check(body), int(depth is not None),
                                 self.said)
                accepted += depth is None
                if not depth:
                    continue
                for steps in (depth, depth + 1):
                    body = make.body(circuit, steps=[(goal, steps)],
                                     states=states)
                    self.assertEqual(self.check(body), steps - depth,
                                     self.said)
                    rejected += steps - depth
        self.assertGreater(accepted, COUNT)
        self.assertGreater(rejected, COUNT // 4)

    def test_open_sets_prove_distances_as_far_as_they_go(self):
        tried = 0
        for _, circuit, found, _ in self.circuits():
            depths = make.layers(circuit)
            for count in range(1, len(depths) + 1):
                states = make.states_section(depths[:count], "open")
                for goal, depth in enumerate(found):
                    for steps in range(1, count + 2):
                        true = depth is None or steps <= depth
                        body = make.body(circuit, steps=[(goal, steps)],
                                         states=states)
                        self.assertEqual(self.check(body) == 0,
                                         true and steps <= count, self.said)
                        tried += 1
                body = make.body(circuit, [0], states=states)
                self.assertEqual(self.check(body), 1)
        self.assertGreater(tried, 3 * COUNT)

    def test_changed_sets_of_states_prove_nothing_that_is_false(self):
        """States are left out, moved or changed, latches are forgotten or said
        to be constant, the circuit is another one."""
        accepted = rejected = 0
        for rng, circuit, found, _ in self.circuits():
            for _ in range(12):
                depths = [list(d) for d in make.layers(circuit)]
                changed = dict(circuit)
                latches = list(range(len(circuit["latches"])))
                constants, stop, kind = [], "", rng.choice(("closed", "open"))
                for _ in range(rng.randint(1, 2)):
                    depth = rng.randrange(len(depths))
                    at = rng.randrange(len(depths[depth]) or 1)
                    what = rng.choice(("drop", "move", "flip", "forget",
                                       "constant", "stop", "gate", "reset"))
                    if what in ("drop", "move", "flip") and depths[depth]:
                        state = depths[depth].pop(at)
                        if what == "move":
                            rng.choice(depths).append(state)
                        elif what == "flip":
                            bit = rng.randrange(len(state))
                            state = tuple(b ^ (i == bit)
                                          for i, b in enumerate(state))
                            depths[depth].append(state)
                    elif what in ("forget", "constant") and latches:
                        latch = latches.pop(rng.randrange(len(latches)))
                        if what == "constant":
                            constants.append(latch)
                    elif what == "stop":
                        stop = rng.randrange(len(circuit["latches"]))
                    elif what == "gate":
                        gates = [list(g) for g in changed["gates"]]
                        rng.choice(gates)[rng.randint(0, 1)] ^= 1
                        changed["gates"] = gates
                    elif what == "reset":
                        changed["latches"] = [list(x)
                                              for x in changed["latches"]]
                        rng.choice(changed["latches"])[1] ^= 1
                states = make.states_section(depths, kind, latches, constants,
                                             stop)
                goal = rng.randrange(len(found))
                far = rng.randint(1, 4)
                claims = {"goals": [goal]} if kind == "closed" and \
                    rng.random() < 0.5 else {"steps": [(goal, far)]}
                code = self.check(make.body(changed, states=states, **claims))
                if code != 0:
                    rejected += 1
                    continue
                truth = make.distances(changed)[0][goal]
                self.assertTrue(truth is None or
                                ("steps" in claims and truth >= far),
                                (claims, truth))
                accepted += 1
        self.assertGreater(accepted, COUNT // 4)
        self.assertGreater(rejected, COUNT)

    def test_hostile_sets_of_states(self):
        circuit = random_circuit(random.Random(0))
        fine = make.states_section(make.layers(circuit))
        for states in (b"", b"\n", b"0\n\n\nclosed\n", b"0\n\n\nclosed\n9\n",
                       b"0\n\n\nclosed\n4000000000\n\0", fine + b"\0",
                       b"99\n\n\nclosed\n1\n\0", b"\n77\n\nclosed\n1\n",
                       b"\n\n88\nclosed\n1\n", b"\n\n\nclosed\n2\n",
                       fine.replace(b"closed", b"shut"), fine[:-1]):
            body = make.body(circuit, [0], states=states)
            self.assertIn(self.check(body), (1, 2), states)

    def test_work_is_limited(self):
        """A sum of many inputs has a case for each of their values."""
        bits = 30
        gates, last = [], 2
        for i in range(1, bits):
            x, y = 2 * (i + 1), last
            a, b = 2 * (bits + len(gates) + 2), 2 * (bits + len(gates) + 3)
            gates += [(x, y ^ 1), (x ^ 1, y), (a ^ 1, b ^ 1)]
            last = 2 * (bits + 1 + len(gates)) ^ 1
        circuit = {"inputs": bits, "latches": [[last, 0]], "outputs": [],
                   "bad": [0], "constraints": [], "bad_names": ["never"],
                   "gates": gates}
        body = make.body(circuit, [0], states=make.states_section(
            [[(False,)], [(True,)]]))
        self.file.write_bytes(make.seal(body))
        done = subprocess.run([CHECKER, self.file, "--work", "1"],
                              capture_output=True, text=True, timeout=60,
                              check=False)
        self.assertEqual(done.returncode, 2)
        self.assertIn("more work than --work allows", done.stderr)

    def test_a_proof_may_choose_the_value_of_what_is_free(self):
        """Clauses that do not follow, but have the property RAT. No value of x
        and z satisfies the constraints, which propagation does not see; y is
        in no clause."""
        circuit = {"inputs": 3, "latches": [], "outputs": [], "bad": [1],
                   "constraints": [9, 11, 13, 15], "bad_names": ["never"],
                   "gates": [(2, 4), (3, 4), (2, 5), (3, 5)]}
        everything = {"inputs": 0, "latches": [], "outputs": [1], "bad": [],
                      "constraints": [], "gates": []}
        x, y = 2, 4
        for proof, code in ((f"{x} 0\n", 0), (f"{y} 0\n{x} 0\n", 0),
                            (f"{y} 0\n-{y} 0\n{x} 0\n", 1),
                            (f"-{y} 0\nd -{y} 0\n{y} 0\n{x} 0\n", 1),
                            (f"d -{x} 0\n{x} 0\n", 0), ("9 0\n", 1),
                            (f"{x}\n", 1), ("", 1), (f"{x} 0", 1)):
            proofs = {name: proof for name in ("step", "bad")}
            proofs["initial"] = ""
            self.assertEqual(
                self.check(make.body(circuit, [0], everything, proofs)), code,
                (proof, self.said))

    def test_hostile_files_are_unreadable(self):
        circuit = random_circuit(random.Random(0))
        text = make.to_text(circuit)
        for old, new in (("aag ", "aig "), ("aag ", "aag 4000000000 "),
                         ("\n", " 7\n"), ("\n2\n", "\n4\n")):
            damaged = text.replace(old, new, 1)
            body = (f"model m\nunreachable goal 0\nsystem {len(damaged)}\n"
                    f"{damaged}end\n").encode()
            self.assertEqual(self.check(body), 2, (old, self.said))
        for body in (b"", b"end\n", b"model m\n", b"system 99\n",
                     b"system -1\nend\n", b"\0\0\n", b"distance x y\nend\n",
                     b"model m\nsystem 99999999999999999999\n"):
            self.assertIn(self.check(body), (1, 2))
        # Many goals in many steps: few bytes, many literals.
        many = 20000
        circuit["bad"] = [0] * many
        circuit["bad_names"] = [f"goal {i}" for i in range(many)]
        body = make.body(circuit, proofs={"distance": "0\n"},
                         steps=[(goal, many) for goal in range(many)])
        self.assertEqual(self.check(body), 2, self.said)
        self.assertIn("too large", self.said)
        for claim in (4000000000, 100000000):
            body = make.body(circuit, proofs={"distance": "0\n"},
                             steps=[(0, claim)])
            self.assertEqual(self.check(body), 2, self.said)


if __name__ == "__main__":
    CHECKER = sys.argv.pop(1)
    if len(sys.argv) > 1:
        COUNT = int(sys.argv.pop(1))
    unittest.main()
