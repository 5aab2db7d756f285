#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Counts of `catenary check` against those of another reader.

Reads each Papyrus-RT model with xml.etree, counts its elements by the words of
XMI, and compares with what `catenary check --json` counted. Then converts the
model to text and back, twice: the text stays the same, and so do the counts.

  counts_test.py CATENARY [MODEL.uml...]   without models: those of
                                           CATENARY_DATA, else skipped (77)
"""
import glob
import json
import os
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET

XMI = "{http://www.omg.org/spec/XMI/20131001}"
KINDS = {None: "initial_pseudostates", "initial": "initial_pseudostates",
         "choice": "choices", "junction": "junctions",
         "deepHistory": "histories", "entryPoint": "entry_points",
         "exitPoint": "exit_points"}


def local(tag):
    return tag.rsplit("}", 1)[-1]


def body_of(action):
    """The C++ of an action or constraint, blanks left out."""
    for e in action.iter():
        if local(e.tag) == "body":
            return (e.text or "").strip()
    return ""


def count(path):
    root = ET.parse(path).getroot()
    stereotypes = {}
    for e in root:
        for key, value in e.attrib.items():
            if key.startswith("base_"):
                stereotypes.setdefault(value, set()).add(local(e.tag))
    has = lambda e, s: s in stereotypes.get(e.get(XMI + "id"), ())
    n = dict.fromkeys(
        ["capsules", "protocols", "messages", "attributes", "ports", "parts",
         "connectors", "operations", "states", "transitions",
         "internal_transitions", "local_transitions", "triggers", "guards",
         "trigger_guards", "effects", "entry_actions", "exit_actions"] +
        list(KINDS.values()), 0)
    by_id = {e.get(XMI + "id"): e for e in root.iter() if e.get(XMI + "id")}
    shown = set()
    for e in root.iter():
        if has(e, "Protocol"):
            n["protocols"] += 1
            for r in root.iter():
                kind = (r.get(XMI + "type") or local(r.tag)).rsplit(":", 1)[-1]
                if kind.lower() in ("usage", "realization",
                                    "interfacerealization"):
                    if r.get("client") == e.get(XMI + "id"):
                        shown.add(r.get("supplier"))
        if not has(e, "Capsule"):
            continue
        n["capsules"] += 1
        for a in e:
            role = local(a.tag)
            if role == "ownedAttribute":
                if has(a, "RTPort") or a.get(XMI + "type") == "uml:Port":
                    n["ports"] += 1
                elif has(a, "CapsulePart"):
                    n["parts"] += 1
                else:
                    n["attributes"] += 1
            n["connectors"] += role == "ownedConnector"
            n["operations"] += role == "ownedOperation"
            if role == "ownedBehavior" and \
                    a.get(XMI + "type") == "uml:StateMachine":
                count_machine(a, n)
    for i in shown:
        n["messages"] += sum(local(o.tag) == "ownedOperation"
                             for o in by_id[i])
    return n


def count_machine(machine, n):
    for e in machine.iter():
        role = local(e.tag)
        if role in ("subvertex", "connectionPoint"):
            if e.get(XMI + "type", "uml:State") == "uml:State":
                n["states"] += 1
            else:
                n[KINDS[e.get("kind")]] += 1
        elif role == "transition":
            n["transitions"] += 1
            kind = e.get("kind")
            n["internal_transitions"] += kind == "internal"
            n["local_transitions"] += kind == "local"
            triggers = [t.get(XMI + "id") for t in e if local(t.tag) == "trigger"]
            n["triggers"] += len(triggers)
            for r in e:
                if local(r.tag) == "ownedRule" and body_of(r):
                    n["guards"] += r.get(XMI + "id") == e.get("guard")
                    n["trigger_guards"] += r.get("constrainedElement") in triggers
        elif role in ("effect", "entry", "exit") and body_of(e):
            n[{"effect": "effects", "entry": "entry_actions",
               "exit": "exit_actions"}[role]] += 1


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    return done.returncode, done.stdout, done.stderr


def check(catenary, path):
    code, out, err = run(catenary, "check", path, "--json")
    assert code in (0, 1), f"{path}: exit {code}\n{err}"
    return json.loads(out)


def main():
    catenary, models = sys.argv[1], sys.argv[2:]
    if not models:
        data = os.environ.get("CATENARY_DATA", "")
        models = sorted(glob.glob(os.path.join(data, "umlrt", "*.uml")))
        if not models:
            print("skipped: no models; set CATENARY_DATA")
            return 77
        assert len(models) == 10, models
    clean = 0
    for model in models:
        document = check(catenary, model)
        assert document["schema"] == "catenary-check-1"
        got = document["summary"]["elements"]
        want = count(model)
        wrong = {k: (v, got.get(k)) for k, v in want.items() if got.get(k) != v}
        assert not wrong, f"{model}: (xml.etree, catenary) {wrong}"
        assert want["transitions"] > 0, model
        clean += all(f["code"] != "unsupported" for f in document["findings"])
        with tempfile.TemporaryDirectory() as folder:
            texts = []
            source = model
            for i in range(2):
                sm = os.path.join(folder, f"m{i}.sm")
                code, _, err = run(catenary, "convert", source, "--to", "sm",
                                   "-o", sm)
                assert code == 0, err
                texts.append(open(sm, encoding="utf-8").read())
                source = sm
            assert texts[0] == texts[1], f"{model}: the text form changes"
            again = check(catenary, source)["summary"]["elements"]
            assert again == got, f"{model}: {got} became {again}"
            for form in ("dot", "plantuml"):
                code, out, err = run(catenary, "convert", source, "--to", form)
                assert code == 0 and out, err
    print(f"{len(models)} models agree, {clean} without anything unsupported")
    if len(sys.argv) == 2:
        assert clean >= 7, clean
    return 0


if __name__ == "__main__":
    sys.exit(main())
