#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Public C controllers: fetches them, describes them, measures suites for them.

bench/wild/programs.toml says which programs there are and what a person has to
change in what `catenary init` writes; bench/wild/files.tsv says where each file
comes from. The files themselves are not part of Catenary: `fetch` gets them and
checks their sums.

  wild.py fetch                   get the files that are not there
  wild.py describe NAME           print the description of a program
  wild.py measure [-o FILE.md]    make a suite for each, print the table

The folder of the programs is --directory, else CATENARY_WILD, else ../wild
beside the source tree.
"""
import argparse
import csv
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
import urllib.error
import urllib.parse
import urllib.request

import wild_native as native

from commands import run

ROOT = pathlib.Path(__file__).resolve().parent.parent
GITHUB = "https://raw.githubusercontent.com"
# Of `generate`: 0 all decided, 1 findings, 4 time ran out.
SUITE_WRITTEN = (0, 1, 4)
# Lines that a person may change in what `catenary init` wrote.
MOST_CHANGED = 3
FAMILIES = {"generated": "Code of generators",
            "hand": "Code written by hand",
            "svcomp": "Verification tasks"}


class Failure(Exception):
    """What the user is to be told."""


class Program:
    """A program of the corpus, and how it becomes a suite."""

    def __init__(self, table, corpus):
        self.name = table["name"]
        self.family = table["family"]
        self.folder = corpus / self.name
        self.main = self.folder / table["main"]
        self.bare = table.get("bare", False)
        self.flags = [f.replace("${headers}", str(table["headers"]))
                      .replace("${program}", str(self.folder))
                      for f in table.get("flags", [])]
        self.changes = table.get("change", [])
        self.note = table.get("note", "")

    def changed_lines(self):
        """Flags are one line of a description."""
        return len(self.changes) + (1 if self.flags else 0)


def read_programs(lists, corpus):
    text = (lists / "programs.toml").read_text(encoding="utf-8")
    known = {"name", "family", "main", "what", "licence", "bare", "flags",
             "change", "note"}
    out = []
    for table in tomllib.loads(text)["program"]:
        unknown = set(table) - known
        if unknown:
            raise Failure(f"programs.toml: {table.get('name')}: unknown "
                          f"{', '.join(sorted(unknown))}")
        if table["family"] not in FAMILIES:
            raise Failure(f"programs.toml: no family '{table['family']}'")
        out.append(Program({**table, "headers": lists / "headers"}, corpus))
    return out


def read_files(lists):
    with open(lists / "files.tsv", encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream, delimiter="\t",
                                   quoting=csv.QUOTE_NONE))


# ---- fetch ----

def is_right(path, row):
    return (path.is_file() and
            hashlib.sha256(path.read_bytes()).hexdigest() == row["sha256"])


def fetch_file(path, row, base):
    url = "/".join((base, row["repository"], row["commit"],
                    urllib.parse.quote(row["path"])))
    try:
        with urllib.request.urlopen(url, timeout=60) as answer:
            content = answer.read()
    except (urllib.error.URLError, OSError) as error:
        return f"{url}: {error}"
    if hashlib.sha256(content).hexdigest() != row["sha256"]:
        return f"{url}: the file has another SHA-256 than files.tsv says"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return ""


def fetch(options):
    failed, got, there = [], 0, 0
    names = {p.name for p in chosen(options)}
    for row in read_files(options.lists):
        if row["program"] not in names:
            continue
        path = options.directory / row["program"] / row["file"]
        if is_right(path, row):
            there += 1
            continue
        fault = fetch_file(path, row, options.base)
        if fault:
            failed.append(fault)
        else:
            got += 1
    for fault in failed:
        print(fault, file=sys.stderr)
    print(f"{got} files fetched, {there} were there, {len(failed)} failed")
    return 1 if failed else 0


# ---- describe ----

def change_line(lines, change, program):
    """Replaces the line that begins with `at`, or adds one `after` it."""
    wanted = change.get("at") or change["after"]
    places = [i for i, line in enumerate(lines) if line.startswith(wanted)]
    if len(places) != 1:
        raise Failure(f"{program.name}: {len(places)} lines of the "
                      f"description begin with '{wanted}', not one")
    if "at" in change:
        lines[places[0]] = change["line"]
    else:
        lines.insert(places[0] + 1, change["line"])


def with_whole_paths(text, folder):
    """The description does not stay where it was written."""
    def whole(match):
        return re.sub(r'"(-I)?([^"]*)"', lambda m: json.dumps(
            (m.group(1) or "") + os.path.normpath(folder / m.group(2))),
            match.group(0))
    text = re.sub(r"(?m)^sources = \[.*\]$", whole, text)
    return re.sub(r'(?m)^flags = \[.*\]$',
                  lambda flags: re.sub(r'"-I[^"]*"', whole, flags.group(0)),
                  text)


def describe(program, catenary, folder):
    """What `catenary init` writes, with the changes of a person: a description
    beside the main file of the program, which is in `folder`."""
    main = folder / program.main.relative_to(program.folder)
    target = main.parent / (program.name + ".toml")
    flags = [word for flag in program.flags for word in ("--flag", flag)]
    # There, since flags may name folders of the program.
    done = run([catenary, "init", main, "-o", target, *flags], 120,
               main.parent)
    # 2 with a description: it cannot be loaded before it is changed.
    if not target.is_file():
        raise Failure(first_error(done.stderr))
    lines = target.read_text(encoding="utf-8").splitlines()
    for change in program.changes:
        change_line(lines, change, program)
    target.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return target


def print_description(options):
    """With whole paths, since it does not stay where it was written."""
    program, = chosen(options)
    with tempfile.TemporaryDirectory(prefix="catenary-wild-") as folder:
        copy = pathlib.Path(folder).resolve() / program.name
        shutil.copytree(program.folder, copy)
        target = describe(program, options.catenary, copy)
        text = with_whole_paths(target.read_text(encoding="utf-8"),
                                target.parent)
        print(text.replace(str(copy), str(program.folder)), end="")
    return 0


# ---- measure ----

def first_error(text):
    for line in text.splitlines():
        if "error: " in line:
            return re.sub(r"^.*?error: ", "", line)
    return text.strip().splitlines()[-1] if text.strip() else "failed"


def make_suite(program, options, folder):
    """A row of the table without the native figure. The copy of the program
    and its description are in `folder`, the suite beside it."""
    row = {"name": program.name, "family": program.family,
           "bare": program.bare, "changed": program.changed_lines()}
    suite = folder.parent / "suite.json"
    begin = time.monotonic()
    try:
        if program.bare:
            row["model"] = str(folder / program.main.relative_to(
                program.folder))
            extra = ["--stub-missing", "--cover", "branch"]
        else:
            row["model"] = str(describe(program, options.catenary, folder))
            extra = []
        done = run([options.catenary, "generate", row["model"], *extra, "-o",
                    suite, "--timeout", f"{options.seconds}s", "-j", "1",
                    "--json", "--quiet"], options.seconds + 300)
    except Failure as failure:
        return {**row, "why": str(failure)}
    row["seconds"] = time.monotonic() - begin
    if done.returncode not in SUITE_WRITTEN or not suite.is_file():
        return {**row, "why": first_error(done.stderr)}
    count_goals(row, json.loads(suite.read_text(encoding="utf-8")))
    if row["covered"] == 0:
        return {**row, "why": "no goal covered"}
    return {**row, "suite": str(suite)}


def count_goals(row, suite):
    """Branches alone: labels and assertions of tasks are not in llvm-cov.
    Statements where nothing branches."""
    kinds = {g["kind"] for g in suite["goals"]}
    kind = "branch" if "branch" in kinds else "statement"
    status = [g["status"] for g in suite["goals"] if g["kind"] == kind]
    row["branches"] = kind == "branch"
    row["goals"] = len(status)
    row["covered"] = status.count("covered")
    row["unreachable"] = status.count("unreachable")
    row["open"] = row["goals"] - row["covered"] - row["unreachable"]
    row["tests"] = len(suite["tests"])


def sources_of(model):
    """Of a suite's model: its C files, flags for the compiler, and whether it
    runs from main()."""
    model = pathlib.Path(model)
    if model.suffix != ".toml":
        return [model], [], True
    table = tomllib.loads(model.read_text(encoding="utf-8"))
    program = table["program"]
    return ([(model.parent / s).resolve() for s in program["sources"]],
            program.get("flags", []),
            "step" not in program and "tasks" not in table)


def is_assertion(place, sources):
    """glibc's assert() has its condition a second time, in a sizeof: llvm-cov
    counts its false outcome, though nothing evaluates it."""
    name, line, column, _ = place.split(":")
    for source in sources:
        if source.name == name:
            text = source.read_text(errors="replace").splitlines()
            return text[int(line) - 1][int(column) - 1:].startswith("assert(")
    return False


def compare(row, options, folder):
    """Adds what llvm-cov counts: "native", a number or why there is none."""
    sources, flags, whole = sources_of(row["model"])

    def wanted():
        return native.functions_of_step(
            options.catenary, row["model"],
            ["--stub-missing"] if row["bare"] else [])
    attempts = [lambda: native.compare_harness(
        options.catenary, row["suite"], sources[0], wanted, folder)]
    if whole:
        attempts.append(lambda: native.compare_whole(
            options.catenary, row["suite"], sources, flags, wanted,
            folder))
    for attempt in attempts:
        try:
            row["missing"], extra, row["native"] = attempt()
            row["extra"] = [e for e in extra if not is_assertion(e, sources)]
            row["native"] -= len(extra) - len(row["extra"])
            row.pop("no_native", None)
            return
        except native.NotCompared as why:
            row.setdefault("no_native", str(why))
        except subprocess.TimeoutExpired:
            row["no_native"] = "the native run takes too long"


def measure(options):
    rows = []
    for program in chosen(options):
        with tempfile.TemporaryDirectory(prefix="catenary-wild-") as name:
            folder = pathlib.Path(name).resolve()
            if not program.folder.is_dir():
                print(f"skipped: {program.name} is not in "
                      f"{options.directory}", file=sys.stderr)
                continue
            copy = folder / program.name
            shutil.copytree(program.folder, copy)
            row = make_suite(program, options, copy)
            if row.get("suite") and row["branches"] and (
                    not native.tools_missing()):
                compare(row, options, folder)
            rows.append(row)
            print(one_line(row), file=sys.stderr, flush=True)
        if options.results:  # after every program, since all take long
            options.results.write_text(
                json.dumps(with_earlier(rows, options.results), indent=1)
                + "\n", encoding="utf-8")
    failed = any(r.get("missing") or r.get("extra") for r in rows)
    if options.results:
        rows = with_earlier(rows, options.results)
    text = page(rows, options.seconds)
    if options.output:
        options.output.write_text(text, encoding="utf-8")
    else:
        print(text, end="")
    return 1 if failed else 0


def with_earlier(rows, path):
    """The rows, and those of other programs that are in the file."""
    if not path.is_file():
        return rows
    measured = {row["name"] for row in rows}
    earlier = json.loads(path.read_text(encoding="utf-8"))
    return [r for r in earlier if r["name"] not in measured] + rows


# ---- the table ----

def one_line(row):
    if "suite" not in row:
        return f"{row['name']}: no suite: {row['why']}"
    out = (f"{row['name']}: {row['covered']} of {row['goals']} covered, "
           f"{row['unreachable']} proved, {row['open']} open, "
           f"{row['seconds']:.1f} s; native {native_text(row)}")
    if "no_native" in row:
        out += f" ({row['no_native'].strip().splitlines()[-1][-150:]})"
    for what in ("missing", "extra"):
        if row.get(what):
            out += f"; {what}: {' '.join(row[what][:6])}"
    return out


def native_text(row):
    if "native" in row:
        same = not row["missing"] and not row["extra"]
        return str(row["native"]) if same else f"**{row['native']}**"
    return "–"


def how_text(row):
    if row["bare"]:
        return "file"
    return f"init, {row['changed']}" if row["changed"] else "init"


def page(rows, seconds):
    out = [PAGE_HEAD.format(seconds=seconds, programs=len(rows),
                            suites=sum("suite" in r for r in rows),
                            compared=sum("native" in r for r in rows))]
    for family, title in FAMILIES.items():
        out.append(f"\n## {title}\n\n| program | from | goals | covered | "
                   "proved | open | s | llvm-cov |\n"
                   "|---|---|--:|--:|--:|--:|--:|--:|\n")
        for row in sorted(rows, key=lambda r: r["name"]):
            if row["family"] != family:
                continue
            name = re.sub(r"^(gen|hand|sv)_", "", row["name"])
            if "suite" not in row:
                why = row["why"].split(",")[0].replace("|", "/")[:100]
                out.append(f"| {name} | {how_text(row)} | no suite: {why} "
                           "| | | | | |\n")
                continue
            out.append(f"| {name} | {how_text(row)} | {row['goals']} | "
                       f"{row['covered']} | {row['unreachable']} | "
                       f"{row['open']} | {row['seconds']:.0f} | "
                       f"{native_text(row)} |\n")
    return "".join(out)


PAGE_HEAD = """# Public C controllers

Programs that others wrote, found in public repositories: code of generators
(Embedded Coder, Heptagon, SCADE, MATIEC), firmware written by hand, and verification
tasks that are controllers. Their sources are not part of Catenary. bench/wild says
where each file comes from, with its SHA-256; `scripts/wild.py fetch` gets them,
`scripts/wild.py measure -o docs/wild.md` makes this page.

Where a header of a run-time library is not in the repository, bench/wild/headers has
one of a few lines.

{suites} of {programs} programs give a suite, with one thread and at most {seconds} s
for the search.

| column | |
|---|---|
| from | `file`: `catenary generate FILE.c --stub-missing` as it is. `init, N`: the description that `catenary init` writes, in which a person changed N lines; these are in bench/wild/programs.toml |
| goals | branches: true and false of every condition in what the step can call |
| covered | by tests that were replayed |
| proved | unreachable |
| open | neither when the time was over |
| s | seconds for all, with compiling and the challenge of proofs |
| llvm-cov | how many of the goals `llvm-cov` counts as covered when the tests run on the program as Clang compiles it; bold where that differs. The false outcome of `assert(…)` is left out: glibc has its condition a second time in a `sizeof`, where `llvm-cov` counts it though nothing evaluates it. – where no native run was made: inputs are registers, or calls within a step function, or the program needs a library that is not there |
"""


# ---- the command line ----

def chosen(options):
    programs = read_programs(options.lists, options.directory)
    wanted = set(options.only or [])
    unknown = wanted - {p.name for p in programs}
    if unknown:
        raise Failure(f"no program {', '.join(sorted(unknown))}")
    return [p for p in programs if not wanted or p.name in wanted]


def arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("command", choices=("fetch", "describe", "measure"))
    parser.add_argument("only", nargs="*", metavar="NAME",
                        help="only these programs")
    parser.add_argument("--directory", type=pathlib.Path,
                        default=os.environ.get("CATENARY_WILD") or
                        ROOT.parent / "wild", help="folder of the programs")
    parser.add_argument("--lists", type=pathlib.Path,
                        default=ROOT / "bench" / "wild",
                        help="folder of programs.toml and files.tsv")
    parser.add_argument("--base", default=GITHUB, metavar="URL",
                        help="fetch: where the repositories are")
    parser.add_argument("--catenary", type=pathlib.Path,
                        default=ROOT / "build" / "release" / "catenary",
                        help="the program that is measured")
    parser.add_argument("--seconds", type=int, default=30,
                        help="measure: limit of each search")
    parser.add_argument("-o", "--output", type=pathlib.Path,
                        help="measure: write the page here")
    parser.add_argument("--results", type=pathlib.Path,
                        help="measure: write all rows as JSON here; those of "
                        "other programs that are there stay")
    options = parser.parse_intermixed_args()
    for name in ("directory", "lists", "catenary"):
        setattr(options, name, getattr(options, name).absolute())
    return options


def main():
    options = arguments()
    commands = {"fetch": fetch, "describe": print_description,
                "measure": measure}
    try:
        return commands[options.command](options)
    except Failure as failure:
        print(f"wild.py: {failure}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
