#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""State machines from outside: check and convert, faults and hostile files.

  machine_test.py CATENARY SOURCE_FOLDER
"""
import json
import os
import resource
import subprocess
import sys
import tempfile
import time

CATENARY, SOURCE = os.path.abspath(sys.argv[1]), sys.argv[2]

SM = """model M
protocol P { in a(x: int) in b() out c() }
capsule A {
  port p: P
  machine {
    initial i
    state s
    state t
    choice c
    transition begin: i -> s
    transition go: s -> c { on p.a }
    transition yes: c -> s { when { return x > 0; } }
    transition again: s -> s { on p.a }
  }
}
capsule B { port q: ~P part a: A connect a.p to q }
"""

HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<xmi:XMI xmlns:xmi="http://www.omg.org/spec/XMI/20131001"
 xmlns:uml="http://www.eclipse.org/uml2/5.0.0/UML"
 xmlns:u="http://www.eclipse.org/papyrus/umlrt">
<uml:Model xmi:id="m" name="M">
"""
CAPSULE = """<packagedElement xmi:type="uml:Class" xmi:id="c" name="C">
<ownedBehavior xmi:type="uml:StateMachine" xmi:id="sm"><region xmi:id="r">
<subvertex xmi:type="uml:Pseudostate" xmi:id="i"/>
<subvertex xmi:type="uml:State" xmi:id="s" name="S"/>
<transition xmi:id="t" source="i" target="s"/>
%s</region></ownedBehavior></packagedElement>
"""
TAIL = '</uml:Model>\n<u:Capsule xmi:id="st" base_Class="c"/>\n</xmi:XMI>\n'


def run(*arguments):
    return subprocess.run([CATENARY, *arguments], capture_output=True,
                          text=True, timeout=120)


def expect(done, code, *texts):
    assert done.returncode == code, (done.args, done.returncode, done.stderr)
    for text in texts:
        assert text in done.stdout + done.stderr, (done.args, text,
                                                   done.stdout, done.stderr)


def write(name, text):
    with open(name, "w", encoding="utf-8") as f:
        f.write(text)
    return name


def findings(name, *options):
    done = run("check", name, "--json", *options)
    assert done.returncode in (0, 1), done.stderr
    document = json.loads(done.stdout)
    schema = os.path.join(SOURCE, "docs/schema/check.schema.json")
    try:
        import jsonschema
        jsonschema.validate(document, json.load(open(schema, encoding="utf-8")))
    except ImportError:
        pass
    return document, [f["code"] for f in document["findings"]]


def test_check():
    write("m.sm", SM)
    document, codes = findings("m.sm")
    assert codes == ["message-unhandled", "state-unreachable", "state-final",
                     "choice-no-else", "transition-shadowed"], codes
    assert document["summary"]["elements"]["transitions"] == 4
    assert [c["name"] for c in document["capsules"]] == ["A", "B"]
    document, codes = findings("m.sm", "--capsule", "B")
    assert [c["name"] for c in document["capsules"]] == ["B"], document
    assert codes == [], codes
    expect(run("check", "m.sm"), 0, "capsule A: 1 port, 2 states",
           "A::yes: A::c -> A::s [guard]", "nothing unsupported")
    expect(run("check", "m.sm", "--capsule", "a"), 2, "no capsule 'a'")
    expect(run("check", "m.sm", "--cover", "branch"), 2, "state machines")
    expect(run("check", "missing.uml"), 2, "missing.uml: error: no such file")
    write("e.sm", SM.replace("initial i\n", "").replace(
        "    transition begin: i -> s\n", ""))
    expect(run("check", "e.sm"), 1, "initial-missing")


def test_convert():
    expect(run("convert", "m.sm", "--to", "sm", "--capsule", "A"), 0,
           "transition go: s -> c {")
    assert "capsule B" not in run("convert", "m.sm", "--to", "sm", "--capsule",
                                  "A").stdout
    expect(run("convert", "m.sm", "--to", "dot"), 0, 'digraph "M"')
    expect(run("convert", "m.sm", "--to", "plantuml"), 0, "<<choice>>")
    expect(run("convert", "m.sm", "--to", "csv"), 2, "expected sm, dot or")
    expect(run("convert", "m.sm", "--to", "dot", "--capsule", "B"), 2,
           "no capsule has a state machine")


def limited(*arguments):
    """With two gigabytes of memory; gives the seconds it took, too."""
    start = time.monotonic()
    done = subprocess.run(
        [CATENARY, *arguments], capture_output=True, text=True, timeout=120,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CORE, (0, 0)))
    return done, time.monotonic() - start


def test_hostile():
    good = HEAD + CAPSULE % "" + TAIL
    write("good.uml", good)
    expect(run("check", "good.uml"), 0, "1 capsule")
    for end in range(0, len(good) - len("</xmi:XMI>\n"), 7):
        write("cut.uml", good[:end])
        expect(run("check", "cut.uml"), 2, "error: ")
    bomb = "".join('<!ENTITY a%d "%s">' % (i, ("&a%d;" % (i - 1)) * 10)
                   for i in range(1, 10))
    write("bomb.uml", '<!DOCTYPE x [<!ENTITY a0 "x">%s]>\n<x>&a9;</x>' % bomb)
    expect(run("check", "bomb.uml"), 2, "bomb.uml:1:1: error: a document type")
    write("file.uml", '<!DOCTYPE x SYSTEM "file:///etc/passwd">\n<x/>')
    done = run("check", "file.uml")
    expect(done, 2, "a document type")
    assert "root" not in done.stderr
    write("deep.uml", "<a>" * 1000000)
    expect(run("check", "deep.uml"), 2, "nested more than 200 deep")
    # States within states, as deep as they may be.
    deep = inner = ""
    for k in range(90):
        inner += ('<subvertex xmi:type="uml:State" xmi:id="d%d" name="d">'
                  '<region xmi:id="e%d">' % (k, k))
        deep += "</region></subvertex>"
    write("states.uml", HEAD + CAPSULE % (inner + deep) + TAIL)
    expect(run("check", "states.uml"), 0, "91 states")
    # Ids that lead in a circle: a transition from itself, a machine in itself.
    write("circle.uml", HEAD + CAPSULE % (
        '<transition xmi:id="u" source="u" target="u"/>') + TAIL)
    expect(run("check", "circle.uml"), 2, "is a Transition; expected a vertex")
    write("self.uml", good.replace('base_Class="c"', 'base_Class="m"'))
    expect(run("check", "self.uml"), 0, "ownedBehavior (StateMachine)")


def test_large():
    # 50 MB: 180,000 states, and one element after the other that means nothing.
    states = "".join(
        '<subvertex xmi:type="uml:State" xmi:id="x%d" name="x%d"/>\n' % (i, i)
        for i in range(180000))
    remark = ('<ownedComment xmi:type="uml:Comment" xmi:id="k%d"><body>%s'
              "</body></ownedComment>\n")
    remarks = "".join(remark % (i, "y" * 100) for i in range(220000))
    write("large.uml", HEAD + CAPSULE % (states + remarks) + TAIL)
    assert os.path.getsize("large.uml") > 45e6
    done, seconds = limited("check", "large.uml", "--json")
    assert done.returncode == 0, done.stderr[-500:]
    elements = json.loads(done.stdout)["summary"]["elements"]
    assert elements["states"] == 180001, elements
    assert seconds < 60, seconds
    write("many.uml", "<a>" + "<b/>" * 12000000 + "</a>")
    expect(limited("check", "many.uml")[0], 2, "more than 1000000 elements")


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for test in (test_check, test_convert, test_hostile, test_large):
            test()
            print("passed", test.__name__)


SOURCE = os.path.abspath(SOURCE)
main()
