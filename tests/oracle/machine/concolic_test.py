#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Concolic runs of published models come to what the other methods do.

For some capsules: the same goals covered and proved infeasible as
models_test.py expects, every defect found. Of Capsule2 every signed overflow
and the division by zero, with a run each.

  concolic_test.py CATENARY    the models are those of CATENARY_DATA, else
                               skipped (77)
"""
import json
import os
import sys
import tempfile

from models_test import EXPECTED, run, summary

CAPSULES = (("buggyModel", "Capsule2"), ("Guards", "Top"),
            ("CarDoorLock", "CentralLock"), ("SMTwoLevelNesting", None))


def generate(catenary, model, *options):
    code, _, err, seconds = run(
        catenary, "generate", model, "-o", "s.json", "--force", "--quiet",
        "--method", "concolic", *options)
    assert code in (0, 1), (model, code, err)
    with open("s.json", encoding="utf-8") as f:
        suite = json.load(f)
    code, out, err, _ = run(catenary, "run", "s.json", "--quiet",
                            "--sut", "model:" + model)
    # Where a test ends in a defect, the model crashes again.
    assert code in (0, 3) and "fail " not in out, (model, code, out, err)
    return suite, seconds


def main():
    catenary = os.path.abspath(sys.argv[1])
    data = os.path.join(os.environ.get("CATENARY_DATA", ""), "umlrt")
    if not os.path.isdir(data):
        print("skipped: no models; set CATENARY_DATA")
        return 77
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for name, only in CAPSULES:
            for capsule, expected in EXPECTED[name].items():
                if "goals" not in expected or only not in (None, capsule):
                    continue
                model = os.path.join(data, name + ".uml") + "#" + capsule
                suite, seconds = generate(catenary, model)
                got = summary(suite)
                same = all(got[key] == expected[key]
                           for key in ("goals", "infeasible", "unexpected")
                           if key in expected)
                print("%s#%s: %.1f s%s" % (name, capsule, seconds,
                                           "" if same else " WRONG"))
                if not same:
                    print("  expected", expected, "\n  got", got)
                    wrong += 1
        model = os.path.join(data, "buggyModel.uml") + "#Capsule2"
        suite, seconds = generate(catenary, model, "--cover", "ub")
        undecided = [g["id"] for g in suite["goals"]
                     if g["status"] not in ("covered", "unreachable")]
        assert not undecided, undecided
        for what in ("division by zero", "overflow"):
            found = [f for f in suite["findings"] if what in f["message"]]
            print("%s: %d findings" % (what, len(found)))
            wrong += not found
            assert all(f["witness"] for f in found), found
        print("Capsule2 with undefined behaviour: %.1f s" % seconds)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
