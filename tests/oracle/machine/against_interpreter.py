# SPDX-License-Identifier: Apache-2.0
"""What the tests share that hold random machines against an interpreter: how a
suite is made and read, what its goals must say, and the loop over machines."""
import json
import os
import random
import subprocess
import sys
import tempfile


def run(catenary, *arguments, codes=(0, 1)):
    done = subprocess.run([catenary, *arguments, "--quiet"], text=True,
                          capture_output=True, timeout=300)
    assert done.returncode in codes, done.stderr + done.stdout
    return done


def generate(catenary, machine, folder, *more):
    """The suite of machine.text(), and the files of the model and the suite."""
    model = os.path.join(folder, "m.sm")
    suite_file = os.path.join(folder, "m.json")
    with open(model, "w", encoding="utf-8") as file:
        file.write(machine.text())
    run(catenary, "generate", model, "-o", suite_file, "--force", "--cover",
        "label", "--method", "single", *more)
    with open(suite_file, encoding="utf-8") as file:
        return json.load(file), model, suite_file


def check_goals(suite, reached, judged=lambda goal: True,
                others="unreachable"):
    """Those reached are covered, the others (proved) unreachable."""
    for goal in suite["goals"]:
        if not judged(goal["id"]):
            continue
        want = "covered" if goal["id"] in reached else others
        assert goal["status"] == want, (goal["id"], goal["status"], want)
    known = {g["id"] for g in suite["goals"]}
    assert reached <= known, reached - known


def breadth_first(first, successors):
    """Goals of all runs from `first`, and how many configurations there are.
    `successors` gives the runs of one step from what Run.saved() gave."""
    hits, seen, queue = set(first.hits), {first.saved()}, [first.saved()]
    for saved in queue:
        for after in successors(saved):
            hits |= after.hits
            if after.saved() not in seen:
                seen.add(after.saved())
                queue.append(after.saved())
    return hits, len(seen)


def names_of(suite):
    """For each signal the names of its values."""
    return {s["name"]: {v: n for n, v in s.get("names", {}).items()}
            for side in ("inputs", "outputs") for s in suite["signature"][side]}


def check_step(expected, want, names, where):
    """What a step of a suite expects, against what the interpreter has."""
    for name, value in expected.items():
        if name in want:
            got = names.get(name, {}).get(value, value)
            assert str(got) == str(want[name]), (where, name, got, want[name])


def all_tests(suite):
    """Steps with which several tests begin are stored once, before them."""
    return suite.get("prefixes", []) + suite["tests"]


def main(machine_of, check):
    """TEST CATENARY [COUNT [SEED]]. Gives the number of machines, and the sums
    of what `check` gives; a machine that fails is shown."""
    catenary = sys.argv[1]
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 12
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    sums = None
    with tempfile.TemporaryDirectory() as folder:
        for k in range(seed, seed + count):
            machine = machine_of(random.Random(k))
            try:
                one = check(catenary, machine, folder)
            except AssertionError:
                print("seed %d\n%s" % (k, machine.text()))
                raise
            sums = [a + b for a, b in zip(sums or [0] * len(one), one)]
    return count, *sums
