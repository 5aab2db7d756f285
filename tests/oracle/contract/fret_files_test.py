#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How much of public exports of FRET is read, and whether requirements that
NASA publishes as unrealizable are found to be so.

Usage: fret_files_test.py CATENARY

Most exports have no list of variables. Each gets one as a user would fill it
in: what a response mentions is an output, other variables are inputs, and what
has no inferred type is Boolean. Data: $CATENARY_DATA/req. Exits with 77 where
there is none.
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

CATENARY = os.path.abspath(sys.argv[1])
DATA = pathlib.Path(os.environ.get("CATENARY_DATA", "")) / "req"

# What RollAutopilot means by it.
FUNCTIONS = """interface functions
function sign(x: real) = if x > 0 then 1 else if x < 0 then -1 else 0
"""

# Lists of variables, and a file without ids, which its owner's tests expect
# to be refused.
NOT_EXPORTS = ["hardens_requirements_vars.json",
               "ogma__2021-09-13__ogma-language-fret-reqs+tests+fret_bad.json"
               ".json"]


def requirements_of(node):
    """All requirements of a document, in whatever format."""
    if isinstance(node, list):
        return [r for item in node for r in requirements_of(item)]
    if not isinstance(node, dict):
        return []
    if "reqid" in node:
        return [node]
    if "RTSASpec" in node:
        return node["RTSASpec"].get("Requirements", [])
    return [r for item in node.values() for r in requirements_of(item)]


def has_formula(requirement):
    semantics = requirement.get("semantics") or {}
    return bool(semantics.get("ptExpanded") or requirement.get("ptLTL"))


def catenary(folder, *arguments):
    return subprocess.run([CATENARY, *arguments], cwd=folder, text=True,
                          capture_output=True, timeout=300, check=False)


def put(folder, path, functions):
    """Copies an export, and gives it what it lacks."""
    text = path.read_text(errors="replace")
    (folder / "f.json").write_text(text)
    if functions:
        (folder / "f.functions.req").write_text(functions)
    responses = set()
    for requirement in requirements_of(json.loads(text)):
        semantics = requirement.get("semantics") or {}
        of = (requirement.get("project", ""),
              semantics.get("component_name", ""))
        response = re.sub(r"</?[bi]>", " ",
                          str(semantics.get("post_condition", "")))
        responses.update((*of, w) for w in re.findall(r"[\w.]+", response))
    done = catenary(folder, "convert", "f.json", "--to", "fret-variables",
                    "-o", "f.variables.json")
    if done.returncode != 0:
        return done
    variables = json.loads((folder / "f.variables.json").read_text())
    for v in variables:
        is_output = (v["project"], v["component_name"],
                     v["variable_name"]) in responses
        v["idType"] = v["idType"] or ("Output" if is_output else "Input")
        v["dataType"] = v["dataType"] or "boolean"
    (folder / "f.variables.json").write_text(json.dumps(variables))
    return done


def components(folder):
    done = catenary(folder, "convert", "f.json", "--to", "req")
    names = re.search(r"expected the name of one behind '#': (.*?) \[",
                      done.stderr, re.S)
    return ["#" + n for n in names[1].split(", ")] if names else [""]


def left_out(folder):
    out = []
    for component in components(folder):
        done = catenary(folder, "convert", "f.json" + component, "--to", "req")
        out += re.findall(r"requirement '(.*?)' is left out: (.*)",
                          done.stderr)
    return out


def count(functions):
    """Prints a row for each file; returns the sums."""
    every = formulas = read = 0
    for path in sorted((DATA / "fret").glob("*.json")):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            done = put(folder, path, functions)
            if path.name in NOT_EXPORTS:
                done = catenary(folder, "convert", "f.json", "--to", "req")
                assert done.returncode == 2, path
                print(f"refused: {path.name}: {done.stderr.strip()[:70]}")
                continue
            assert done.returncode == 0, done.stderr
            all_of_file = requirements_of(json.loads(
                path.read_text(errors="replace")))
            having = sum(map(has_formula, all_of_file))
            out = left_out(folder)
            lost = [o for o in out if "exported no formula" not in o[1]]
            every += len(all_of_file)
            formulas += having
            read += having - len(lost)
            print(f"{len(all_of_file):4} requirements, {having:4} with a "
                  f"formula, {having - len(lost):4} read: {path.name}")
            for requirement, reason in lost:
                print(f"       {requirement}: {reason[:90]}")
    print(f"{every} requirements, {formulas} with a formula, {read} read, "
          f"which is {100 * read / formulas:.1f} % of those")
    return formulas, read


def check(path, component=""):
    """The verdict about strategies, and the conflicts as sets of ids."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        put(folder, path, "")
        done = catenary(folder, "check", "f.json" + component, "--json")
        verdict = json.loads(done.stdout)["consistency"]["strategy"]
        shown = catenary(folder, "check", "f.json" + component).stdout
        conflicts = {frozenset(re.sub(r"\.1$", "", c) for c in line.split(", "))
                     for line in re.findall(r"  conflict: (.*)", shown)}
        print(path.name, component, verdict["verdict"],
              sorted(map(sorted, conflicts)))
        return verdict["verdict"], conflicts


def main():
    if not (DATA / "fret").is_dir():
        print("no data")
        return 77
    formulas, read = count("")
    assert read >= 0.95 * formulas, "less than 95 %"
    _, more = count(FUNCTIONS)
    assert more == read + 3, "the function sign() is not used"

    def conflicts(*pairs):
        return {frozenset(pair) for pair in pairs}
    # FRET's manual, docs/_media/cli/cli.md: one of six connected components is
    # unrealizable, by LM001 and LM009.
    assert check(DATA / "LiquidMixer.fret.json") == (
        "inconsistent", conflicts(("LM-001", "LM-009")))
    # caseStudies/FiniteStateMachine/fsm_instructions.md: the requirements about
    # STATE and about SENSTATE are unrealizable, that about pullup is not.
    verdict, found = check(DATA / "fret" /
                           "nasa__2024-05-23__caseStudies+FiniteStateMachine"
                           "+fsm_reqts_and_vars.json.json")
    assert verdict == "inconsistent"
    assert conflicts(("FSM-002", "FSM-003"), ("FSM-010", "FSM-011")) <= found
    assert all("FSM-001" not in c for c in found)
    return 0


sys.exit(main())
