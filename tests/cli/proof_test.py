#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`generate --certificate`, and catenary-check-proof, which must accept what it
writes and reject whatever was changed.

Usage: proof_test.py CATENARY CATENARY_CHECK_PROOF SOURCE_DIR
"""
import hashlib
import json
import pathlib
import random
import re
import shutil
import sys
import tempfile
import unittest

from proof_case import run, sealed

CATENARY = CHECKER = SOURCE = ""

# The counter is 5 at most, and 3 first after three steps; the limit of 7 is
# never reached.
COUNTER = """#include <stdbool.h>
bool up;
unsigned char count;
unsigned char shown;
void step(void) {
  if (up && count < 5) count++; else if (!up) count = 0;
  shown = count;
}
"""
MODEL = """[program]
sources = ["counter.c"]
step = "step();"
[inputs]
"up" = {}
[outputs]
"shown" = {}
[[property]]
id = "three"
when = "count == 3"
then = "true"
[[property]]
id = "limit"
when = "count >= 7"
then = "true"
"""

# The same with data that are equal in all of too many states: the proofs are an
# invariant and an unrolling.
WIDE = COUNTER.replace("unsigned char shown;", """unsigned char shown;
unsigned noise;
unsigned held;
unsigned twin;""").replace("  shown = count;", """  shown = count;
  held ^= noise;
  twin ^= noise;""")
WIDE_MODEL = MODEL.replace("counter.c", "wide.c").replace(
    '"up" = {}', '"up" = {}\n"noise" = {}').replace(
    "count == 3", "count == 3 || held != twin").replace(
    "count >= 7", "count >= 7 || held != twin")


class Proofs(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.dir = pathlib.Path(cls.folder.name)
        (cls.dir / "counter.c").write_text(COUNTER)
        (cls.dir / "counter.toml").write_text(MODEL)
        cls.made = run(CATENARY, "generate", "counter.toml", "-o", "s.json",
                       "--certificate", "c.cert", cwd=cls.dir)
        cls.suite = json.loads((cls.dir / "s.json").read_text())
        cls.content = (cls.dir / "c.cert").read_bytes()
        (cls.dir / "wide.c").write_text(WIDE)
        (cls.dir / "wide.toml").write_text(WIDE_MODEL)
        run(CATENARY, "generate", "wide.toml", "-o", "w.json",
            "--certificate", "w.cert", cwd=cls.dir)
        cls.wide = (cls.dir / "w.cert").read_bytes()

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def check(self, content, *options):
        (self.dir / "changed.cert").write_bytes(content)
        return run(CHECKER, self.dir / "changed.cert", *options)

    def check_suite(self, suite):
        (self.dir / "changed.json").write_text(json.dumps(suite))
        return run(CHECKER, self.dir / "c.cert", "--suite",
                   self.dir / "changed.json", "--json")

    def test_claims_are_certified(self):
        trust = {g["id"]: (g["status"], g["trust"])
                 for g in self.suite["goals"]}
        self.assertEqual(trust["limit"], ("unreachable", "certified"))
        self.assertEqual(trust["three"], ("covered", "replayed"))
        [proof] = [c for c in self.suite["certificates"]
                   if c["kind"] == "proof"]
        self.assertEqual(proof["by"], "catenary-check-proof")
        self.assertIn("limit", proof["goals"])
        self.assertEqual(proof["data"]["sha256"],
                         hashlib.sha256(self.content).hexdigest())
        self.assertIn("certified", self.made.stdout)

    def with_checker(self, script):
        """What generate makes of a checker that answers so."""
        place = self.dir / "other"
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir()
        shutil.copy(CATENARY, place / "catenary")
        checker = place / "catenary-check-proof"
        checker.write_text("#!/bin/sh\n" + script)
        checker.chmod(0o755)
        for name in ("counter.c", "counter.toml"):
            shutil.copy(self.dir / name, place)
        done = run(place / "catenary", "generate", "counter.toml", "-o", "s.json",
                   "--certificate", "c.cert", cwd=place)
        goals = json.loads((place / "s.json").read_text())["goals"]
        return done, place / "c.cert", {g["id"]: g for g in goals}["limit"]

    def test_what_the_checker_does_not_accept_is_withdrawn(self):
        other = json.dumps({"result": "accepted", "unreachable": ["three"],
                            "distances": {}})
        for script in ("echo nonsense >&2; exit 1\n", "exit 2\n",
                       f"echo '{other}'\n"):
            done, certificate, limit = self.with_checker(script)
            self.assertEqual(done.returncode, 70, done.stderr)
            self.assertIn("the certificate is wrong", done.stderr)
            self.assertFalse(certificate.exists())
            self.assertEqual((limit["status"], limit["trust"]),
                             ("undecided", "claimed"))
            self.assertIn("rejected", limit["reason"])

    def test_a_checker_that_does_not_end_well_changes_nothing(self):
        _, _, limit = self.with_checker("kill -9 $$\n")
        self.assertEqual(limit["status"], "unreachable")
        self.assertNotEqual(limit["trust"], "certified")

    def test_the_checker_says_what_is_established(self):
        done = run(CHECKER, self.dir / "c.cert", "--suite",
                   self.dir / "s.json", "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        said = json.loads(done.stdout)
        self.assertEqual(said["result"], "accepted")
        self.assertIn("limit", said["unreachable"])
        depths = {g["id"]: g["depth"] for g in self.suite["goals"]
                  if g["status"] == "covered"}
        self.assertEqual(said["distances"],
                         {g: d for g, d in depths.items() if d > 0})
        self.assertEqual(said["replayed"]["skipped_tests"], 0)
        self.assertGreater(said["replayed"]["values"], 3)

    def test_both_kinds_of_proofs_are_made(self):
        for content, there in ((self.content, "states"),
                               (self.wide, "initial step bad distance")):
            for part in ("states", "initial", "step", "bad", "distance"):
                self.assertEqual(
                    re.search(rb"^(proof )?%s \d+$" % part.encode(), content,
                              re.MULTILINE) is not None,
                    part in there.split(), part)

    def test_a_thousand_random_corruptions_are_rejected(self):
        rng = random.Random(7)
        for number in range(1000):
            kind = number % 5
            content = (self.content, self.wide)[number // 5 % 2]
            lines = content.splitlines(keepends=True)
            changed = bytearray(content)
            if kind == 0:
                changed[rng.randrange(len(changed))] ^= 1 << rng.randrange(8)
            elif kind == 1:
                changed = changed[:rng.randrange(len(changed))]
            elif kind == 2:
                at = rng.randrange(len(lines))
                changed = b"".join(lines[:at] + lines[at + 1:])
            elif kind == 3:
                a, b = rng.sample(range(len(lines)), 2)
                if lines[a] == lines[b]:
                    continue
                swapped = list(lines)
                swapped[a], swapped[b] = lines[b], lines[a]
                changed = b"".join(swapped)
            else:
                at = rng.randrange(len(changed))
                changed[at:at] = rng.choice([b"\n", b"0", b" ", b"\xff"])
            if bytes(changed) == content:
                continue
            done = self.check(bytes(changed))
            self.assertIn(done.returncode, (1, 2), (number, done.stdout))
            self.assertEqual(done.stdout, "")

    def test_other_claims_are_rejected_with_a_right_digest(self):
        for content in (self.content, self.wide):
            for old, new in (
                    (b"\nunreachable limit\n", b"\nunreachable three\n"),
                    (b"\nunreachable limit\n", b"\nunreachable nowhere\n"),
                    (b"\nunreachable limit\n",
                     b"\nunreachable limit\nunreachable limit\n"),
                    (b"\nend\n", b"\nend\nend\n")):
                # The states end in the middle of a line.
                old, new = (old, new) if old in content else (old[1:], new[1:])
                self.assertTrue(old in content)
                done = self.check(sealed(content.replace(old, new, 1)))
                self.assertIn(done.returncode, (1, 2), (old, new))
            later = re.sub(
                rb"\ndistance (\d+) three\n",
                lambda m: b"\ndistance %d three\n" % (int(m[1]) + 1), content)
            self.assertEqual(self.check(sealed(later)).returncode, 1)

    def states(self):
        """The parts of the set of states: what is before it, latches,
        constants, the stop, its kind, the states by depth, what follows."""
        head = re.search(rb"states (\d+)\n", self.content)
        size = int(head[1])
        section = self.content[head.end():head.end() + size]
        latches, constants, stop, kind, counts, rest = section.split(b"\n", 5)
        width = (len(latches.split()) + 7) // 8
        depths = []
        for count in map(int, counts.split()):
            depths.append([rest[i * width:(i + 1) * width]
                           for i in range(count)])
            rest = rest[count * width:]
        self.assertEqual(rest, b"")
        return [self.content[:head.start()], latches.split(),
                constants.split(), stop, kind, depths,
                self.content[head.end() + size:]]

    def check_states(self, parts):
        before, latches, constants, stop, kind, depths, after = parts
        section = b"\n".join(
            [b" ".join(latches), b" ".join(constants), stop, kind,
             b" ".join(b"%d" % len(d) for d in depths),
             b"".join(b"".join(d) for d in depths)])
        return self.check(sealed(before + b"states %d\n" % len(section) +
                                 section + after)).returncode

    def test_sets_of_states_that_are_changed_are_rejected(self):
        """With a right digest: each state removed, deeper, twice or another
        one, the set open, a latch forgotten."""
        self.assertEqual(self.check_states(self.states()), 0)
        tried = 0
        for depth, states in enumerate(self.states()[5]):
            for at in range(len(states)):
                for kind in ("remove", "deeper", "twice", "other"):
                    parts = self.states()
                    state = parts[5][depth][at]
                    if kind != "twice":
                        del parts[5][depth][at]
                    if kind == "deeper":
                        parts[5] = [*parts[5], []]
                    if kind in ("deeper", "twice"):
                        parts[5][depth + 1 if depth + 1 < len(parts[5]) else 0
                                 ].append(state)
                    if kind == "other":
                        parts[5][depth].append(bytes([state[0] ^ 1]) +
                                               state[1:])
                    self.assertEqual(self.check_states(parts), 1,
                                     (kind, depth, at))
                    tried += 1
        self.assertGreater(tried, 20)
        parts = self.states()
        parts[4] = b"open"
        self.assertEqual(self.check_states(parts), 1)
        # A latch that is not listed may have any value, which some claims allow.
        for part in (1, 2):
            codes = set()
            for at in range(len(self.states()[part])):
                parts = self.states()
                del parts[part][at]
                codes.add(self.check_states(parts))
            self.assertLessEqual(codes, {0, 1, 2})
            self.assertIn(1, codes)

    def test_a_set_of_states_of_another_program_is_rejected(self):
        """The circuit of a program that counts to 7."""
        (self.dir / "other.c").write_text(COUNTER.replace("< 5", "< 7"))
        (self.dir / "other.toml").write_text(
            MODEL.replace("counter.c", "other.c"))
        run(CATENARY, "generate", "other.toml", "-o", "o.json",
            "--certificate", "o.cert", cwd=self.dir)
        other = (self.dir / "o.cert").read_bytes()
        self.assertEqual(self.check(other).returncode, 0)
        circuit = re.search(rb"system (\d+)\n", other)
        end = circuit.end() + int(circuit[1])
        parts = self.states()
        mine = re.search(rb"system (\d+)\n", parts[0])
        parts[0] = (parts[0][:mine.start()] + other[circuit.start():end] +
                    parts[0][mine.end() + int(mine[1]):])
        self.assertEqual(self.check_states(parts), 1)

    def test_a_goal_with_another_condition_is_rejected(self):
        """Each bad-state property in turn is true, or another goal's."""
        head = re.search(rb"system \d+\naag ([\d ]+)\n", self.content)
        numbers = [int(n) for n in head[1].split()]
        lines = self.content[head.end():].split(b"\n")
        first = numbers[1] + numbers[2] + numbers[3]
        names = re.findall(rb"\nb(\d+) (\S+)\n(?=b|\w+ \d|$)", self.content)
        self.assertTrue(names)
        for i in range(numbers[5]):
            changed = list(lines)
            changed[first + i] = b"1"
            whole = self.content[:head.end()] + b"\n".join(changed)
            size = re.search(rb"system (\d+)\n", whole)
            whole = whole.replace(
                size[0], b"system %d\n" % (int(size[1]) + 1 -
                                           len(lines[first + i])), 1)
            self.assertEqual(self.check(sealed(whole)).returncode, 1)

    def test_proofs_that_are_cut_are_rejected_with_a_right_digest(self):
        """But where propagation alone refutes the clauses; then no line of
        the proof is needed."""
        needed = 0
        for name in (b"initial", b"step", b"bad", b"distance"):
            head = re.search(rb"proof " + name + rb" (\d+)\n", self.wide)
            size = int(head[1])

            def with_proof(proof):
                return self.check(sealed(
                    self.wide[:head.start()] + b"proof " + name +
                    b" %d\n" % len(proof) + proof +
                    self.wide[head.end() + size:])).returncode

            if with_proof(b"") == 0:
                continue
            needed += 1
            self.assertEqual(with_proof(b"0\n"), 1, name)
            self.assertEqual(with_proof(b"1 0\n"), 1, name)
        self.assertGreater(needed, 0)

    def test_a_suite_that_says_something_else_is_rejected(self):
        def changed(change):
            suite = json.loads(json.dumps(self.suite))
            change(suite)
            return self.check_suite(suite)

        def steps(suite):
            return [s for part in (*suite.get("prefixes", []),
                                   *suite["tests"]) for s in part["steps"]]

        def output(suite):
            steps(suite)[0]["expect"]["shown"] += 1

        def unhit(suite):
            for step in steps(suite):
                step.pop("goals", None)

        def model(suite):
            suite["model"]["sha256"] = "0" * 64

        def certified(suite):
            suite["goals"].append({"id": "new", "status": "unreachable",
                                   "trust": "certified"})

        def covered(suite):
            for goal in suite["goals"]:
                goal["status"] = "covered"

        def farther(suite):
            for note in suite["certificates"]:
                if note["kind"] == "proof":
                    note["data"]["distances"]["three"] += 1

        def other_certificate(suite):
            for note in suite["certificates"]:
                if note["kind"] == "proof":
                    note["data"]["sha256"] = "0" * 64

        for change in (output, unhit, model, certified, covered, farther,
                       other_certificate):
            done = changed(change)
            self.assertEqual(done.returncode, 1, change.__name__)
            self.assertEqual(json.loads(done.stdout)["result"], "rejected")
        self.assertEqual(changed(lambda s: None).returncode, 0)
        self.assertEqual(changed(lambda s: s.pop("schema")).returncode, 2)

    def test_a_missing_checker_is_noticed_before_the_search(self):
        place = self.dir / "alone"
        place.mkdir()
        shutil.copy(CATENARY, place / "catenary")
        done = run(place / "catenary", "generate", "wide.toml", "-o",
                   "alone.json", "--certificate", "alone.cert", cwd=self.dir)
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertIn("catenary-check-proof is missing", done.stderr)
        self.assertFalse((self.dir / "alone.json").exists())

    def test_wrong_calls(self):
        for call in ((), ("--suite",), (self.dir / "nothing.cert",),
                     (self.dir / "c.cert", "--what"),
                     (self.dir / "counter.c",)):
            self.assertEqual(run(CHECKER, *call).returncode, 2, call)
        done = run(CATENARY, "generate", "counter.toml", "--certificate",
                   "c.cert", cwd=self.dir)
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertEqual((self.dir / "c.cert").read_bytes(), self.content)

    def test_the_work_of_the_search_does_not_end_the_check(self):
        done = run(CATENARY, "generate", "wide.toml", "-o", "few.json",
                   "--work", "300", "--certificate", "few.cert", cwd=self.dir)
        if (self.dir / "few.cert").exists():
            self.assertIn("was accepted", done.stderr)

    def test_the_same_bytes_again(self):
        run(CATENARY, "generate", "counter.toml", "-j", "1", "--certificate",
            "again.cert", cwd=self.dir)
        self.assertEqual((self.dir / "again.cert").read_bytes(), self.content)

    def test_the_sign_of_zero_counts(self):
        (self.dir / "f.c").write_text(
            "double x;\ndouble n;\nvoid step(void) { n = x < 1 ? -0.0 : 0.0; }\n")
        (self.dir / "f.toml").write_text(
            '[program]\nsources = ["f.c"]\nstep = "step();"\n[inputs]\n'
            '"x" = { range = [0, 2] }\n[outputs]\n"n" = {}\n'
            '[[property]]\nid = "low"\nwhen = "x < 1"\nthen = "n <= 0"\n')
        run(CATENARY, "generate", "f.toml", "-o", "f.json", "--certificate",
            "f.cert", cwd=self.dir)
        text = (self.dir / "f.json").read_text()
        self.assertRegex(text, r'"n": -0\b')
        done = run(CHECKER, self.dir / "f.cert", "--suite", self.dir / "f.json")
        self.assertEqual(done.returncode, 0, done.stderr)
        (self.dir / "f.json").write_text(
            re.sub(r'"n": -0\b', '"n": 0', text))
        done = run(CHECKER, self.dir / "f.cert", "--suite", self.dir / "f.json")
        self.assertEqual(done.returncode, 1, done.stderr)

    def test_hardware_models_have_certificates(self):
        (self.dir / "two.btor2").write_text(
            "1 sort bitvec 1\n2 sort bitvec 4\n3 input 1 go\n"
            "4 state 2 n\n5 zero 2\n6 init 2 4 5\n7 constd 2 2\n"
            "8 add 2 4 7\n9 ite 2 3 8 4\n10 next 2 4 9\n"
            "11 constd 2 5\n12 eq 1 4 11\n13 bad 12\n"
            "14 constd 2 6\n15 eq 1 4 14\n16 bad 15\n")
        done = run(CATENARY, "generate", "two.btor2", "-o", "two.json",
                   "--certificate", "two.cert", cwd=self.dir)
        self.assertIn(done.returncode, (0, 1), done.stderr)
        done = run(CHECKER, self.dir / "two.cert", "--suite",
                   self.dir / "two.json", "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        said = json.loads(done.stdout)
        self.assertEqual(len(said["unreachable"]), 1)  # n is even
        self.assertEqual(len(said["distances"]), 1)

    def test_machines_have_certificates(self):
        shutil.copy(SOURCE / "tests/regress/level0/machine_enumerators.sm",
                    self.dir / "machine.sm")
        done = run(CATENARY, "generate", "machine.sm", "--cover", "branch",
                   "-o", "m.json", "--certificate", "m.cert", cwd=self.dir)
        self.assertIn(done.returncode, (0, 1), done.stderr)
        done = run(CHECKER, self.dir / "m.cert", "--suite",
                   self.dir / "m.json")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("accepted: 2 goals unreachable, 7 dist", done.stdout)

    def test_the_checker_includes_nothing_of_catenary(self):
        lines = 0
        for path in sorted((SOURCE / "tools/check-proof").iterdir()):
            text = path.read_text()
            # Lines of code: neither comments nor empty lines.
            lines += sum(bool(line.strip()) and
                         not line.lstrip().startswith("//")
                         for line in text.splitlines())
            for name in re.findall(r'#include "([^"]+)"', text):
                self.assertTrue(name.startswith("tools/check-proof/"), name)
        self.assertLess(lines, 2000)


if __name__ == "__main__":
    SOURCE = pathlib.Path(sys.argv.pop())
    CHECKER = sys.argv.pop()
    CATENARY = sys.argv.pop()
    unittest.main()
