#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The conformance programs of Code RealTime that check themselves, as systems.

  conformance.py [-o FILE.md] DIRECTORY

DIRECTORY has a folder for each program, as `tests` in HCL's art-comp-test: .art
files with a capsule Top that calls PASS(), FAIL(text) and ASSERT(condition,
text). Those are calls of its own test library; here they are goals. A program
gives what it checks where PASS() is covered by a replayed test and FAIL() is
not. The programs are not part of Catenary.
"""
import argparse
import json
import os
import pathlib
import re
import sys
import tempfile

from commands import add_common, run

CHECKS = re.compile(r"\b(PASS|FAIL|ASSERT)\s*\(")
TOP = re.compile(r"\bcapsule\s+(Top\w*)\b")
HEADER = """\
extern void __catenary_goal(const char*, bool) __asm__("__catenary_goal");
#define PASS() __catenary_goal("passed", true)
#define FAIL(text) do { __catenary_goal("failed", true); exit(1); } while (0)
#define ASSERT(condition, text) do { if (!(condition)) FAIL(text); } while (0)
"""
# Of `generate`: 0 all decided, 1 findings, 4 work ran out.
SUITE_WRITTEN = (0, 1, 4)


def programs(directory):
    """(name, file, capsule) of the programs that check themselves."""
    for folder in sorted(p for p in directory.iterdir() if p.is_dir()):
        texts = {p: p.read_text(encoding="utf-8", errors="replace")
                 for p in sorted(folder.rglob("*.art"))}
        tops = [(path, name) for path, text in texts.items()
                for name in TOP.findall(text)]
        tops.sort(key=lambda top: top[1] != "Top")
        if tops and any(CHECKS.search(t) for t in texts.values()):
            yield folder.name, *tops[0]


def reason(text, folder):
    """The first thing that is wrong or unsupported, without paths."""
    for line in text.splitlines():
        for kind in (" error: ", " warning: "):
            if kind in line:
                why = line.split(kind, 1)[1].replace(f"{folder}/", "")
                why = re.sub(r", after \d+ steps?( \[|$)", r"\1", why)
                return re.sub(r" at \S+?(\w[\w.]*):\d+:\d+", "", why).strip()
    return ""


def measure(name, file, capsule, options):
    """The row of a program: (name, result, why)."""
    with tempfile.TemporaryDirectory() as folder:
        header = pathlib.Path(folder, "checks.h")
        header.write_text(HEADER, encoding="utf-8")
        done = run([options.catenary, "generate", f"{file}#{capsule}",
                    "--include", str(header), "--work", str(options.work),
                    "-o", os.path.join(folder, "suite.json"), "--json"],
                   600)
    if done.returncode not in SUITE_WRITTEN:
        return name, "refused", reason(done.stderr, file.parent)
    report = json.loads(done.stdout)
    status = {g["id"]: g["status"] for g in report["goals"]}
    alone = re.search(r"without its parts: (.*) \[tested-alone\]", done.stderr)
    if alone:
        return name, "alone", alone.group(1)
    ends = [e for e in ("passed", "failed") if status.get(e) == "covered"]
    if ends:
        return name, {"passed": "passes", "failed": "fails"}.get(
            " ".join(ends), "both"), ""
    why = [f["message"] for f in report["findings"]
           if f["code"] == "unsupported"]
    return name, "open", reason(f" warning: {why[0]}" if why else done.stderr,
                                file.parent)


PAGE = """# Conformance programs of Code RealTime

Programs by which HCL tests its tool Code RealTime (Art), and which check themselves.
They are not part of Catenary. `scripts/conformance.py -o docs/conformance.md DIRECTORY`
makes this page: each is tested as a whole system. It passes where a replayed test
comes to its `PASS()`, and none to a `FAIL()`.

{passed} of {all} programs give what they check. `both` is a program that comes to either end,
as what it asks of its environment is granted or not. `alone` is one whose system is refused,
so that its top capsule was tested alone, which says nothing of what it checks.

| program | | reason |
|---|---|---|
"""


def page(rows):
    out = [PAGE.format(passed=sum(r[1] == "passes" for r in rows),
                       all=len(rows))]
    out += ["| {} | {} | {} |\n".format(n, r, w.replace("|", "/"))
            for n, r, w in rows]
    return "".join(out)


def arguments():
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("directory", type=pathlib.Path, metavar="DIRECTORY")
    add_common(parser)
    parser.add_argument("--work", type=int, default=800, metavar="N",
                        help="units of work for a program; default 800")
    return parser.parse_args()


def main():
    options = arguments()
    if not options.directory.is_dir():
        print(f"{options.directory}: error: not found; expected a directory of "
              "programs", file=sys.stderr)
        return 2
    rows = []
    for name, file, capsule in programs(options.directory):
        rows.append(measure(name, file, capsule, options))
        print(": ".join(rows[-1]), file=sys.stderr, flush=True)
    if not rows:
        print(f"{options.directory}: error: no program that checks itself; "
              "expected folders with .art files", file=sys.stderr)
        return 2
    if options.output:
        options.output.write_text(page(rows), encoding="utf-8")
    print(f"{sum(r[1] == 'passes' for r in rows)} of {len(rows)} programs give "
          "what they check")
    return 0


if __name__ == "__main__":
    sys.exit(main())
