#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The figures of a suite against those that llvm-cov counts.

A suite for all branches, conditions that decide (MC/DC) and statements is
exported as a C harness, built with Clang's source-based coverage and run;
llvm-cov must then report, over the functions that the step can call,
- the same branches (file, line, column, outcome) and the same ones covered,
- for every decision as many conditions, and as many of them covered,
- the same functions entered,
- every line on which statements begin as run exactly if one of these is.

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
CRITERIA = "branch,mcdc,statement,function"
BRANCH = re.compile(r"(.+):(\d+):(\d+)(?:#\d+)?:(true|false)")
DECISION = re.compile(r"decides the decision at .+:(\d+):(\d+)(#\d+)?")
STATEMENT = re.compile(r"statement@(.+):(\d+):(\d+)")


class Failure(Exception):
    """The figures differ, or a tool failed."""


def call(command, cwd, accepted=(0,), **more):
    done = subprocess.run([str(word) for word in command], cwd=cwd, text=True,
                          capture_output=True, timeout=300, check=False,
                          **more)
    if done.returncode not in accepted:
        raise Failure(f"{command} ended with {done.returncode}\n"
                      f"{done.stdout}\n{done.stderr}")
    return done.stdout


def copied_at(adapter, source):
    """Lines before the source's text in the adapter; None if included."""
    lines = adapter.read_text(encoding="utf-8", errors="replace").splitlines()
    wanted = source.read_text(encoding="utf-8", errors="replace").splitlines()
    first = [line for line in wanted[:40] if not line.startswith("#define")]
    for start in range(len(lines)):
        if lines[start] == wanted[0] and set(first) <= set(
                lines[start:start + 40]):
            return start
    return None


def build_and_run(harness, link="", accepted=(0, 77)):
    """llvm-cov's export and its table of functions. `link`: an object that is
    linked as well; `accepted`: how tests may end. 77: nothing is expected, so
    that it cannot pass."""
    build = harness / "build"
    call(["cmake", "-S", ".", "-B", build, "-DLLVM_PROFILE=ON",
          "-DCMAKE_C_COMPILER=clang-19", f"-DCMAKE_EXE_LINKER_FLAGS={link}"],
         harness)
    call(["cmake", "--build", build], harness)
    profiles = []
    # Each test in a process of its own, as CTest runs them: initialisations may
    # leave what the test before did.
    for test in call([build / "harness", "--list"], harness).split():
        profiles.append(harness / f"{test}.profraw")
        call([build / "harness", test], harness, accepted=accepted,
             env={**os.environ, "LLVM_PROFILE_FILE": str(profiles[-1])})
    merged = harness / "run.profdata"
    call(["llvm-profdata-19", "merge", *profiles, "-o", merged], harness)
    common = [build / "harness", f"-instr-profile={merged}"]
    document = json.loads(call(["llvm-cov-19", "export", *common], harness))
    files = {name for function in document["data"][0]["functions"]
             for name in function["filenames"]}
    table = call(["llvm-cov-19", "report", *common, "-show-functions",
                  "-show-branch-summary", "-show-mcdc-summary",
                  *sorted(files)], harness)
    lines = call(["llvm-cov-19", "export", "-format=lcov", *common], harness)
    return document["data"][0]["functions"], table, lines


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
        if goal["kind"] != "branch":
            continue
        match = BRANCH.fullmatch(goal["id"])
        if not match:
            raise Failure(f"not a branch: {goal['id']}")
        name, line, column, outcome = match.groups()
        out[name, int(line), int(column), outcome,
            goal["status"] == "covered"] += 1
    return out


def functions_by_llvm(functions, wanted):
    """(name, whether it was entered) -> how often."""
    return collections.Counter(
        (short(f["name"]), f["count"] > 0) for f in functions
        if short(f["name"]) in wanted)


def functions_by_catenary(goals, wanted):
    """The same; the text of a goal begins with the name of the function."""
    names = [(g["text"].split("(")[0], g["status"] == "covered")
             for g in goals if g["kind"] == "function"]
    return collections.Counter(n for n in names if n[0] in wanted)


def decisions_by_llvm(functions, wanted, source, offset):
    """(line, column) of a decision, conditions covered -> how often."""
    out = collections.Counter()
    for function in functions:
        if short(function["name"]) not in wanted:
            continue
        in_adapter = any(pathlib.Path(name).name == "adapter.c"
                         for name in function["filenames"])
        for record in function.get("mcdc_records", []):
            line, column, conditions = record[0], record[1], record[6]
            if offset is not None and in_adapter:
                line -= offset
            out[line, column, sum(conditions)] += 1
    return out


def decisions_by_catenary(goals):
    covered = collections.Counter()
    for goal in goals:
        if goal["kind"] != "mcdc":
            continue
        line, column, number = DECISION.search(goal["text"]).groups()
        covered[int(line), int(column), number] += goal["status"] == "covered"
    out = collections.Counter()
    for (line, column, _), count in covered.items():
        out[line, column, count] += 1
    return out


def wrong_lines(report, goals, source, offset):
    """Lines of statements that are run for one of us only."""
    theirs, name = {}, None
    for line in report.splitlines():
        if line.startswith("SF:"):
            name = pathlib.Path(line[3:]).name
        elif line.startswith("DA:"):
            number, count = line[3:].split(",")[:2]
            key = (name, int(number))
            if offset is not None and name == "adapter.c":
                key = (source.name, int(number) - offset)
            theirs[key] = theirs.get(key, False) or int(count) > 0
    ours = {}
    for goal in goals:
        if goal["kind"] == "statement":
            name, line, _ = STATEMENT.fullmatch(goal["id"]).groups()
            key = (name, int(line))
            ours[key] = ours.get(key, False) or goal["status"] == "covered"
    if not ours:
        raise Failure("no statements")
    return [f"line {key[0]}:{key[1]} is {'' if run else 'not '}run; llvm-cov: "
            f"{theirs.get(key)}" for key, run in sorted(ours.items())
            if theirs.get(key) != run]


def figures_of(table, wanted):
    """(total, covered) of the functions' branches and MC/DC conditions."""
    sums = collections.Counter()
    for line in table.splitlines():
        words = line.split()
        # NAME and total, missed, covered of regions, lines, branches, MC/DC
        if len(words) == 13 and short(words[0]) in wanted:
            for kind, at in (("branch", 7), ("mcdc", 10)):
                sums[kind, "total"] += int(words[at])
                sums[kind, "covered"] += int(words[at]) - int(words[at + 1])
    return {kind: (sums[kind, "total"], sums[kind, "covered"])
            for kind in ("branch", "mcdc")}


def compare(catenary, model, source, wanted, folder):
    suite = folder / "suite.json"
    document = json.loads(call(
        [catenary, "generate", model, "--cover", CRITERIA, "-o", suite,
         "--timeout", "100s", "--json"], folder))
    summary = document["summary"]
    goals = json.loads(suite.read_text(encoding="utf-8"))["goals"]
    if summary["covered"] + summary["unreachable"] != summary["goals"]:
        raise Failure(f"not all is decided: {summary}")
    harness = folder / "harness"
    call([catenary, "convert", suite, "--to", "harness", "-o", harness],
         folder)
    functions, table, lines = build_and_run(harness)
    offset = copied_at(harness / "adapter.c", source)
    wrong = []
    for theirs, ours in (
            (counted_by_llvm(functions, wanted, source, offset),
             counted_by_catenary(goals)),
            (decisions_by_llvm(functions, wanted, source, offset),
             decisions_by_catenary(goals)),
            (functions_by_llvm(functions, wanted),
             functions_by_catenary(goals, wanted))):
        wrong += [f"only llvm-cov: {key}" for key in sorted(theirs - ours)]
        wrong += [f"only Catenary: {key}" for key in sorted(ours - theirs)]
    wrong += wrong_lines(lines, goals, source, offset)
    for kind, theirs in figures_of(table, wanted).items():
        of_kind = [g["status"] for g in goals if g["kind"] == kind]
        mine = (len(of_kind), of_kind.count("covered"))
        if theirs != mine:
            wrong.append(f"{kind}: llvm-cov sums up to {theirs}, Catenary to "
                         f"{mine}")
        print(f"{kind}: {mine[1]} of {mine[0]} covered")
    if wrong:
        raise Failure("\n".join(wrong))
    print("both agree")


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
