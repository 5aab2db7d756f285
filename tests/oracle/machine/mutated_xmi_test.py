#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What is left of a published model after something was done to its file: it is
cut, ids, types and elements are exchanged, removed, doubled and moved, values
become strange. Some of that is a model still, most is none. Whatever it is:

- `convert --to sm` ends with 0 or 2, `check` with 0, 1 or 2, in ten seconds and
  in a gigabyte, without a crash and without a report of a sanitizer;
- 2 comes with a place, FILE:LINE:COLUMN, and what is wrong there;
- what `convert` writes can be read again, and is then written the same.

A mutant that does otherwise is kept in the working folder.

Usage: mutated_xmi_test.py CATENARY [MUTANTS_A_MODEL [CHECK_EVERY [SEED]]]

CHECK_EVERY 10 checks every tenth mutant: `check` compiles all of its C++.
"""
import concurrent.futures
import os
import pathlib
import random
import re
import resource
import subprocess
import sys
import tempfile
import xml.dom.minidom

CATENARY = os.path.abspath(sys.argv[1])
MODELS = pathlib.Path(os.environ["CATENARY_DATA"]) / "umlrt"
COUNT, EVERY, SEED = (
    int(sys.argv[i]) if i < len(sys.argv) else usual
    for i, usual in ((2, 12), (3, 12), (4, 1)))
# Of a process and what it waits for.
SECONDS, KILOBYTES = 10, 1 << 20

REFERENCES = ("source", "target", "guard", "event", "port", "type", "operation",
              "constrainedElement", "client", "supplier", "role", "method",
              "partWithPort", "classifierBehavior", "specification",
              "base_Class", "base_Port", "base_Property", "general", "instance",
              "definingFeature", "base_State", "base_StateMachine")
TYPES = ("Class", "State", "Pseudostate", "FinalState", "Transition", "Region",
         "StateMachine", "Port", "Property", "Trigger", "CallEvent", "Package",
         "AnyReceiveEvent", "TimeEvent", "Collaboration", "Interface", "Model",
         "Enumeration", "OpaqueBehavior", "OpaqueExpression", "Constraint",
         "LiteralString", "LiteralInteger", "LiteralUnlimitedNatural", "Usage",
         "InterfaceRealization", "InstanceValue", "Operation", "Connector",
         "Generalization", "Artifact", "", "Nonsense")
VALUES = ("", "x" * 100000, "-1", "99999999999999999999", "*", "1e9", "\n",
          "a b", "a\"b'c", "*/", "//", "}}}", "{", "\\", "\u00e9\u4e16\U0001f600",
          "#", "true", "if", "class", "::", "a::b", "%s%n", "_", "1", "0x7f",
          "state", "\t", "\u202e", "m n m n", "()", ";", "/*", "<&>", "?")
BYTES = (b"\0", b"\xff", b"\xc3", b"\xed\xa0\x80", b"<", b">", b"&", b'"',
         b"&#0;", b"&#xD800;", b"&lol;", b"]]>", b"<![CDATA[", b"<!--",
         b"<?x?>", b"\xef\xbb\xbf", b"<!DOCTYPE a>", b"</", b"\r", b"\x01")


def elements(document):
    return [e for e in document.getElementsByTagName("*")
            if e is not document.documentElement]


def attributes(document, wanted=lambda name: True):
    return [(e, n) for e in elements(document) for n in e.attributes.keys()
            if wanted(n)]


def ids(document):
    return [e.getAttribute("xmi:id") for e in elements(document)
            if e.getAttribute("xmi:id")]


def renamed(element, suffix):
    """With ids of its own, which nobody refers to, or only it itself."""
    old = {e.getAttribute("xmi:id") for e in [element] +
           element.getElementsByTagName("*")}
    for e in [element] + element.getElementsByTagName("*"):
        for name, value in e.attributes.items():
            if value in old and value:
                e.setAttribute(name, value + suffix)


def strange_value(document, rng):
    e, name = rng.choice(attributes(document))
    e.setAttribute(name, rng.choice(VALUES))
    return f"{e.tagName} {name} {e.getAttribute(name)[:20]!r}"


def other_reference(document, rng):
    at = attributes(document, lambda n: n in REFERENCES)
    e, name = rng.choice(at)
    value = rng.choice(ids(document) + ["nobody", e.getAttribute("xmi:id")])
    if rng.random() < 0.2:
        value += " " + rng.choice(ids(document))
    e.setAttribute(name, value)
    return f"{e.tagName} {name} {value}"


def new_reference(document, rng):
    e, name = rng.choice(elements(document)), rng.choice(REFERENCES)
    e.setAttribute(name, rng.choice(ids(document)))
    return f"{e.tagName} with {name}"


def swap_ids(document, rng):
    e, f = (rng.choice([e for e in elements(document)
                        if e.getAttribute("xmi:id")]) for _ in range(2))
    a, b = e.getAttribute("xmi:id"), f.getAttribute("xmi:id")
    e.setAttribute("xmi:id", b)
    if rng.random() < 0.7:
        f.setAttribute("xmi:id", a)
    return f"ids of {e.tagName} and {f.tagName}"


def without_attribute(document, rng):
    e, name = rng.choice(attributes(document))
    e.removeAttribute(name)
    return f"{e.tagName} without {name}"


def without_element(document, rng):
    e = rng.choice(elements(document))
    e.parentNode.removeChild(e)
    return f"without {e.tagName} {e.getAttribute('xmi:id')}"


def double_element(document, rng):
    e = rng.choice(elements(document))
    copy = e.cloneNode(True)
    if rng.random() < 0.8:
        renamed(copy, "_2")
    e.parentNode.insertBefore(copy, e)
    return f"twice {e.tagName} {e.getAttribute('xmi:id')}"


def move_element(document, rng):
    e, to = rng.choice(elements(document)), rng.choice(elements(document))
    if to is not e and to not in e.getElementsByTagName("*"):
        copy = e.cloneNode(True)
        if rng.random() < 0.5:
            e.parentNode.removeChild(e)
        else:
            renamed(copy, "_2")
        to.appendChild(copy)
    return f"{e.tagName} into {to.tagName}"


def other_type(document, rng):
    e = rng.choice([e for e in elements(document)
                    if e.getAttribute("xmi:type") or rng.random() < 0.2])
    e.setAttribute("xmi:type", "uml:" + rng.choice(TYPES))
    return f"{e.tagName} as {e.getAttribute('xmi:type')}"


def other_name(document, rng):
    e = rng.choice(elements(document))
    e.tagName = e.nodeName = rng.choice(
        [f.tagName for f in elements(document)] + ["nonsense"])
    return f"an element as {e.tagName}"


def other_text(document, rng):
    e = rng.choice([e for e in elements(document) if e.tagName == "body"] or
                   elements(document))
    e.appendChild(document.createTextNode(rng.choice(VALUES)))
    return f"text in {e.tagName}"


OF_TREES = (strange_value, strange_value, other_reference, other_reference,
            new_reference, swap_ids, without_attribute, without_element,
            double_element, move_element, other_type, other_name, other_text)


def of_bytes(text, rng):
    at = rng.randrange(len(text))
    way = rng.randrange(4)
    if way == 0:
        return f"cut at {at}", text[:at]
    if way == 1:
        strange = rng.choice(BYTES)
        return f"{strange!r} at {at}", text[:at] + strange + text[at:]
    if way == 2:
        end = at + rng.randrange(1, 200)
        return f"without {at} to {end}", text[:at] + text[end:]
    other = bytes([rng.randrange(256)])
    return f"{other!r} for {at}", text[:at] + other + text[at + 1:]


def mutant(name, text, rng):
    """What was done, and what came out."""
    if rng.random() < 0.25:
        done, out = of_bytes(text, rng)
        return f"{name}: {done}", out
    document = xml.dom.minidom.parseString(text)
    done = [rng.choice(OF_TREES)(document, rng)
            for _ in range(rng.choice((1, 1, 1, 2, 4)))]
    return f"{name}: " + "; ".join(done), document.toxml(encoding="UTF-8")


def run(folder, *arguments):
    """A limit of a processor's time, since others may use the machine, too."""
    return subprocess.run(
        [CATENARY, *arguments], cwd=folder, check=False, capture_output=True,
        timeout=120, preexec_fn=lambda: resource.setrlimit(
            resource.RLIMIT_CPU, (SECONDS, SECONDS)))


def judged(done, codes, name):
    """What is wrong with how it ended; nothing is wrong with ""."""
    said = done.stderr.decode(errors="replace")
    if b"Sanitizer" in done.stderr or b"runtime error:" in done.stderr:
        return "a sanitizer reports: " + said[:3000]
    if done.returncode not in codes:
        return f"exit code {done.returncode}: {said[-2000:]}"
    place = rf"^{re.escape(name)}:\d+:\d+: (fatal )?error: ."
    if done.returncode == 2 and not re.search(place, said, re.M):
        return "no place: " + said[-2000:]
    return ""


def fault(folder, index, text):
    name = f"m{index}.uml"
    path = pathlib.Path(folder) / name
    path.write_bytes(text)
    done = run(folder, "convert", name, "--to", "sm")
    wrong = judged(done, (0, 2), name)
    if not wrong and done.returncode == 0:
        again = pathlib.Path(folder) / f"m{index}.sm"
        again.write_bytes(done.stdout)
        twice = run(folder, "convert", again.name, "--to", "sm")
        if twice.returncode != 0 or twice.stdout != done.stdout:
            wrong = "what is written reads differently: " + (
                twice.stderr.decode(errors="replace")[-2000:])
        again.unlink()
    if not wrong and index % EVERY == 0:
        wrong = judged(run(folder, "check", name), (0, 1, 2), name)
    path.unlink()
    return wrong


def main():
    rng = random.Random(SEED)
    mutants = [mutant(path.name, path.read_bytes(), rng)
               for path in sorted(MODELS.glob("*.uml")) for _ in range(COUNT)]
    assert len(mutants) >= 10 * COUNT, len(mutants)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with tempfile.TemporaryDirectory() as folder:
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            faults = list(pool.map(lambda i: fault(folder, i, mutants[i][1]),
                                   range(len(mutants))))
    for index, wrong in enumerate(faults):
        if not wrong:
            continue
        kept = f"mutant_{SEED}_{index}.uml"
        pathlib.Path(kept).write_bytes(mutants[index][1])
        print(f"{kept}: {mutants[index][0]}:\n  {wrong}")
    largest = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    print(f"{len(mutants)} mutants, {sum(map(bool, faults))} faults, "
          f"{largest >> 10} MB at most")
    assert not any(faults) and largest < KILOBYTES


main()
