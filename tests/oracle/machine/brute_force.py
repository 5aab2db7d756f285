#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Small random machines against brute force.

`catenary bench --make-machine` makes each machine; an interpreter that shares no
code with Catenary explores all its configurations, with one value of every
parameter for each way of comparing it. Then, for `catenary generate`:
  - states, transitions, guards, branches and findings are covered or proved
    unreachable exactly where the interpreter reaches or does not reach them,
    after as many steps at least, and as many where the run is called shortest;
  - every step of every test does what the interpreter does;
  - `catenary run` on the model passes, twice each.

  brute_force.py CATENARY COUNT [SEED]
"""
import concurrent.futures
import itertools
import json
import os
import random
import subprocess
import sys
import tempfile

from sm_interpreter import Machine, Run

MOST = 60000  # steps of the exploration


class TooLarge(Exception):
    """Not for brute force."""


def options(seed):
    r = random.Random(seed)
    depth = r.choice([0, 1, 1, 2])
    states = 2 * (depth + 1) + r.randint(0, 3)
    nested = min(1, depth)
    return ("seed=%d,depth=%d,states=%d,branches=%d,messages=%d,parameters=%d,"
            "attributes=%d,values=%d,constants=%d,arithmetic=false,choices=%d,"
            "junctions=%d,histories=%d,points=%d,infeasible=%d" % (
                seed, depth, states, 2 * r.randint(2, 25), depth +
                r.randint(2, 3), r.choice([1, 1, 2]), r.randint(1, 2),
                r.randint(2, 3), r.randint(1, 2), r.randint(0, 2),
                r.randint(0, 1), r.randint(0, nested), r.randint(0, nested),
                r.choice([0, 10, 30])))


def explore(machine):
    """Goals with the fewest steps to them; configurations."""
    first = Run(machine)
    depth = dict.fromkeys(first.hits, 0)
    seen, queue, steps = {first.saved()}, [(first.saved(), 0)], 0
    values = [machine.values(p) for p in machine.parameters]
    letters = [(m, dict(zip(machine.parameters, x)))
               for m in machine.messages for x in itertools.product(*values)]
    for saved, length in queue:
        steps += len(letters)
        if steps > MOST:
            raise TooLarge
        for message, x in letters:
            run = Run(machine, saved)
            run.deliver(message, x)
            for goal in run.hits:
                depth.setdefault(goal, length + 1)
            after = run.saved()
            if after not in seen:
                seen.add(after)
                queue.append((after, length + 1))
    return depth, len(seen)


def call(folder, *command):
    return subprocess.run(command, cwd=folder, capture_output=True, text=True,
                          timeout=300)


def compare_goals(machine, suite, depth):
    known = {g["id"]: g for g in suite["goals"]}
    assert machine.branches <= set(known), machine.branches - set(known)
    assert set(depth) <= set(known), set(depth) - set(known)
    for name, goal in known.items():
        want = "covered" if name in depth else "unreachable"
        assert goal["status"] == want, (name, goal["status"], want)
        if want == "unreachable":
            assert goal["trust"] == "proved", goal
        elif "depth" in goal:
            assert goal["depth"] == depth[name], (name, goal, depth[name])


def compare_tests(machine, suite):
    """Every step; how many there are."""
    names = {s["name"]: {v: k for k, v in s.get("names", {}).items()}
             for s in suite["signature"]["inputs"] +
             suite["signature"]["outputs"]}
    steps, ends = 0, []
    for test in suite.get("prefixes", []) + suite["tests"]:
        # Steps with which several tests begin are stored once.
        run = ends[test["after"]] if "after" in test else Run(machine)
        for step in test["steps"]:
            given = {p: 0 for p in machine.parameters}
            given.update({k: v for k, v in step["inputs"].items()
                          if k in given})
            message = names["message"][step["inputs"].get("message", 0)]
            run = Run(machine, run.saved())
            run.deliver(message[2:], given)
            sent, place, value = run.note
            want = {"state": run.leaf if run.leaf == "stuck" else run.leaf.path,
                    "outcome": run.outcome, "p.note": sent,
                    "p.note.place": place, "p.note.value": value}
            for name, got in step["expect"].items():
                got = names[name].get(got, got)
                assert got == want[name], (test.get("id"), steps, name, got,
                                           want[name])
            missing = [g for g in step.get("goals", [])
                       if g not in run.hits and not g.startswith("trigger ")]
            assert not missing, (test.get("id"), missing)
            steps += 1
        ends.append(run)
    return steps


def check(catenary, seed):
    with tempfile.TemporaryDirectory() as folder:
        made = call(folder, catenary, "bench", "--make-machine", options(seed),
                    "-o", "m.sm")
        assert made.returncode == 0, made.stderr
        with open(os.path.join(folder, "m.sm"), encoding="utf-8") as file:
            machine = Machine(file.read(), "m.sm")
        depth, configurations = explore(machine)
        # The fewest tests are another question, and a longer one.
        done = call(folder, catenary, "generate", "m.sm", "-o", "m.json",
                    "--method", "single", "--quiet")
        assert done.returncode in (0, 1), done.stderr
        with open(os.path.join(folder, "m.json"), encoding="utf-8") as file:
            suite = json.load(file)
        compare_goals(machine, suite, depth)
        steps = compare_tests(machine, suite)
        ran = call(folder, catenary, "run", "m.json", "--sut", "model:m.sm",
                   "--repeat", "2", "--quiet")
        assert ran.returncode == 0, (ran.stdout, ran.stderr)
    never = sum(g["status"] == "unreachable" for g in suite["goals"])
    return configurations, len(suite["goals"]), never, steps


def outcome(catenary, seed):
    """What check() counts; None where it is too large; a text if it fails."""
    try:
        return check(catenary, seed)
    except TooLarge:
        return None
    except (AssertionError, subprocess.TimeoutExpired) as error:
        return "seed %d (--make-machine %s): %s" % (seed, options(seed), error)


def main():
    catenary = os.path.abspath(sys.argv[1])
    count = int(sys.argv[2])
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    sums, large, failed = [0, 0, 0, 0], 0, 0
    with concurrent.futures.ProcessPoolExecutor() as pool:
        for one in pool.map(outcome, [catenary] * count,
                            range(seed, seed + count)):
            if one is None:
                large += 1
            elif isinstance(one, str):
                failed += 1
                print(one, flush=True)
            else:
                sums = [a + b for a, b in zip(sums, one)]
    print("%d machines, %d too large, %d wrong; %d configurations, %d goals, "
          "%d of them unreachable, %d steps agree" % (count, large, failed,
                                                      *sums))
    # Small they are, and some of what is asked for cannot be.
    return int(failed > 0 or large * 10 > count or 0 in sums)


if __name__ == "__main__":
    sys.exit(main())
