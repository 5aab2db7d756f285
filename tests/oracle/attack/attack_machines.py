#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Attacks the verdicts about state machines.

For each seed a small random machine, of ../machine/random_test.py or of
`catenary bench --make-machine`; an interpreter that shares no code with
Catenary explores all its configurations. Compared are: which states, transitions, guards
and branches are covered or proved unreachable, after how many steps, the fewest
steps of a suite, what each step of each test does, the suite on the model, and
the bytes for one worker and four. Engines, methods and optimisers take turns.

  attack_machines.py CATENARY FIRST_SEED COUNT
"""
import argparse
import collections
import itertools
import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "machine")]
import against_interpreter as against  # noqa: E402
import brute_force  # noqa: E402
import random_test  # noqa: E402
import sm_interpreter  # noqa: E402
from program_claims import (PERHAPS, Crash, Overrun, Refused,  # noqa: E402
                            Wrong, first_error, strip_seconds)

LIMIT = 20  # seconds that a run may take
LIMIT_OF_STRATEGY = 2  # most of it is compiling
RUNS = [
    (), ("--engine", "symbolic"), ("--engine", "classes"),
    ("--method", "single"), ("--method", "concolic"),
    ("--engine", "explicit"), ("--objective", "steps"),
    ("--method", "single", "--engine", "symbolic"), ("--reset-cost", "3"),
    ("--method", "single", "--engine", "classes"),
    ("--method", "concolic", "--strategy", "sc"),
    ("--method", "concolic", "--strategy", "se"),
    ("--method", "concolic", "--strategy", "rc"),
    ("--method", "random", "--runs", "300"),
]
MOST = 40000        # steps of the exploration
MOST_PAIRS = 400000  # configurations and sets of goals


class Nested:
    """Nested states, histories, points, choices and replicated ports, without
    parameters."""

    def __init__(self, seed, catenary, folder):
        self.machine = random_test.Machine(random.Random(seed))
        with open(os.path.join(folder, "m.sm"), "w", encoding="utf-8") as out:
            out.write(self.machine.text())
        self.letters = self.machine.letters()
        self.arguments = ("--semantics", self.machine.semantics)

    def first(self):
        return random_test.first_of(self.machine)

    def after(self, saved, letter):
        run = random_test.run_of(self.machine, saved)
        run.deliver(letter)
        return run

    @staticmethod
    def hits(run):
        return run.hits

    @staticmethod
    def judges(goal):
        return goal.startswith(("state ", "transition "))

    def letter_of(self, inputs, names):
        del names
        return random_test.letter_of(inputs)

    outputs = staticmethod(random_test.outputs)


class Valued:
    """Messages with parameters, guards and branches over them."""

    def __init__(self, seed, catenary, folder):
        done = subprocess.run(
            [catenary, "bench", "--make-machine", brute_force.options(seed),
             "-o", "m.sm"], cwd=folder, capture_output=True,
            text=True)
        if done.returncode != 0:
            raise Crash(done.stderr)
        with open(os.path.join(folder, "m.sm"), encoding="utf-8") as file:
            self.machine = m = sm_interpreter.Machine(file.read(), "m.sm")
        values = [m.values(p) for p in m.parameters]
        self.letters = [(name, dict(zip(m.parameters, x)))
                        for name in m.messages
                        for x in itertools.product(*values)]

    def first(self):
        return sm_interpreter.Run(self.machine)

    def after(self, saved, letter):
        run = sm_interpreter.Run(self.machine, saved)
        run.deliver(*letter)
        return run

    @staticmethod
    def hits(run):
        return run.hits

    @staticmethod
    def judges(goal):
        return not goal.startswith("trigger ")

    def letter_of(self, inputs, names):
        given = {p: 0 for p in self.machine.parameters}
        given.update({k: v for k, v in inputs.items() if k in given})
        return names["message"][inputs.get("message", 0)][2:], given

    @staticmethod
    def outputs(run):
        sent, place, value = run.note
        return {"state": run.leaf if run.leaf == "stuck" else run.leaf.path,
                "outcome": run.outcome, "p.note": sent, "p.note.place": place,
                "p.note.value": value}


def explore(world):
    """Depth of each goal; the edges (configuration, goals) of each
    configuration, numbered."""
    first = world.first()
    depth = dict.fromkeys(world.hits(first), 0)
    number, queue, edges = {first.saved(): 0}, [(first.saved(), 0)], []
    for saved, length in queue:
        if len(edges) * len(world.letters) > MOST:
            return None
        here = set()
        for letter in world.letters:
            run = world.after(saved, letter)
            hits = frozenset(world.hits(run))
            for goal in hits:
                depth.setdefault(goal, length + 1)
            to = run.saved()
            if to not in number:
                number[to] = len(queue)
                queue.append((to, length + 1))
            here.add((number[to], hits))
        edges.append(here)
    return depth, frozenset(world.hits(first)), edges


def optima(goals, begin, edges):
    """The fewest steps of 1, 2, ... tests that cover the goals."""
    bit = {g: 1 << k for k, g in enumerate(sorted(goals))}
    if len(goals) > 12 or len(edges) << len(goals) > MOST_PAIRS:
        return {}

    def pack(hits):
        return sum(bit[g] for g in hits if g in bit)

    best, seen = {}, {(0, pack(begin))}
    queue = [(0, pack(begin), 0)]
    packed = [{(to, pack(h)) for to, h in e} for e in edges]
    for state, mask, steps in queue:
        best.setdefault(mask, steps)
        for to, more in packed[state]:
            if (to, mask | more) not in seen:
                seen.add((to, mask | more))
                queue.append((to, mask | more, steps + 1))
    everything, now, out = (1 << len(goals)) - 1, {0: 0}, {}
    for count in range(1, len(goals) + 1):
        after = {}
        for a, x in now.items():
            for b, y in best.items():
                if after.get(a | b, x + y + 1) > x + y:
                    after[a | b] = x + y
        now = after
        if everything in now:
            out[count] = now[everything]
        if len(best) * len(now) > 200000:
            return out
    return out


def call(options, folder, *arguments):
    # Strategies that prove nothing go on until they are stopped.
    limit = LIMIT_OF_STRATEGY if "--strategy" in arguments else options.limit
    command = [options.catenary, "generate", "m.sm", "--json", "-o", "m.json",
               "--force", "--cover", "label", "--timeout", f"{limit}s",
               *arguments]
    if "-j" not in arguments:
        command += ["-j", "1"]
    begin = time.monotonic()
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True,
                              text=True, timeout=8 * limit * options.patience)
    except subprocess.TimeoutExpired:
        raise Overrun("no answer") from None
    took = time.monotonic() - begin
    if took > (limit * 1.1 + 2) * options.patience:
        raise Overrun(f"{took:.1f} s")
    if done.returncode == 2:
        raise Refused(first_error(done.stderr))
    if done.returncode not in (0, 1, 4):
        raise Crash(f"exit code {done.returncode}: {first_error(done.stderr)}")
    path = os.path.join(folder, "m.json")
    if done.returncode == 4 and not (os.path.exists(path) and
                                     done.stdout.strip()):
        raise Refused("stopped before there was a suite")
    with open(path, encoding="utf-8") as file:
        # The code of a violation hides that time ended the search.
        ended = done.returncode == 4 or "time limit" in done.stdout or \
            took > limit * .9
        return json.loads(done.stdout), json.load(file), ended


class Claims:
    def __init__(self, world, truth, arguments):
        self.world, self.arguments = world, arguments
        self.depth, self.begin, self.edges = truth
        self.count = self.undecided = 0
        self.method = arguments[arguments.index("--method") + 1] \
            if "--method" in arguments else "chain"

    def compare(self, document, suite):
        self.goals(document)
        self.tests(suite)
        if self.method == "chain":
            self.chains(document, suite)

    def goals(self, document):
        known = {g["id"]: g for g in document["goals"]}
        missing = {g for g in self.depth if self.world.judges(g)} - set(known)
        if missing and "label" in self.arguments:
            raise Wrong(f"not known: {missing}")
        for name, goal in known.items():
            if not self.world.judges(name):
                continue
            true, at = self.depth.get(name), goal["depth"]
            what = f"{name}: {goal['status']} {at}; in truth {true}"
            self.count += 1
            if goal["status"] == "covered":
                exact = self.method in ("chain", "single") and \
                    PERHAPS not in goal["reason"]
                if true is None or at is not None and (
                        at < true or exact and at > true):
                    raise Wrong(what)
            elif goal["status"] == "unreachable":
                if true is not None:
                    raise Wrong(what)
            else:
                self.undecided += 1

    def tests(self, suite):
        names = against.names_of(suite)
        ends = []
        for test in suite.get("prefixes", []) + suite["tests"]:
            run = ends[test["after"]] if "after" in test else self.world.first()
            for k, step in enumerate(test["steps"], 1):
                letter = self.world.letter_of(step["inputs"], names)
                run = self.world.after(run.saved(), letter)
                where = (test.get("id", "prefix")[:12], k)
                try:
                    against.check_step(step["expect"], self.world.outputs(run),
                                       names, where)
                except AssertionError as error:
                    raise Wrong(f"step: {error}") from None
                told = {g for g in step.get("goals", [])
                        if g in self.depth and self.world.judges(g)}
                if told - set(self.world.hits(run)):
                    raise Wrong(f"{where}: goals {told}")
                self.count += 1
            ends.append(run)

    def chains(self, document, suite):
        bound = document["summary"].get("bound") or {}
        goals = {g["id"]: g for g in suite["goals"]}
        wanted = {g for g, x in goals.items()
                  if x["status"] == "covered" and not x.get("violation")}
        if not bound or not wanted <= set(self.depth) or \
                not all(map(self.world.judges, wanted)):
            return
        best = optima(wanted, self.begin, self.edges)
        if not best:
            return
        sizes, before = [], []
        for test in suite.get("prefixes", []) + suite["tests"]:
            length = len(test["steps"]) + \
                (before[test["after"]] if "after" in test else 0)
            before.append(length)
            if test.get("kind") == "chain":
                sizes.append(length)
        steps, self.count = sum(sizes), self.count + 1
        if "--reset-cost" in self.arguments:
            least = min(s + 3 * (c - 1) for c, s in best.items())
            cost = steps + 3 * (len(sizes) - 1)
        elif "--objective" in self.arguments:
            least, cost = min(best.values()), steps
        else:
            least, cost = min(best.items()), (len(sizes), steps)
        if cost < least or bound["minimal"] and cost != least:
            raise Wrong(f"cost {cost}, {bound}; in truth {best}")


def attack(seed, options, folder):
    """(kind, text, claims, undecided)"""
    world = (Nested if seed % 3 else Valued)(seed, options.catenary, folder)
    truth = explore(world)
    if truth is None:
        return "too large", "", 0, 0
    count = undecided = 0
    todo = RUNS if options.thorough else [RUNS[seed % len(RUNS)]]
    if seed % options.challenge_every != 0:
        todo = [(*arguments, "--challenge", "off") for arguments in todo]
    for arguments in todo:
        arguments = (*arguments, *getattr(world, "arguments", ()))
        claims = Claims(world, truth, arguments)
        try:
            one = call(options, folder, *arguments)
            claims.compare(*one[:2])
            # What the time limit ended depends on the machine.
            if not one[2] and (options.thorough or seed % 5 == 0):
                both = [one, call(options, folder, *arguments, "-j", "4")]
                strip_seconds(both)
                claims.count += 1
                if not both[1][2] and both[0] != both[1]:
                    raise Wrong("-j 4 differs from -j 1")
        except (Wrong, Crash, Overrun, Refused) as error:
            kind = {Wrong: "wrong", Crash: "crashed", Overrun: "overrun",
                    Refused: "refused"}[type(error)]
            if "stopped before" in str(error):
                kind = "stopped"  # while it compiled, on a busy machine
            return kind, f"{error} [{' '.join(arguments)}]", count, undecided
        count += claims.count
        undecided += claims.undecided
    return "right", "", count, undecided


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("catenary")
    parser.add_argument("first", type=int)
    parser.add_argument("count", type=int)
    parser.add_argument("--thorough", action="store_true",
                        help="all engines and methods for each machine")
    parser.add_argument("--patience", type=float, default=3,
                        help="how much slower than idle the machine may be")
    parser.add_argument("--challenge-every", type=int, default=1,
                        metavar="N", help="challenge one machine of N")
    parser.add_argument("--limit", type=float, default=LIMIT,
                        help="seconds that a run may take")
    parser.add_argument("--keep", type=pathlib.Path)
    options = parser.parse_args()
    options.catenary = os.path.abspath(options.catenary)
    tally, claims, undecided = collections.Counter(), 0, 0
    for seed in range(options.first, options.first + options.count):
        with tempfile.TemporaryDirectory(prefix="catenary-attack-") as folder:
            kind, text, count, open_ = attack(seed, options, folder)
            tally[kind] += 1
            claims += count
            undecided += open_
            if kind in ("wrong", "crashed", "overrun", "refused"):
                print(f"seed {seed}: {kind}: {text}", flush=True)
                if options.keep:
                    to = options.keep / f"machine-{seed}"
                    shutil.rmtree(to, ignore_errors=True)
                    shutil.copytree(folder, to)
                    (to / "result.txt").write_text(f"{kind}: {text}\n")
    print(f"{tally['too large']} too large, {tally['refused']} refused, "
          f"{tally['stopped']} stopped, {undecided} claims undecided")
    print(f"{options.count} machines, {claims} claims, {tally['wrong']} wrong, "
          f"{tally['crashed']} crashes, {tally['overrun']} overruns")
    bad = tally["wrong"] + tally["crashed"] + tally["overrun"] + \
        tally["refused"]
    return 1 if bad or tally["right"] * 10 < options.count * 7 else 0


if __name__ == "__main__":
    sys.exit(main())
