#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random inputs for a C program, assessed and completed, against llvm-cov.

`generate --extend` is given a table of random inputs. Checked are
- the assessment: a harness with the given test alone covers as many branches,
  and as many conditions that decide (MC/DC), as llvm-cov counts;
- the completion: every goal is covered or proved unreachable, by one test more
  at most, and llvm-cov counts as many covered when all tests are run;
- that without given tests no goal has another status.

Usage: given_tests_test.py CATENARY SOURCE STEPS FUNCTION...
SOURCE, a C file, is below CATENARY_DATA. The FUNCTIONs are those that the step
can call and that have branches.
"""
import json
import os
import pathlib
import random
import shutil
import sys
import tempfile

import llvm_cov_test as cov

CRITERIA = "branch,mcdc"
LIMITS = {"bool": (0, 1), "uint8": (0, 255), "uint16": (0, 1000)}


def write_inputs(path, signature, steps):
    """A step a line; wide numbers are mostly small."""
    rng = random.Random(20260101)
    lines = [",".join(signal["name"] for signal in signature)]
    for _ in range(steps):
        lines.append(",".join(
            ("false", "true")[value] if signal["type"] == "bool" else str(value)
            for signal in signature
            for value in [rng.randint(*LIMITS[signal["type"]])]))
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def generate(catenary, source, folder, name, *more):
    suite = folder / name
    # Whether the chains are the best is not asked here.
    cov.call([catenary, "generate", source, "--cover", CRITERIA, "-o", suite,
              "--timeout", "60s", *more], folder)
    return suite, json.loads(suite.read_text(encoding="utf-8"))


def figures(catenary, suite, folder, wanted):
    """What llvm-cov counts when the suite is run."""
    harness = folder / (suite.stem + "-harness")
    cov.call([catenary, "convert", suite, "--to", "harness", "-o", harness],
             folder)
    return cov.figures_of(cov.build_and_run(harness)[1], wanted)


def covered(goals, kind, among):
    of_kind = [goal for goal in goals if goal["kind"] == kind]
    return len(of_kind), sum(goal["id"] in among for goal in of_kind)


def expect(what, theirs, ours):
    print(f"{what}: {ours[1]} of {ours[0]}")
    if theirs != ours:
        raise cov.Failure(f"{what}: llvm-cov counts {theirs}, Catenary {ours}")


def compare(catenary, source, steps, wanted, folder):
    _, plain = generate(catenary, source, folder, "plain.json")
    table = folder / "inputs.csv"
    write_inputs(table, plain["signature"]["inputs"], steps)
    suite, document = generate(catenary, source, folder, "completed.json",
                               "--extend", table)
    given = document["tests"][0]
    if len(given["steps"]) != steps or len(document["tests"]) > 2:
        raise cov.Failure("expected the given test and one more at most")
    goals = document["goals"]
    by_status = {goal["id"]: goal["status"] for goal in goals}
    if by_status != {g["id"]: g["status"] for g in plain["goals"]}:
        raise cov.Failure("given tests change the status of goals")
    if set(by_status.values()) != {"covered", "unreachable"}:
        raise cov.Failure("not all is decided")

    alone = folder / "alone.json"
    alone.write_text(json.dumps({**document, "tests": [given]}),
                     encoding="utf-8")
    before = figures(catenary, alone, folder, wanted)
    after = figures(catenary, suite, folder, wanted)
    reached = {g for g, status in by_status.items() if status == "covered"}
    for kind in ("branch", "mcdc"):
        expect(f"{kind} by the given test", before[kind],
               covered(goals, kind, set(given["goals"])))
        expect(f"{kind} completed", after[kind],
               covered(goals, kind, reached))
    claims = [c["claim"] for c in document["certificates"]
              if c["kind"] == "assessment"]
    print(claims[0], "+", len(document["tests"][-1]["steps"]), "steps")
    if f"cover {len(set(given['goals']))} of {len(reached)} goals" not in claims[0]:
        raise cov.Failure("the assessment says something else")


def main(catenary, source, steps, *wanted):
    missing = [tool for tool in cov.TOOLS if shutil.which(tool) is None]
    path = pathlib.Path(os.environ.get("CATENARY_DATA", "")) / source
    if missing or not path.is_file():
        print("skipped: not installed: " + ", ".join(missing) if missing
              else "skipped: no shared test data (CATENARY_DATA)")
        return cov.SKIPPED
    with tempfile.TemporaryDirectory(prefix="catenary-given-") as folder:
        try:
            compare(os.path.abspath(catenary), path, int(steps), set(wanted),
                    pathlib.Path(folder).resolve())
        except cov.Failure as failure:
            print(failure)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
