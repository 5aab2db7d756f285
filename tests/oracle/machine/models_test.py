#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What is found out about each capsule of the published models.

For every capsule with a machine: how many goals are covered, which are proved
infeasible, and which defects there are; nothing may be left undecided. Every
suite is run twice more on its model.

  models_test.py CATENARY [MODEL...]    the models are those of CATENARY_DATA,
                                        else skipped (77)
"""
import json
import os
import re
import subprocess
import sys
import tempfile
import time

# Capsule -> (goals covered, goals proved infeasible, defects).
# "unexpected-message" is counted apart: messages of states.
EXPECTED = json.load(open(os.path.join(os.path.dirname(
    os.path.abspath(__file__)), "models.json"), encoding="utf-8"))


def run(*command):
    start = time.monotonic()
    done = subprocess.run(command, capture_output=True, text=True, timeout=1800)
    return (done.returncode, done.stdout, done.stderr,
            time.monotonic() - start)


def place(where):
    return "%s:%d" % (os.path.basename(where["file"]), where["line"])


def summary(suite):
    """What of a suite is compared with what is expected."""
    by_status = {}
    infeasible = []
    for goal in suite["goals"]:
        if goal.get("violation"):
            assert goal["status"] in ("covered", "unreachable"), goal
            continue
        by_status[goal["status"]] = by_status.get(goal["status"], 0) + 1
        if goal["status"] == "unreachable":
            assert goal["trust"] == "proved", goal
            infeasible.append(goal["id"])
    defects, unexpected = [], 0
    for finding in suite["findings"]:
        if finding["code"] in ("stubbed", "no-final-after"):
            continue
        assert finding.get("witness") or finding["code"] == "unsupported", finding
        if finding["message"].startswith("unexpected-message "):
            unexpected += 1
            continue
        defects.append("%s: %s" % (
            place(finding["where"]),
            re.sub(r" at \S*/(\w+\.uml)", r" at \1", finding["message"])))
    return {"goals": by_status, "infeasible": sorted(infeasible),
            "unexpected": unexpected, "defects": sorted(defects)}


def without_gaps(result):
    """What of a model cannot be followed is no defect of it: how much a search
    meets of that before every goal is decided depends on its way."""
    return dict(result, defects=[d for d in result.get("defects", [])
                                 if "something unsupported" not in d])


def main():
    catenary = os.path.abspath(sys.argv[1])
    data = os.path.join(os.environ.get("CATENARY_DATA", ""), "umlrt")
    if not os.path.isdir(data):
        print("skipped: no models; set CATENARY_DATA")
        return 77
    wrong = found = 0
    seen = {}
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for name, capsules in EXPECTED.items():
            if len(sys.argv) > 2 and name not in sys.argv[2:]:
                continue
            for capsule, expected in capsules.items():
                model = os.path.join(data, name + ".uml") + "#" + capsule
                code, _, err, seconds = run(
                    catenary, "generate", model, "-o", "s.json", "--force",
                    "--quiet")
                if "refused" in expected:
                    assert code == 2 and expected["refused"] in err, err
                    continue
                assert code in (0, 1), (model, code, err)
                suite = json.load(open("s.json", encoding="utf-8"))
                got = summary(suite)
                seen.setdefault(name, {})[capsule] = got
                found += 1
                if without_gaps(got) != without_gaps(expected):
                    wrong += 1
                    print("%s: expected\n%s\ngot\n%s" % (
                        model, json.dumps(expected, indent=1),
                        json.dumps(got, indent=1)))
                for _ in range(2):
                    code, out, err, _ = run(
                        catenary, "run", "s.json", "--keep-going", "--sut",
                        "model:" + model)
                    crashing = any("crashes" in d for d in got["defects"])
                    # A run that cannot be followed need not be a test.
                    gaps = any("unsupported" in d for d in got["defects"])
                    codes = (3,) if crashing else (0, 3) if gaps else (0,)
                    assert code in codes, (model, out, err)
                    assert " 0 failed" in out, (model, out)
                print("%s#%s: %s, %d infeasible, %d defects, %.1f s" % (
                    name, capsule, got["goals"], len(got["infeasible"]),
                    len(got["defects"]), seconds), flush=True)
                if os.environ.get("MACHINE_MODELS_WRITE"):
                    json.dump(seen, open(os.environ["MACHINE_MODELS_WRITE"],
                                         "w", encoding="utf-8"), indent=1)
    assert wrong == 0 and found > 0, (wrong, found)
    return 0


if __name__ == "__main__":
    sys.exit(main())
