#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures certificates (docs/proofs.md): for each model how many claims are
certified, how large the certificate is, and the processor time of making and checking.
Prints rows of a table in Markdown.

Usage: proofs.py CATENARY CATENARY_CHECK_PROOF MODEL...
A model may be followed by options: "a.c --cover label".
"""
import json
import pathlib
import resource
import subprocess
import sys
import tempfile


def timed(command):
    """What the command did, and its processor time in seconds."""
    begin = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, capture_output=True, text=True,
                          check=False)
    end = resource.getrusage(resource.RUSAGE_CHILDREN)
    return done, sum(getattr(end, part) - getattr(begin, part)
                     for part in ("ru_utime", "ru_stime"))


def row(catenary, checker, model, folder):
    path, *options = model.split()
    suite, file = folder / "suite.json", folder / "proof.cert"
    without, first = timed([catenary, "generate", path, *options, "-q"])
    file.unlink(missing_ok=True)
    done, second = timed([catenary, "generate", path, *options, "-q", "--force",
                          "-o", suite, "--certificate", file])
    name = pathlib.Path(path).stem
    if without.returncode not in (0, 1) or not file.exists():
        said = (done.stderr or without.stderr).strip().splitlines()
        return f"| {name} | {said[-1] if said else 'no certificate'} |"
    checked, third = timed([checker, file, "--suite", suite, "--json"])
    if checked.returncode != 0:
        return f"| {name} | {checked.stderr.strip()} |"
    found = json.loads(checked.stdout)
    goals = json.loads(suite.read_text())["goals"]
    unreachable = sum(g["status"] == "unreachable" for g in goals)
    covered = sum(g["status"] == "covered" for g in goals)
    return (f"| {name} | {len(found['unreachable'])} of {unreachable} "
            f"| {len(found['distances'])} of {covered} "
            f"| {file.stat().st_size / 1000:,.0f} | {first:.1f} "
            f"| {second - first:.1f} | {third:.1f} |")


def main():
    catenary, checker, *models = sys.argv[1:]
    print("| model | unreachable | shortest | kB | generate, s "
          "| certificate, s | check, s |\n|---|--:|--:|--:|--:|--:|--:|")
    with tempfile.TemporaryDirectory() as folder:
        for model in models:
            print(row(catenary, checker, model, pathlib.Path(folder)),
                  flush=True)


if __name__ == "__main__":
    main()
