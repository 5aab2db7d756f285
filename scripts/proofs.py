#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures certificates (docs/proofs.md): for each model how many claims are
certified, whether it is certified that no suite costs less, how large the
certificate is, the processor time of making and checking it, and why claims
have no certificate. Prints a table in Markdown.

Usage: proofs.py [--data DIR] [--options "OPTIONS"] CATENARY
       CATENARY_CHECK_PROOF MODEL...
A model may be followed by options: "a.c --cover label". A model FILE.toml@ stands
for the rows of a table of `catenary bench`; "FILE.toml@TEXT" for those whose
names have the text.
"""
import argparse
import json
import os
import pathlib
import resource
import shlex
import subprocess
import sys
import tempfile
import tomllib

SOURCE = pathlib.Path(__file__).resolve().parent.parent


def timed(command):
    """What the command did, and its processor time in seconds."""
    begin = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, capture_output=True, text=True,
                          check=False)
    end = resource.getrusage(resource.RUSAGE_CHILDREN)
    return done, sum(getattr(end, part) - getattr(begin, part)
                     for part in ("ru_utime", "ru_stime"))


def last_line(text):
    lines = text.strip().splitlines()
    return lines[-1].replace("|", "/") if lines else ""


def why_not(stderr):
    """What generate says of the claims without a certificate."""
    for line in stderr.splitlines():
        for mark in ("; of the others, ", "no certificate is written: "):
            if mark in line:
                return line.split(mark, 1)[1]
    return ""


def minimal(summary):
    bound = summary["bound"]
    return bound["trust"] if bound["minimal"] else "-"


def row(call, name, model, folder):
    path, *options = model
    suite, file = folder / "suite.json", folder / "proof.cert"
    generate = [call.catenary, "generate", path, "--force", *options,
                *shlex.split(call.options)]
    _, first = timed([*generate, "-q"])
    for old in (suite, file):
        old.unlink(missing_ok=True)
    done, second = timed([*generate, "--json", "-o", suite, "--certificate",
                          file])
    if not suite.exists():
        return (f"| {name} | | | | | {first:.1f} | | "
                f"| {last_line(done.stderr)} |")
    goals = json.loads(suite.read_text())["goals"]
    unreachable = sum(g["status"] == "unreachable" for g in goals)
    # No run has fewer than 0 steps.
    covered = sum(g["status"] == "covered" and g.get("depth", 1) > 0
                  for g in goals)
    size, checking, said = "", "", why_not(done.stderr)
    proved, far = 0, 0
    if file.exists():
        # Tests of timed models and requirements cannot be executed.
        has_chains = pathlib.Path(path).suffix not in (".xlia", ".req")
        replay = ["--suite", suite] if has_chains else []
        checked, third = timed([call.checker, file, *replay, "--json"])
        if checked.returncode != 0:
            said = "REJECTED: " + last_line(checked.stderr)
        else:
            found = json.loads(checked.stdout)
            proved = len(found["unreachable"])
            far = len(found["distances"])
        size, checking = f"{file.stat().st_size / 1000:,.0f}", f"{third:.1f}"
    least = minimal(json.loads(done.stdout)["summary"])
    return (f"| {name} | {proved} of {unreachable} | {far} of {covered} "
            f"| {least} | {size} | {first:.1f} | {max(second - first, 0):.1f} "
            f"| {checking} | {said} |")


def bench_rows(spec, data, folder):
    """Names and models of a table of `catenary bench`."""
    path, _, part = spec.partition("@")
    table = tomllib.loads(pathlib.Path(path).read_text())

    def filled(text):
        return text.replace("${data}", data).replace("${source}", str(SOURCE))

    for number, entry in enumerate((*table.get("row", []),
                                    *table.get("coverage", []))):
        if part not in entry["name"]:
            continue
        if "text" in entry:
            model = folder / f"row{number}.toml"
            model.write_text(filled(entry["text"]))
        elif "model" in entry:
            model = filled(entry["model"])
        else:
            continue
        yield entry["name"], [str(model)]


def models(call, folder):
    for text in call.models:
        if ".toml@" in text:
            yield from bench_rows(text, call.data, folder)
            continue
        path, *options = text.split()
        yield pathlib.Path(path).stem, [path, *options]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", default=os.environ.get(
        "CATENARY_DATA", str(SOURCE.parent / "shared" / "data")))
    parser.add_argument("--options", default="")
    parser.add_argument("catenary")
    parser.add_argument("checker")
    parser.add_argument("models", nargs="+")
    call = parser.parse_args()
    print("| model | unreachable | shortest | minimal | kB | generate, s "
          "| certificate, s | check, s | why not all |\n"
          "|---|--:|--:|---|--:|--:|--:|--:|---|")
    with tempfile.TemporaryDirectory() as folder:
        for name, model in models(call, pathlib.Path(folder)):
            print(row(call, name, model, pathlib.Path(folder)), flush=True)


if __name__ == "__main__":
    sys.exit(main())
