#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Attacks the verdicts about timed models.

For each seed a small random model of random_timed.py, all of whose steps are
enumerated there. Compared are: which states, transitions and pairs of them are
reached, after how many steps, what `generate` covers or proves unreachable,
that the suite passes on the model, and that the model, tested on line, conforms
to itself.

  attack_timed.py CATENARY FIRST_SEED COUNT
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from random_timed import Model  # noqa: E402

LIMIT = 120  # seconds that a command may take
COVERS = ("transitions", "pairs", "states")


class Wrong(Exception):
    pass


class Truth:
    """After how many steps each goal is reached, breadth first."""

    def __init__(self, model):
        self.states = {model.states[0]: 0}
        self.transitions = {}
        self.pairs = {}
        seen, steps = set(), {}  # the same for each last transition
        layer = {(at, None) for at in model.starts()}
        depth = 0
        while layer:
            seen |= layer
            following = set()
            depth += 1
            for at, last in layer:
                if at not in steps:
                    steps[at] = list(model.steps(at))
                for t, after in steps[at]:
                    name = f"{t.source}.{t.name}"
                    self.states.setdefault(t.target, depth)
                    self.transitions.setdefault(name, depth)
                    if last:
                        self.pairs.setdefault(f"{last}/{name}", depth)
                    if (after, name) not in seen:
                        following.add((after, name))
            layer = following

    def of(self, kind, goal):
        return {"state": self.states, "transition": self.transitions,
                "pair": self.pairs}[kind].get(goal)


def run(arguments, codes=(0, 1, 5)):
    try:
        done = subprocess.run(arguments, capture_output=True, text=True,
                              timeout=LIMIT)
    except subprocess.TimeoutExpired:
        raise Wrong(f"{arguments[1]} took more than {LIMIT} s") from None
    if done.returncode not in codes:
        raise Wrong(f"{' '.join(arguments[1:4])} exits {done.returncode}: "
                    f"{done.stderr.strip()[:1500]}")
    return done


def compare_goals(what, goals, truth, kind, counts):
    for g in goals:
        depth = truth.of(g.get("kind", kind), g["id"])
        status = g["status"]
        counts[status] = counts.get(status, 0) + 1
        if status == "unreachable" and depth is not None:
            raise Wrong(f"{what}: {g['id']} unreachable, truth: {depth} steps")
        if status == "covered":
            if depth is None:
                raise Wrong(f"{what}: {g['id']} covered, but never reached")
            if g["depth"] < depth:
                raise Wrong(f"{what}: {g['id']} after {g['depth']} steps, "
                            f"truth: {depth}")
        if status == "undecided" and depth is None and what == "check":
            counts["missed proof"] = counts.get("missed proof", 0) + 1


def attack(options, seed, folder, counts):
    catenary = options.catenary
    challenge = () if seed % options.challenge_every == 0 else \
        ("--challenge", "off")
    model = Model(seed)
    path = os.path.join(folder, "m.xlia")
    suite = os.path.join(folder, "s.json")
    with open(path, "w", encoding="utf-8") as file:
        file.write(model.text())
    truth = Truth(model)
    found = json.loads(run([catenary, "check", path, "--json",
                            *challenge],
                           (0, 1, 4)).stdout)
    compare_goals("check", found["goals"], truth, None, counts)
    cover = COVERS[seed % 3]
    found = json.loads(run([catenary, "generate", path, "--cover", cover,
                            "--json", "-o", suite, "--force",
                            *challenge],
                           (0, 1, 4)).stdout)
    compare_goals(f"generate --cover {cover}", found["goals"], truth,
                  cover[:-1], counts)
    if found["tests"]:
        on_model = run([catenary, "run", suite, "--sut", f"model:{path}",
                        "--json"], (0, 1, 3, 5))
        for test in json.loads(on_model.stdout)["tests"]:
            if test["verdict"] == "fail" or (test["verdict"] == "error" and
                                             test["code"] != "sut-refused"):
                raise Wrong(f"run: {test['verdict']}: {test['reason']}")
    for s in (1, 2):
        online = run([catenary, "run", "--online", path, "--sut",
                      f"model:{path}", "--for", "25steps", "--seed",
                      str(seed + s), "--timeout", f"{LIMIT / 4}s"],
                     (0, 1, 3, 4, 5))
        # What the simulation cannot decide, it refuses; where internal steps
        # lead to ever new states, only the limit ends it.
        if online.returncode == 1 or (online.returncode == 3 and
                                      "sut-refused" not in online.stdout):
            raise Wrong(f"on line, seed {seed + s}: {online.stdout[:1500]}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("catenary")
    parser.add_argument("first", type=int)
    parser.add_argument("count", type=int)
    parser.add_argument("--challenge-every", type=int, default=1,
                        metavar="N", help="challenge one model of N")
    options = parser.parse_args()
    counts = {}
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(options.first, options.first + options.count):
            try:
                attack(options, seed, folder, counts)
            except Wrong as what:
                wrong += 1
                print(f"seed {seed}: {what}")
                print(Model(seed).text(), flush=True)
    print(f"{options.count} models, goals: {counts}, {wrong} wrong")
    return 1 if wrong or not counts.get("unreachable") else 0


if __name__ == "__main__":
    sys.exit(main())
