#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Usage: mutation_score.py CATENARY MODEL MINIMUM [OPTION...]

The suite of all pairs of transitions of MODEL, generated with the options,
finds every mutant that is not proved to conform; there are MINIMUM mutants at
least. Where the model is not there, the test is skipped (77)."""

import json
import pathlib
import subprocess
import sys
import tempfile


def call(*arguments, allowed=(0,)):
    done = subprocess.run(arguments, capture_output=True, text=True,
                          check=False)
    if done.returncode not in allowed:
        sys.exit(f"{arguments}: exit code {done.returncode}\n"
                 f"{done.stdout}{done.stderr}")
    return done.stdout


def main():
    catenary, model, minimum, *options = sys.argv[1:]
    if not pathlib.Path(model).exists():
        print(f"no {model}")
        return 77
    with tempfile.TemporaryDirectory() as folder:
        suite = str(pathlib.Path(folder) / "pairs.json")
        call(catenary, "generate", model, "--cover", "pairs", "-o", suite,
             *options)
        # 1: mutants survive, which is reported below.
        report = json.loads(call(catenary, "run", suite, "--sut",
                                 f"model:{model}", "--mutate", "all", "--json",
                                 allowed=(0, 1)))
    left = [m for m in report["mutants"]
            if m["status"] not in ("killed", "conforming")]
    for mutant in left:
        print(mutant["status"], mutant["id"], mutant["change"] + ":",
              mutant["reason"])
    summary = report["summary"]
    print(summary)
    assert summary["mutants"] >= int(minimum), summary
    # A suite that fails everything, or a proof of everything, is no result.
    assert summary["killed"] > summary["conforming"] > 0, summary
    assert not left, f"{len(left)} mutants are left"
    return 0


if __name__ == "__main__":
    sys.exit(main())
