#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The branch figures of a suite against those that llvm-cov counts.

A suite for all branches is exported as a C harness, built with Clang's
source-based coverage and run; llvm-cov must then report, over the functions
that the step can call, the same branches (file, line, column, outcome) and the
same ones covered as Catenary does.

Usage: llvm_cov_test.py CATENARY MODEL SOURCE FUNCTION...
MODEL and SOURCE, the C file that the model runs, are below this folder or,
after "data/", below CATENARY_DATA. The FUNCTIONs are those that the step can
call and that have branches.
"""
import collections
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

SKIPPED = 77
TOOLS = ("clang-19", "llvm-profdata-19", "llvm-cov-19", "cmake")
BRANCH = re.compile(r"(.+):(\d+):(\d+)(?:#\d+)?:(true|false)")


class Failure(Exception):
    """The figures differ, or a tool failed."""


def call(command, cwd, **more):
    done = subprocess.run([str(word) for word in command], cwd=cwd, text=True,
                          capture_output=True, timeout=300, check=False,
                          **more)
    if done.returncode != 0:
        raise Failure(f"{command} ended with {done.returncode}\n"
                      f"{done.stdout}\n{done.stderr}")
    return done.stdout


def copied_at(adapter, source):
    """Lines before the source's text in the adapter; None if included."""
    lines = adapter.read_text(encoding="utf-8").splitlines()
    wanted = source.read_text(encoding="utf-8").splitlines()
    first = [line for line in wanted[:40] if not line.startswith("#define")]
    for start in range(len(lines)):
        if lines[start] == wanted[0] and set(first) <= set(
                lines[start:start + 40]):
            return start
    return None


def build_and_run(harness):
    """llvm-cov's export and its table of functions."""
    build = harness / "build"
    call(["cmake", "-S", ".", "-B", build, "-DLLVM_PROFILE=ON",
          "-DCMAKE_C_COMPILER=clang-19"], harness)
    call(["cmake", "--build", build], harness)
    profile = harness / "run.profraw"
    call([build / "harness"], harness,
         env={**os.environ, "LLVM_PROFILE_FILE": str(profile)})
    merged = harness / "run.profdata"
    call(["llvm-profdata-19", "merge", profile, "-o", merged], harness)
    common = [build / "harness", f"-instr-profile={merged}"]
    document = json.loads(call(["llvm-cov-19", "export", *common], harness))
    files = {name for function in document["data"][0]["functions"]
             for name in function["filenames"]}
    table = call(["llvm-cov-19", "report", *common, "-show-functions",
                  "-show-branch-summary", *sorted(files)], harness)
    return document["data"][0]["functions"], table


def short(name):
    """A static function is FILE:NAME to llvm-cov."""
    return name.rsplit(":", 1)[-1]


def counted_by_llvm(functions, wanted, source, offset):
    out = collections.Counter()
    for function in functions:
        if short(function["name"]) not in wanted:
            continue
        names = function["filenames"]
        for branch in function["branches"]:
            line, column, _, _, when_true, when_false, file_id = branch[:7]
            name = pathlib.Path(names[file_id]).name
            if offset is not None and name == "adapter.c":
                name, line = source.name, line - offset
            for outcome, count in (("true", when_true), ("false", when_false)):
                out[name, line, column, outcome, count > 0] += 1
    return out


def counted_by_catenary(goals):
    out = collections.Counter()
    for goal in goals:
        match = BRANCH.fullmatch(goal["id"])
        if not match:
            raise Failure(f"not a branch: {goal['id']}")
        name, line, column, outcome = match.groups()
        out[name, int(line), int(column), outcome,
            goal["status"] == "covered"] += 1
    return out


def figures_of(table, wanted):
    """Branches and branches missed, of the functions, as llvm-cov sums."""
    total = missed = 0
    for line in table.splitlines():
        words = line.split()
        # NAME  regions miss cover  lines miss cover  branches miss cover
        if len(words) == 10 and short(words[0]) in wanted:
            total += int(words[7])
            missed += int(words[8])
    return total, total - missed


def compare(catenary, model, source, wanted, folder):
    suite = folder / "suite.json"
    document = json.loads(call(
        [catenary, "generate", model, "--cover", "branch", "-o", suite,
         "--json"], folder))
    summary = document["summary"]
    if summary["covered"] + summary["unreachable"] != summary["goals"]:
        raise Failure(f"not all is decided: {summary}")
    harness = folder / "harness"
    call([catenary, "convert", suite, "--to", "harness", "-o", harness],
         folder)
    functions, table = build_and_run(harness)
    offset = copied_at(harness / "adapter.c", source)
    theirs = counted_by_llvm(functions, wanted, source, offset)
    ours = counted_by_catenary(document["goals"])
    wrong = [f"only llvm-cov: {key}" for key in sorted(theirs - ours)]
    wrong += [f"only Catenary: {key}" for key in sorted(ours - theirs)]
    figures = figures_of(table, wanted)
    mine = (summary["goals"], summary["covered"])
    if figures != mine:
        wrong.append(f"llvm-cov sums up to {figures}, Catenary to {mine}")
    if wrong:
        raise Failure("\n".join(wrong))
    print(f"{mine[1]} of {mine[0]} branch outcomes covered, by both")


def place(name):
    if name.startswith("data/"):
        return pathlib.Path(os.environ.get("CATENARY_DATA", "")) / name[5:]
    return pathlib.Path(__file__).resolve().parent / name


def main(catenary, model, source, *wanted):
    missing = [tool for tool in TOOLS if shutil.which(tool) is None]
    if missing:
        print("skipped: not installed: " + ", ".join(missing))
        return SKIPPED
    if model.startswith("data/") and not place(model).is_file():
        print("skipped: no shared test data (CATENARY_DATA)")
        return SKIPPED
    with tempfile.TemporaryDirectory(prefix="catenary-llvm-cov-") as folder:
        try:
            compare(os.path.abspath(catenary), place(model), place(source),
                    set(wanted), pathlib.Path(folder).resolve())
        except Failure as failure:
            print(failure)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
