#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Coverage goals of random step programs against an independent counter.

Every program is run by Python from all its states with all its inputs, and
Catenary must find exactly the goals that step_programs.py names, all that were
seen covered, and all others proved unreachable.

Usage: coverage_oracle.py CATENARY FIRST_SEED COUNT
"""
import itertools
import json
import pathlib
import random
import subprocess
import sys
import tempfile

import step_programs as programs

NAME = "random.c"
CRITERIA = ("statement,decision,condition,mcdc,mcdc-unique,boundary,state,"
            "transition")


def decisions_of(node):
    """All decisions below a node, each once."""
    if isinstance(node, programs.Decision):
        yield node
    elif isinstance(node, (list, tuple)):
        for part in node:
            yield from decisions_of(part)
    elif hasattr(node, "__dict__"):
        for part in vars(node).values():
            yield from decisions_of(part)


def statements_of(node):
    kinds = (programs.Assign, programs.SetMode, programs.If, programs.For,
             programs.Switch)
    if isinstance(node, kinds):
        yield node.at
    for attribute in ("leave_at", "if_at"):
        if getattr(node, attribute, None):
            yield getattr(node, attribute)
    if isinstance(node, (list, tuple)):
        for part in node:
            yield from statements_of(part)
    elif hasattr(node, "__dict__"):
        for part in vars(node).values():
            yield from statements_of(part)


def differ_in(first, second, condition):
    """Only this condition, of those that both evaluated, differs."""
    different = [k for k, (x, y) in enumerate(zip(first, second))
                 if x is not None and y is not None and x != y]
    return different == [condition]


def shown(noted, kind, at, condition):
    vectors = [(n[2], n[3]) for n in noted if n[0] == kind and n[1] == at]
    return any(outcome != other_outcome and differ_in(v, other, condition)
               for (v, outcome), (other, other_outcome)
               in itertools.combinations(vectors, 2))


def comparisons_of(node):
    """Where the operators of all comparisons are."""
    if isinstance(node, programs.Comparison):
        yield node.operator_at
    elif isinstance(node, (list, tuple)):
        for part in node:
            yield from comparisons_of(part)
    elif isinstance(node, programs.Decision):
        yield from comparisons_of(node.conditions)
    elif hasattr(node, "__dict__"):
        for part in vars(node).values():
            yield from comparisons_of(part)


def writes_mode(node):
    if isinstance(node, (list, tuple)):
        return any(writes_mode(part) for part in node)
    return isinstance(node, programs.SetMode) or (
        hasattr(node, "__dict__") and any(writes_mode(part)
                                          for part in vars(node).values()))


def expected(program):
    """Goal id -> whether some run covers it."""
    noted, place = program.explore(), program.text.place
    goals = {}
    for at in set(statements_of(program.body)):
        goals[f"statement@{place(at)}"] = ("statement", at) in noted
    for decision in decisions_of(program.body):
        for value in (True, False):
            word = str(value).lower()
            goals[f"decision@{place(decision.at)}:{word}"] = (
                ("decision", decision.at, value) in noted)
            for leaf in decision.conditions:
                goals[f"condition@{place(leaf.at)}:{word}"] = (
                    ("condition", leaf.at, value) in noted)
        if len(decision.conditions) < 2:
            continue
        for k, leaf in enumerate(decision.conditions):
            goals[f"mcdc@{place(leaf.at)}"] = shown(
                noted, "vector", decision.at, k)
            goals[f"mcdc-unique@{place(leaf.at)}"] = shown(
                noted, "full", decision.at, k)
    for at in comparisons_of(program.body):
        for word, difference in (("below", -1), ("equal", 0), ("above", 1)):
            goals[f"boundary@{place(at)}:{word}"] = (
                ("boundary", at, difference) in noted)
    if not writes_mode(program.body):
        return goals
    for mode in programs.MODES:
        goals[f"state@mode={mode}"] = ("state", mode) in noted
        for after in programs.MODES:
            goals[f"transition@mode:{mode}->{after}"] = (
                ("transition", mode, after) in noted)
    return goals


def check(catenary, seed, folder):
    program = programs.Program(random.Random(seed), NAME)
    (folder / NAME).write_text(program.source(), encoding="utf-8")
    model = folder / "random.toml"
    model.write_text(program.description(NAME), encoding="utf-8")
    done = subprocess.run([catenary, "generate", model, "--cover", CRITERIA,
                           "--json"], capture_output=True, text=True,
                          timeout=300, check=False)
    if done.returncode != 0:
        return [f"ended with {done.returncode}: {done.stderr}"]
    found = {g["id"]: g["status"] for g in json.loads(done.stdout)["goals"]}
    wanted = expected(program)
    faults = [f"only Catenary has {i}" for i in sorted(set(found)
                                                       - set(wanted))]
    faults += [f"only the counter has {i}" for i in sorted(set(wanted)
                                                           - set(found))]
    for goal in sorted(set(found) & set(wanted)):
        status = "covered" if wanted[goal] else "unreachable"
        if found[goal] != status:
            faults.append(f"{goal} is {found[goal]}, but {status}")
    return faults


def main(catenary, first, count):
    failed = 0
    with tempfile.TemporaryDirectory(prefix="catenary-coverage-") as name:
        folder = pathlib.Path(name)
        for seed in range(int(first), int(first) + int(count)):
            faults = check(catenary, seed, folder)
            if not faults:
                continue
            failed += 1
            print(f"seed {seed}:\n  " + "\n  ".join(faults))
            print((folder / NAME).read_text(encoding="utf-8"))
            if failed >= 3:
                break
    print(f"{failed} of {count} programs differ")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
