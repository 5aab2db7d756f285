#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""RERS problems against the truth that came with them.

truth.txt says of each problem which error labels are reachable and how many
inputs the shortest run to each has, from an exhaustive search by another
program. Catenary must cover exactly those labels, with exactly that depth, and
prove every other one unreachable.

Usage: rers_test.py CATENARY PROBLEM   with PROBLEM such as "rers2012 P01".
The data is found through the environment variable CATENARY_DATA.
"""
import csv
import json
import os
import pathlib
import re
import subprocess
import sys

SKIPPED = 77
# Problem -> file below c/, number of labels (none for a csv), id of a label.
PROBLEMS = {
    "rers2012 P01": ("rers/Problem01_*.c", 60),
    "rers2012 P03": ("rers/Problem03_*.c", 60),
    "rers2012 P05": ("rers/Problem05_*.c", 60),
    "rers2012 P10": ("rers/Problem10_*.c", 60),
    "c18_10": ("rers/Rers2018_Problem10.c", 100),
    "t19_11": ("rers2019/Training_Problem11.toml", 100),
}
GLOBAL_ERROR = 60  # how truth.txt numbers the label globalError


def read_truth(path, problem):
    """Depth by goal id, and whether nothing else is reachable."""
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line.startswith(problem + " "):
            continue
        head, _, labels = line.partition(" : ")
        depths = {}
        for label in labels.split():
            number, depth = label.split("@")
            is_global = (problem.startswith("rers2012")
                         and int(number) == GLOBAL_ERROR)
            name = "globalError" if is_global else f"error_{number}"
            depths[name] = int(depth)
        reached = int(re.search(r"reached=(\d+)", head).group(1))
        if reached != len(depths):
            raise SystemExit(f"{path}: {problem} lists {len(depths)} labels "
                             f"but says {reached}")
        return depths, "closed=1" in head
    raise SystemExit(f"{path}: nothing about {problem}")


def reachable_by_csv(path):
    with open(path, newline="", encoding="utf-8") as file:
        return {f"error_{row[0]}" for row in csv.reader(file)
                if row[1] == "true"}


def differences(goals, depths, labels):
    """What is not as the truth says; empty where all is."""
    found = {goal["id"]: goal for goal in goals}
    out = []
    for name in sorted(set(labels) - set(found)):
        # A label that the compiler finds no way to is no goal; then it must
        # not be reachable.
        if name in depths:
            out.append(f"{name}: no such goal")
    for name, goal in sorted(found.items()):
        if name in depths:
            if goal["status"] != "covered" or goal["trust"] != "replayed":
                out.append(f"{name}: {goal['status']} ({goal['trust']}), but "
                           f"it is reachable: {goal['reason']}")
            elif goal["depth"] != depths[name]:
                out.append(f"{name}: depth {goal['depth']}, but it is "
                           f"{depths[name]}")
        elif goal["status"] != "unreachable" or goal["trust"] != "proved":
            out.append(f"{name}: {goal['status']} ({goal['trust']}), but it is "
                       "unreachable")
    return out


def main(catenary, problem):
    data = pathlib.Path(os.environ.get("CATENARY_DATA", "")) / "c"
    pattern, count = PROBLEMS[problem]
    truth = data / "rers" / "truth.txt"
    files = sorted(data.glob(pattern)) if data.is_dir() else []
    if not files or not truth.is_file():
        print("skipped: no shared test data (CATENARY_DATA)")
        return SKIPPED
    depths, closed = read_truth(truth, problem)
    solution = data / "rers2019" / f"reachability-solution-Problem{problem[-2:]}.csv"
    if problem.startswith("t19") and reachable_by_csv(solution) != set(depths):
        print(f"{solution} and {truth} disagree")
        return 1
    if not closed and not problem.startswith("t19"):
        print(f"{truth}: {problem} is not closed: it proves nothing")
        return 1
    done = subprocess.run([catenary, "generate", str(files[0]), "--json"],
                          capture_output=True, text=True, timeout=300,
                          check=False)
    if done.returncode != 0:
        print(f"exit code {done.returncode}\n{done.stderr}")
        return 1
    document = json.loads(done.stdout)
    labels = [f"error_{n}" for n in range(count)]
    if problem.startswith("rers2012"):
        labels.append("globalError")
    wrong = differences(document["goals"], depths, labels)
    covered = document["summary"]["covered"]
    if covered != len(depths):
        wrong.append(f"{covered} covered, but {len(depths)} are reachable")
    print("\n".join(wrong) or f"{problem}: {covered} labels as in the truth")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
