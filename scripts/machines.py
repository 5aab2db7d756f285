#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Public UML-RT models: which capsules are accepted, and their suites.

  machines.py [-o FILE.md] PATH...

Each PATH is a model (.uml of Papyrus-RT, .sm) or a directory of models, whose
subdirectories are not searched. `catenary generate` makes a suite for every
capsule that has a state machine; only what was replayed counts as covered. The
models are not part of Catenary. The page has names of models and capsules and
numbers, and the reason of each refusal.
"""
import argparse
import json
import pathlib
import re
import sys
import tempfile

from commands import add_common, run

SUFFIXES = (".uml", ".sm")
# Of `generate`: 0 all decided, 1 findings, 4 time ran out.
SUITE_WRITTEN = (0, 1, 4)


def models_in(paths):
    out = []
    for path in paths:
        if path.is_dir():
            out += sorted(p for p in path.iterdir()
                          if p.suffix in SUFFIXES)
        else:
            out.append(path)
    return out


def first_error(text):
    """What the first error is about, without places and names of elements."""
    for line in text.splitlines():
        if " error: " in line:
            why = line.split(" error: ", 1)[1]
            return re.sub(r"^\S.*?: (not supported: )", r"\1",
                          why).strip()
    lines = text.strip().splitlines()
    return lines[-1] if lines else "failed"


def without_paths(why, model):
    """A reason names the file alone, and no step that it took."""
    return re.sub(r", after \d+ steps?$", "",
                  why.replace(f"{model.parent}/", ""))


def document(text):
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        return None


def capsules_of(model, catenary):
    """The capsules with a machine; none and a reason where the file is bad."""
    done = run([catenary, "check", model, "--json"], 300)
    found = document(done.stdout)
    if found is None:
        return [], without_paths(first_error(done.stderr), model)
    return [c["name"] for c in found["capsules"] if c["machine"]], ""


def measure(model, capsule, options):
    row = {"model": model.stem, "capsule": capsule, "accepted": False}
    with tempfile.TemporaryDirectory(prefix="catenary-machines-") as folder:
        done = run([options.catenary, "generate", model, "--capsule", capsule,
                    "-o", pathlib.Path(folder) / "suite.json", "--timeout",
                    f"{options.seconds}s", "--json", "--quiet"],
                   options.seconds + 300)
    found = document(done.stdout)
    if done.returncode not in SUITE_WRITTEN or found is None:
        return {**row, "why": without_paths(first_error(done.stderr), model)}
    status = [g["status"] for g in found["goals"]]
    row.update(accepted=True, goals=len(status),
               covered=status.count("covered"),
               unreachable=status.count("unreachable"),
               tests=len(found["tests"]))
    row["undecided"] = row["goals"] - row["covered"] - row["unreachable"]
    if row["tests"] == 0:
        reasons = [f["message"] for f in found["findings"]
                   if f["code"] == "unsupported"]
        reasons += [g["reason"] for g in found["goals"]
                    if g["status"] not in ("covered", "unreachable")]
        row["why"] = without_paths(
            reasons[0] if reasons else "nothing to cover", model)
    return row


def one_line(row):
    name = f"{row['model']}#{row['capsule']}"
    if not row["accepted"]:
        return f"{name}: refused: {row['why']}"
    out = (f"{name}: {row['goals']} goals, {row['covered']} covered, "
           f"{row['unreachable']} unreachable, {row['undecided']} undecided, "
           f"{row['tests']} tests")
    return out + (f": {row['why']}" if "why" in row else "")


def summary(rows):
    total = len(rows)
    accepted = sum(r["accepted"] for r in rows)
    suites = sum(r.get("tests", 0) > 0 for r in rows)
    percent = 100 * suites // total if total else 0
    sums = {key: sum(r.get(key, 0) for r in rows)
            for key in ("goals", "covered", "unreachable", "undecided")}
    return (f"{total} capsules with a machine: {accepted} accepted, {suites} "
            f"({percent} %) with a replayed suite; {sums['goals']} goals, "
            f"{sums['covered']} covered, {sums['unreachable']} unreachable, "
            f"{sums['undecided']} undecided")


def page(rows, bad, seconds):
    out = [PAGE_HEAD.format(summary=summary(rows), seconds=seconds)]
    out.append("\n| model | capsule | goals | covered | unreachable | "
               "undecided | tests |\n|---|---|--:|--:|--:|--:|--:|\n")
    open_rows = []
    for row in rows:
        head = f"| {row['model']} | {row['capsule']} |"
        if row["accepted"]:
            out.append(f"{head} {row['goals']} | {row['covered']} | "
                       f"{row['unreachable']} | {row['undecided']} | "
                       f"{row['tests']} |\n")
        else:
            out.append(f"{head} refused | | | | |\n")
        if "why" in row:
            open_rows.append(f"{head} {row['why'].replace('|', '/')} |\n")
    open_rows += [f"| {name} | | {why.replace('|', '/')} |\n"
                  for name, why in bad]
    if open_rows:
        out.append("\n## Without a test\n\n| model | capsule | reason |\n"
                   "|---|---|---|\n")
        out += open_rows
    return "".join(out)


PAGE_HEAD = """# Public UML-RT models

Models of Papyrus-RT that others wrote, found in public repositories. They are not
part of Catenary. `scripts/machines.py -o docs/machines.md DIRECTORY…` makes this page:
each capsule that has a state machine gets at most {seconds} s for its search.

{summary}.

A goal is covered where a replayed test hits it, and unreachable where that is proved;
the rest is undecided. [sm.md](sm.md) says what is refused, and why.
"""


def arguments():
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", nargs="+", type=pathlib.Path, metavar="PATH")
    add_common(parser)
    parser.add_argument("--seconds", type=int, default=8, metavar="N",
                        help="for the search of a capsule; default 8")
    parser.add_argument("--json", action="store_true",
                        help="print the rows as JSON")
    return parser.parse_args()


def main():
    options = arguments()
    missing = [p for p in options.paths if not p.exists()]
    for path in missing:
        print(f"{path}: error: not found; expected a model or a directory",
              file=sys.stderr)
    if missing:
        return 2
    rows, bad = [], []
    for model in models_in(options.paths):
        capsules, why = capsules_of(model, options.catenary)
        if why:
            bad.append((model.stem, why))
            print(f"{model.stem}: {why}", file=sys.stderr)
        for capsule in capsules:
            rows.append(measure(model, capsule, options))
            print(one_line(rows[-1]), file=sys.stderr, flush=True)
    if options.output:
        options.output.write_text(page(rows, bad, options.seconds),
                                  encoding="utf-8")
    if options.json:
        print(json.dumps(rows, indent=1))
    print(summary(rows), file=sys.stderr if options.json else sys.stdout)
    return 0


if __name__ == "__main__":
    sys.exit(main())
