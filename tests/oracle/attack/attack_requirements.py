#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Attacks the verdicts about requirements.

For each seed a small random file of random_requirements.py, whose steps are all
enumerated there. Compared are: both notions of consistency with their step,
contracts whose assumption never holds, for each purpose whether it is reached,
after how many steps, whether a test that is called guaranteed is one, and that
no claim is withdrawn by a challenge.

  attack_requirements.py CATENARY FIRST_SEED COUNT
"""
import json
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from random_requirements import Interface  # noqa: E402

LIMIT = 60        # seconds that a command may take
MOST_STATES = 1500


class Wrong(Exception):
    pass


class TooLarge(Exception):
    pass


def key(state):
    now, memory, timers = state
    return tuple(sorted(now.items())), memory, timers


class Truth:
    """All states of an interface, breadth first."""

    def __init__(self, interface):
        self.i = interface
        self.states = {None: 0}  # key -> depth, of the steps before
        self.edges = {}          # key -> list (per input) of lists of keys
        self.reached = {}        # purpose -> steps
        self.asked = set()       # contracts whose assumption held
        self.dead_end = None     # the first step without an answer
        layer = [(None, None)]
        depth = 0
        while layer:
            following = []
            for name, state in layer:
                self.edges[name] = []
                for given in interface.inputs(state):
                    self.expand(name, state, given, depth, following)
            depth += 1
            layer = following

    def expand(self, name, state, given, depth, following):
        targets = []
        for now, b, m, after in self.i.answers(state, given):
            for purpose, e, _ in self.i.purposes:
                if purpose not in self.reached and \
                        self.i.goal(e, state, now, m):
                    self.reached[purpose] = depth + 1
            for c in self.i.contracts:
                if c.when and (c.at_init if state is None else c.at_step) \
                        and c.when.value(b, now, m):
                    self.asked.add(c.text)
            k = key(after)
            targets.append(k)
            if k not in self.states:
                self.states[k] = depth + 1
                if len(self.states) > MOST_STATES:
                    raise TooLarge()
                following.append((k, after))
        if not targets and self.dead_end is None:
            self.dead_end = depth
        self.edges[name].append(targets)

    def strategy(self):
        """The first step up to which nobody can answer; None: for ever."""
        good = set(self.states)
        k = 0
        while True:
            left = {s for s in good
                    if all(any(t in good for t in targets)
                           for targets in self.edges[s])}
            if None not in left:
                return k
            if left == good:
                return None
            good = left
            k += 1

    def forced(self, purpose, inputs):
        """Whether all systems meet it with these inputs (dicts, values that
        are missing do not matter) at some step."""
        e = next(p[1] for p in self.i.purposes if p[0] == purpose)
        layer = {None: None}
        for wanted in inputs:
            following = {}
            for state in layer.values():
                for given in self.i.inputs(state):
                    if any(given[n] != v for n, v in wanted.items()):
                        continue
                    for now, _, m, after in self.i.answers(state, given):
                        if not self.i.goal(e, state, now, m):
                            following[key(after)] = after
            layer = following
        return not layer


def run(arguments):
    try:
        done = subprocess.run(arguments, capture_output=True, text=True,
                              timeout=LIMIT)
    except subprocess.TimeoutExpired:
        raise Wrong(f"{arguments[1]} took more than {LIMIT} s") from None
    if done.returncode not in (0, 1):
        raise Wrong(f"{arguments[1]} exits {done.returncode}: "
                    f"{done.stderr.strip()[:1500]}")
    return json.loads(done.stdout)


def compare_notion(name, found, truth):
    step = "no step" if truth is None else f"step {truth}"
    claimed = found["verdict"]
    if claimed == "inconsistent" and found["k"] != truth:
        raise Wrong(f"{name}: inconsistent at {found['k']}, truth: {step}")
    if claimed == "consistent" and truth is not None:
        raise Wrong(f"{name}: consistent, truth: {step}")
    if claimed == "undecided":
        raise Wrong(f"{name}: undecided: {found['reason']}")


def compare_check(catenary, path, interface, truth):
    found = run([catenary, "check", path, "--json"])
    notions = found["consistency"]
    compare_notion("no dead end", notions["no_dead_end"], truth.dead_end)
    compare_notion("strategy", notions["strategy"], truth.strategy())
    never = {f["message"].split(":")[0] for f in found["findings"]
             if f["code"] in ("contract-vacuous", "contract-conflict-triggered")}
    named = {c.text for c in interface.contracts if c.when and c.text}
    wrong = never & truth.asked
    if wrong:
        raise Wrong(f"assumptions of {sorted(wrong)} are said never to hold")
    return 2 + len(named & (never | truth.asked))


def value_of(text, values):
    for v in values:
        if str(v).lower() == str(text).lower():
            return v
    raise Wrong(f"an input has the value {text}")


def compare_generate(catenary, path, folder, interface, truth):
    suite_path = os.path.join(folder, "s.json")
    found = run([catenary, "generate", path, "--json", "--trigger", "none",
                 "-o", suite_path, "--force"])
    with open(suite_path, encoding="utf-8") as file:
        suite = json.load(file)
    goals = {g["id"]: g for g in found["goals"]}
    for purpose, _, within in interface.purposes:
        g = goals[purpose]
        depth = truth.reached.get(purpose)
        is_within = depth is not None and (within is None or depth <= within)
        status = g["status"]
        if status == "undecided":
            raise Wrong(f"{purpose} undecided: {g['reason']}")
        if (status == "covered") != is_within:
            raise Wrong(f"{purpose} is {status}, truth: {depth} steps")
        if status == "unreachable" and depth is not None:
            raise Wrong(f"{purpose} unreachable, truth: {depth} steps")
        if status != "covered":
            continue
        if "a shortest test" in g["reason"] and g["depth"] != depth:
            raise Wrong(f"{purpose}: {g['depth']} steps, truth: {depth}")
        if g["depth"] < depth:
            raise Wrong(f"{purpose}: {g['depth']} steps, truth: {depth}")
        compare_test(purpose, g, suite, interface, truth)
    return len(interface.purposes)


def steps_of(test, suite):
    """Its steps, with those it shares with others."""
    steps = list(test["steps"])
    after = test.get("after")
    while after is not None:
        prefix = suite["prefixes"][after]
        steps = prefix["steps"] + steps
        after = prefix.get("after")
    return steps


def compare_test(purpose, goal, suite, interface, truth):
    tests = [t for t in suite["tests"] if purpose in t["goals"]]
    if not tests:
        raise Wrong(f"{purpose} is covered without a test")
    if "guaranteed" not in goal["reason"] or tests[0]["kind"] != "linear":
        return
    domains = {v[0]: v[2] for v in interface.variables}
    inputs = [{n: value_of(v, domains[n]) for n, v in s["inputs"].items()}
              for s in steps_of(tests[0], suite)]
    if not truth.forced(purpose, inputs):
        raise Wrong(f"{purpose}: not guaranteed by {inputs}")


def attack(catenary, seed, folder):
    interface = Interface(seed)
    path = os.path.join(folder, "r.req")
    with open(path, "w", encoding="utf-8") as file:
        file.write(interface.text())
    try:
        truth = Truth(interface)
    except TooLarge:
        return 0
    return (compare_check(catenary, path, interface, truth) +
            compare_generate(catenary, path, folder, interface, truth))


def main():
    catenary, first, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    claims = wrong = skipped = 0
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(first, first + count):
            try:
                found = attack(catenary, seed, folder)
                claims += found
                skipped += found == 0
            except Wrong as what:
                wrong += 1
                print(f"seed {seed}: {what}")
                print(Interface(seed).text(), flush=True)
    print(f"{count} files, {skipped} too large, {claims} claims compared, "
          f"{wrong} wrong")
    return 1 if wrong or claims < count else 0


if __name__ == "__main__":
    sys.exit(main())
