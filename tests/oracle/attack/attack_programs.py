#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Attacks the verdicts about C and C++ programs.

For each seed a small program of the shapes of program_shapes.py and its
description; all its runs are enumerated (truth.c), and every claim of Catenary
is compared: goals covered, their depth, goals unreachable, properties that hold
or not, ranges, minimal suites, crashes, tests step by step. Engines, methods
and numbers of workers take turns; --thorough asks all of them of each program.

  attack_programs.py CATENARY FIRST_SEED COUNT

Exit code 0 where nothing is wrong. --keep FOLDER keeps what is, --shrink makes
it small first.
"""
import argparse
import collections
import functools
import multiprocessing
import os
import pathlib
import shutil
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from program_attack_generator import generate  # noqa: E402
from program_claims import (LIMIT, RUNS, Claims, Crash,  # noqa: E402
                            Overrun, Refused, Wrong)
from program_truth import Truth, Unusable, build_explorer  # noqa: E402
from shrink import shrink  # noqa: E402


# Goals in the code: those that only engines know are held against each other.
CRITERIA = ["branch,mcdc", "statement", "condition,decision", "boundary",
            "state,transition", "ub", "mcdc-unique", "function,call"]


class Result:
    """What came of a case: a kind, a text and the command."""

    def __init__(self, kind, text="", command=(), claims=0, undecided=0):
        self.kind, self.text, self.command = kind, text, command
        self.claims, self.undecided = claims, undecided


def attack(case, commands, options, folder, compare=Claims):
    always = () if case.seed % options.challenge_every == 0 else \
        ("--challenge", "off")
    for old in folder.iterdir():
        old.unlink()
    for name, text in case.texts().items():
        (folder / name).write_text(text)
    try:
        truth = Truth(case, options.explorer, folder)
        truth.explore()
    except Unusable as why:
        return Result("too large", str(why))
    claims, command = compare(options.catenary, truth, options.patience,
                              options.limit, always), ()
    try:
        for command in commands:
            if command[0] == "same bytes":
                claims.same_bytes(*command[1:])
            elif command[0] == "agree":
                claims.agree(*command[1:])
            elif command[0] == "run":
                claims.replayed()
            else:
                claims.compare(*command)
    except (Wrong, Crash, Overrun, Refused) as error:
        if "contradictory-assumptions" in str(error):
            if truth.edges == 0:
                return Result("right", "", (), claims.count + 1)
            error = Wrong(str(error))
        if case.chance and "replay cannot repeat" in str(error):
            return Result("right", "", (), claims.count + 1)
        kind = {Wrong: "wrong", Crash: "crashed", Overrun: "overrun",
                Refused: "refused"}[type(error)]
        return Result(kind, str(error), command, claims.count,
                      claims.undecided)
    return Result("right", "", (), claims.count, claims.undecided)


def commands_of(seed, options):
    if options.run:
        return [tuple(options.run.split())]
    if options.thorough:
        return [("agree", c, "explicit", "symbolic", "classes")
                for c in CRITERIA] + [r for r in RUNS if r[0] == "check"] + \
            [r for g in RUNS if g[0] == "generate" for r in (g, ("run",))] + \
            [("same bytes", "generate"), ("same bytes", "check")]
    commands = [RUNS[seed % len(RUNS)]]
    if seed % 5 == 0:
        commands = [("same bytes", *RUNS[seed // 5 % len(RUNS)])]
    if seed % 7 == 3:
        k = seed // 7
        commands = [("agree", CRITERIA[k % len(CRITERIA)],
                     ("explicit", "symbolic", "classes")[k % 3],
                     ("explicit", "symbolic", "classes")[(k + 1) % 3])]
    if commands[0][0] == "generate" and seed % 8 == 5:
        commands.append(("run",))
    return commands


def kept(options, seed, folder, result):
    if not options.keep:
        return
    to = options.keep / str(seed)
    shutil.rmtree(to, ignore_errors=True)
    shutil.copytree(folder, to, ignore=shutil.ignore_patterns("*.so"))
    (to / "result.txt").write_text(
        f"{result.kind}: {result.text}\n{' '.join(result.command)}\n")


def one(options, seed):
    """What came of a seed, and what is to be printed of it."""
    folder = options.root / str(seed)
    folder.mkdir()
    case = generate(seed, options.without.split(","))
    result = attack(case, commands_of(seed, options), options, folder)
    line = f"seed {seed}: {result.kind}: {result.text} " \
        f"[{' '.join(result.command)}] ({', '.join(case.shapes)})"
    bad = result.kind in ("wrong", "crashed", "overrun")
    if bad or result.kind == "refused":
        if options.shrink and result.kind != "overrun":
            _, result = shrink(case, result,
                               lambda c, todo, to: attack(c, todo, options, to),
                               folder)
        kept(options, seed, folder, result)
    shutil.rmtree(folder)
    return result, line if bad or options.verbose else ""


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("catenary")
    parser.add_argument("first", type=int)
    parser.add_argument("count", type=int)
    parser.add_argument("--thorough", action="store_true",
                        help="all engines and methods for each program")
    parser.add_argument("--without", default="", metavar="SHAPES",
                        help="shapes that are left out")
    parser.add_argument("--run", help="this command alone, e.g. 'check -j 2'")
    parser.add_argument("--patience", type=float, default=3,
                        help="how much slower than idle the machine may be")
    parser.add_argument("--challenge-every", type=int, default=1,
                        metavar="N", help="challenge one program of N")
    parser.add_argument("--limit", type=float, default=LIMIT,
                        help="seconds that a run may take")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--keep", type=pathlib.Path)
    parser.add_argument("--shrink", action="store_true")
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    options.catenary = os.path.abspath(options.catenary)
    if shutil.which("clang-19") is None or shutil.which("gcc") is None:
        print("skipped: clang-19 or gcc is not installed")
        return 77
    tally, claims, undecided = collections.Counter(), 0, 0
    refusals = collections.Counter()
    with tempfile.TemporaryDirectory(prefix="catenary-attack-") as name:
        options.root = pathlib.Path(name)
        options.explorer = build_explorer(options.root)
        seeds = range(options.first, options.first + options.count)
        with multiprocessing.Pool(options.jobs) as pool:
            for result, line in pool.imap(functools.partial(one, options),
                                          seeds):
                tally[result.kind] += 1
                claims += result.claims
                undecided += result.undecided
                if result.kind == "refused":
                    refusals[result.text] += 1
                if line:
                    print(line, flush=True)
    for text, times in refusals.most_common(20):
        print(f"refused {times} times: {text}")
    print(f"{tally['too large']} too large, {tally['refused']} refused, "
          f"{undecided} claims undecided")
    print(f"{sum(tally.values())} programs, {claims} claims, {tally['wrong']} "
          f"wrong, {tally['crashed']} crashes, {tally['overrun']} overruns")
    bad = tally["wrong"] + tally["crashed"] + tally["overrun"]
    # A generator gone astray must not look like agreement.
    usable = tally["right"] * 10 >= options.count * 8
    return 1 if bad or not usable else 0


if __name__ == "__main__":
    sys.exit(main())
