#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes pages of docs/qualification from the kit, docs/qualification/kit.

  qualification.py           write the pages
  qualification.py --check   only compare, and check that the kit is complete
"""
import pathlib
import sys
import tomllib

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs" / "qualification"


def read_kit():
    kit = {}
    for path in sorted((FOLDER / "kit").glob("*.toml")):
        for key, value in tomllib.loads(path.read_text()).items():
            if isinstance(value, list):
                kit.setdefault(key, []).extend(value)
    return kit


def words(value):
    return value.split() if isinstance(value, str) else value


def cell(text):
    return text.replace("|", "\\|").replace("\n", " ")


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|---" * len(head) + "|"]
    lines += ["| " + " | ".join(map(cell, row)) + " |" for row in rows]
    return "\n".join(lines) + "\n"


def requirements_page(kit):
    out = ["# Tool operational requirements\n",
           "Made from [kit/](kit) by `scripts/qualification.py`. "
           "`catenary qualify` runs the tests of each requirement.\n"]
    group = None
    for r in kit["requirement"]:
        if r["group"] != group:
            group = r["group"]
            out.append(f"## {group}\n")
        out.append(f"### {r['id']}: {r['title']}\n\n{r['text']}\n\n"
                   f"Malfunctions: {', '.join(words(r['malfunctions']))}. "
                   "Tests:\n")
        tests = [t for t in kit["test"] if t["for"] == r["id"]]
        out.append("\n".join(
            f"- {r['id']}.{n + 1}: {t['title']}. Expected values: {t['truth']}"
            for n, t in enumerate(tests)) + "\n")
    return "\n".join(out)


def failures_page(kit):
    out = ["# Use cases and malfunctions\n",
           "Made from [kit/](kit) by `scripts/qualification.py`.\n",
           "This page is the argument about tool impact and error detection. "
           "It is a proposal: whoever uses the tool confirms it for the use "
           "cases of the project.\n",
           "## Use cases\n",
           "TI, TD and TCL are those of ISO 26262-8:2018, 11.4.5; the criteria "
           "are those of DO-178C, 12.2.2.\n",
           table(["Use case", "Use of the results", "Impact", "Detection",
                  "TCL", "Criterion", "Malfunctions"],
                 [[f"{u['id']}: {u['title']}", u["use"], u["impact"],
                   u["detection"], u["confidence"], u["criteria"],
                   ", ".join(u["malfunctions"])] for u in kit["use_case"]]),
           "## Malfunctions\n"]
    rows = []
    for m in kit["malfunction"]:
        by = [r["id"] for r in kit["requirement"]
              if m["id"] in words(r["malfunctions"])]
        rows.append([f"{m['id']}: {m['title']}", m["effect"], m["prevention"],
                     m["detection"], ", ".join(by)])
    out.append(table(["Malfunction", "Effect", "Prevention in the tool",
                      "Detection", "Requirements"], rows))
    return "\n".join(out)


def problems_page(kit):
    return "\n".join([
        "# Known problems\n",
        "Made from [kit/](kit) by `scripts/qualification.py`; "
        "`catenary qualify` puts the list into its report.\n",
        "What a user has to know who takes results of this version as "
        "evidence. Limits of single methods stand in the pages about their "
        "guarantees: [chains](../guarantees-chains.md), "
        "[symbolic search](../guarantees-symbolic.md), "
        "[requirements](../guarantees-contracts.md), "
        "[timed models](../guarantees-timed.md).\n",
        table(["Problem", "What", "What to do"],
              [[f"{p['id']}: {p['title']}", p["text"], p["avoid"]]
               for p in kit["problem"]]),
        "## How problems are reported and kept\n",
        "A problem is reported to the maintainers with the command, its input, "
        "the output, and `qualification.json` of the machine. One that can make "
        "a result wrong (not only late or missing) gets an entry here in the "
        "release after it is known, whether or not it is mended, with the "
        "versions that have it. Its id is never used again. When it is mended, "
        "the entry moves to CHANGELOG.md, and a test of the kit or of the "
        "regression tests shows that it is.\n"])


def faults_of(kit):
    """What is not complete."""
    malfunctions = {m["id"] for m in kit["malfunction"]}
    tested = {t["for"] for t in kit["test"]}
    named = {m for r in kit["requirement"] for m in words(r["malfunctions"])}
    named |= {m for u in kit["use_case"] for m in u["malfunctions"]}
    for r in kit["requirement"]:
        if r["id"] not in tested:
            yield f"{r['id']} has no test"
        if "shall" not in r["text"]:
            yield f"{r['id']} has no 'shall'"
    for m in sorted(named ^ malfunctions):
        yield f"{m} is named and unknown, or known and not named"
    for key in ("requirement", "malfunction", "problem", "use_case"):
        ids = [x["id"] for x in kit[key]]
        if len(set(ids)) != len(ids):
            yield f"an id of {key} stands twice"


def main():
    kit = read_kit()
    faults = list(faults_of(kit))
    pages = {"tool-operational-requirements.md": requirements_page(kit),
             "use-cases-and-failures.md": failures_page(kit),
             "known-problems.md": problems_page(kit)}
    for name, text in pages.items():
        path = FOLDER / name
        if sys.argv[1:] == ["--check"]:
            if not path.exists() or path.read_text() != text:
                faults.append(f"{name} is old: run scripts/qualification.py")
        else:
            path.write_text(text)
    print("\n".join(faults) or "the pages are those of the kit")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
