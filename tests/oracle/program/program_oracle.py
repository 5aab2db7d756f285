#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Catenary against a plain explorer, on random step programs.

For each seed: a program (program_generator.py), compiled by gcc together with
explore.c, which keeps all its memory as the state and finds by brute force what
is reachable, how soon, and what the fewest and shortest chains are. Then
`catenary generate` on the same program; status and depth of each goal, bounds,
crashes and the outputs expected by the tests must agree.
"""
import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from program_generator import generate  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
CFLAGS = ["-O1", "-w", "-fwrapv", "-fno-strict-aliasing", "-ffp-contract=off",
          "-fno-delete-null-pointer-checks", "-no-pie", "-Wl,-z,now"]
MOST_STATES, MOST_PAIRS, MOST_LETTERS = 20000, 3_000_000, 3000


class Mismatch(Exception):
    """The two disagree."""


class Unusable(Exception):
    """The program is too large for the oracle, or for Catenary."""


class NoStep(Exception):
    """Catenary says that the assumptions forbid every first step."""


class Oracle:
    """The explorer with one program compiled in."""

    def __init__(self, program, branches, explorer, folder):
        self.program = program
        self.binary = folder / "oracle"
        source = folder / "oracle.c"
        source.write_text(program.for_oracle())
        command = ["gcc", *CFLAGS, f"-I{HERE}", str(source), str(explorer),
                   "-o", str(self.binary)]
        if branches:
            command.append("-DWITH_BRANCHES")
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode != 0:
            raise RuntimeError("gcc refuses the program: " + done.stderr)
        self.ids = [g for g, _ in program.goals]
        lines = program.lines_of_conditions()
        for n in range(program.conditions):
            # A condition may have been dropped with the text around it.
            line = f"prog.c:{lines[n]}:" if n in lines else "none:"
            self.ids += [line + "true", line + "false"]
        # Ids that do not name one condition: not compared.
        self.shared = {i for i in self.ids if self.ids.count(i) > 1}

    def explore(self):
        try:
            done = subprocess.run(
                [str(self.binary), str(MOST_STATES), str(MOST_PAIRS)],
                capture_output=True, text=True, timeout=30)
        except subprocess.TimeoutExpired:
            raise Unusable from None
        if "toolarge" in done.stdout:
            raise Unusable
        if done.returncode != 0:
            raise RuntimeError(f"the explorer died: {done.returncode}")
        self.depth, self.optima = {}, {}
        for words in map(str.split, done.stdout.splitlines()):
            if words[0] == "states":
                self.states, self.crashes = int(words[1]), int(words[3])
            elif words[0] == "goal":
                depth = int(words[2])
                self.depth[self.ids[int(words[1])]] = \
                    None if depth < 0 else depth
            elif words[0] == "coverable":
                self.coverable = bin(int(words[1])).count("1")
            elif words[0] == "optimum":
                self.optima[int(words[1])] = int(words[2])

    def replay(self, test):
        """(outcome, hit ids, outputs) of init and of each step."""
        p = self.program
        start = 0
        if p.initial:
            row = [test["initial"]["values"][v[0]] for v in p.initial]
            start = p.letters(p.initial).index([int(x) for x in row])
        text = [f"{start} {len(p.inputs)}"]
        for step in test["steps"]:
            values = [int(step["inputs"][v[0]]) for v in p.inputs]
            values = [v if v < 1 << 63 else v - (1 << 64) for v in values]
            text.append(" ".join(map(str, values)) + " 1")
        done = subprocess.run([str(self.binary), "replay"],
                              input="\n".join(text), capture_output=True,
                              text=True, timeout=30)
        rows = []
        for line in done.stdout.splitlines():
            numbers = [int(w) for w in line.split()]
            hits = {g for k, g in enumerate(self.ids) if numbers[1] >> k & 1}
            rows.append((numbers[0], hits, numbers[2:]))
        return rows


def without_column(goal_id):
    """prog.c:12:7:true -> prog.c:12:true, as the oracle calls it."""
    parts = goal_id.split(":")
    if len(parts) == 4 and parts[0] == "prog.c":
        return f"{parts[0]}:{parts[1]}:{parts[3]}"
    return goal_id


def call(catenary, folder, *arguments):
    command = [catenary, "generate", "prog.toml", "--json", "-o",
               "suite.json", "--force", "-j", "1", "--timeout", "15s",
               *arguments]
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True,
                              text=True, timeout=90)
    except subprocess.TimeoutExpired:
        raise Mismatch("no answer within 90 s") from None
    if "contradictory-assumptions" in done.stderr:
        raise NoStep
    if done.returncode == 4:
        raise Unusable  # all values of an input, stored, are many states
    if done.returncode not in (0, 1):
        raise Mismatch(f"exit code {done.returncode}: {done.stderr[:2000]}")
    return (json.loads(done.stdout),
            json.loads((folder / "suite.json").read_text()))


def whole(suite, test):
    """A test with the steps of the prefixes it begins with."""
    out = dict(test)
    part = test
    while "after" in part:
        part = suite["prefixes"][part["after"]]
        out["steps"] = part["steps"] + out["steps"]
    if "initial" in part:
        out["initial"] = part["initial"]
    return out


def compare_goals(oracle, document, wide):
    found = {}
    for goal in document["goals"]:
        found.setdefault(without_column(goal["id"]), []).append(goal)
    undecided = False
    for goal, depth in oracle.depth.items():
        if goal in oracle.shared or goal.startswith("none:"):
            continue
        if goal not in found:
            # Conditions that clang folds, or attributes to a macro.
            if depth is not None and not goal.startswith("prog.c:"):
                raise Mismatch(f"{goal}: Catenary does not know it")
            continue
        if len(found[goal]) != 1:
            oracle.shared.add(goal)
            continue
        status, at = found[goal][0]["status"], found[goal][0]["depth"]
        what = f"{goal}: depth {depth} for the oracle, {status} {at} here"
        undecided |= status in ("undecided", "not_within_bound")
        if status in ("undecided", "not_within_bound") and wide:
            continue
        if status == "covered":
            if depth is None and wide:
                continue  # replayed below
            if depth is None or (at != depth if not wide else at > depth):
                raise Mismatch(what)
        elif status != "unreachable" or depth is not None:
            raise Mismatch(what)
    # Conditions inside macros and case labels are not the oracle's.
    oracle.knows_all = found.keys() <= oracle.depth.keys() - oracle.shared
    return undecided


def compare_runs(oracle, suite):
    outputs = oracle.program.outputs
    for test in (whole(suite, t) for t in suite["tests"]):
        rows = oracle.replay(test)
        if len(rows) != len(test["steps"]) + 1:
            raise Mismatch(f"test {test['id'][:12]} has {len(test['steps'])} "
                           f"steps, the oracle runs {len(rows) - 1}")
        for k, (step, row) in enumerate(zip(test["steps"], rows[1:]), 1):
            for goal in map(without_column, step.get("goals", [])):
                if goal in oracle.depth and goal not in row[1] and \
                        goal not in oracle.shared:
                    raise Mismatch(f"test {test['id'][:12]}, step {k} does "
                                   f"not hit {goal}")
            for name, value in zip(outputs, row[2]):
                told = step.get("expect", {}).get(name)
                if told is not None and int(told) != value:
                    raise Mismatch(f"test {test['id'][:12]}, step {k}: {name} "
                                   f"is {value}, not {told}")


def compare_chains(oracle, document, suite, reset_cost):
    chains = [whole(suite, t) for t in suite["tests"] if t["kind"] == "chain"]
    steps = sum(len(t["steps"]) for t in chains)
    bound = document["summary"].get("bound") or {}
    if not oracle.optima:
        if oracle.coverable == 0 and chains:
            raise Mismatch("there is nothing to chain")
        return
    if reset_cost is None:
        best = min(oracle.optima.items())
        cost, lower = (len(chains), steps), bound["lower"]
        if bound["upper"] != steps:
            raise Mismatch(f"bound.upper is {bound['upper']}, the chains have "
                           f"{steps}")
        if cost[0] == best[0] and lower > best[1]:
            raise Mismatch(f"bound.lower is {lower}, but {best} is possible")
    else:
        best = min(s + reset_cost * (c - 1) for c, s in oracle.optima.items())
        cost = steps + reset_cost * (len(chains) - 1)
        if bound["lower"] > best:
            raise Mismatch(f"bound.lower is {bound['lower']} of {best}")
    if cost < best or (bound["minimal"] and cost != best):
        raise Mismatch(f"cost {cost}, minimal: {bound['minimal']}; the optimum "
                       f"is {best}")


def check(seed, catenary, explorer, folder):
    program = generate(seed)
    branches = seed % 3 == 0
    (folder / "prog.c").write_text(program.for_catenary())
    (folder / "prog.toml").write_text(program.description("prog.c"))
    if len(program.letters(program.inputs)) > MOST_LETTERS:
        raise Unusable
    oracle = Oracle(program, branches, explorer, folder)
    oracle.explore()
    arguments = ["--cover", "branch"] if branches else []
    reset_cost = [None, None, None, 1, 5][seed % 5]
    if reset_cost is not None:
        arguments += ["--reset-cost", str(reset_cost)]
    if not branches:
        for goal in [g for g in oracle.depth if g not in
                     {name for name, _ in program.goals}]:
            del oracle.depth[goal]
    try:
        document, suite = call(catenary, folder, *arguments)
    except NoStep:
        if any(oracle.depth.values()) or oracle.crashes:
            raise Mismatch("there is a first step") from None
        return "goals"
    undecided = compare_goals(oracle, document, program.wide)
    compare_runs(oracle, suite)
    crashes = any(f["code"] == "defect-crashed" for f in suite["findings"])
    if crashes != (oracle.crashes > 0) and not (undecided and not crashes):
        raise Mismatch(f"crashes: {oracle.crashes} for the oracle, here "
                       f"{crashes}")
    exact = not program.wide and oracle.knows_all
    if exact:
        compare_chains(oracle, document, suite, reset_cost)
    return "chains" if exact and oracle.optima else "goals"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--catenary", required=True)
    parser.add_argument("--first", type=int, default=1, help="seed")
    parser.add_argument("--count", type=int, default=60, help="programs")
    parser.add_argument("--keep", type=pathlib.Path,
                        help="folder for programs that disagree")
    options = parser.parse_args()
    catenary = os.path.abspath(options.catenary)
    if shutil.which("gcc") is None:
        print("skipped: gcc is not installed")
        return 77
    tally = {"chains": 0, "goals": 0, "too large": 0, "DIFFERENT": 0}
    with tempfile.TemporaryDirectory(prefix="catenary-oracle-") as name:
        root = pathlib.Path(name)
        explorer = root / "explore.o"
        subprocess.run(["gcc", "-O2", "-c", str(HERE / "explore.c"), "-o",
                        str(explorer)], check=True)
        for seed in range(options.first, options.first + options.count):
            folder = root / str(seed)
            folder.mkdir()
            try:
                result = check(seed, catenary, explorer, folder)
            except Unusable:
                result = "too large"
            except Mismatch as difference:
                result = "DIFFERENT"
                print(f"seed {seed}: {difference}", flush=True)
                if options.keep:
                    shutil.copytree(folder, options.keep / str(seed),
                                    dirs_exist_ok=True)
            tally[result] += 1
            shutil.rmtree(folder)
    print(", ".join(f"{n} {what}" for what, n in tally.items()))
    # A generator gone astray must not look like agreement.
    usable = tally["chains"] + tally["goals"]
    if tally["DIFFERENT"] or usable * 3 < options.count or not tally["chains"]:
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
