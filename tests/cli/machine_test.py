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
    expect(run("convert", "m.sm", "--to", "csv"), 2,
           "expected --to fmu, dot, plantuml, mermaid, smtlib, btor2 or sm")
    expect(run("convert", "m.sm", "--to", "dot", "--capsule", "B"), 2,
           "no capsule has a state machine")


CODE = """model M
protocol P { in go(n: int); in stop() out done(n: int) }
capsule C {
  port p: P
  port t: timing
  attribute sum: int = 0
  machine {
    initial i
    state idle
    state busy {
      entry { t.informIn(UMLRTTimespec(1, 0)); }
    }
    choice c
    transition begin: i -> idle
    transition go: idle -> c { on p.go }
    transition small: c -> busy { when { return n < 100; } do { sum = 1; } }
    transition large: c -> busy { when { n > 100 } do { sum = 200 / (n - 150); } }
    transition never: busy -> idle { on p.stop if { return sum > 5000; } }
    transition done: busy -> idle {
      on t.timeout
      do { p.done(sum).send(); sum = 0; }
    }
  }
}
"""


def test_code():
    write("c.sm", CODE)
    expect(run("check", "c.sm"), 0, "choice-no-else")
    write("wrong.sm", CODE.replace("sum = 1;", "sun = 1;"))
    expect(run("check", "wrong.sm"), 1,
           "wrong.sm:16:", "error: use of undeclared identifier 'sun'",
           "[action-code]")
    # A header of the user makes it right.
    write("sun.h", "static int sun;\n")
    expect(run("check", "wrong.sm", "--include", "sun.h"), 0)
    expect(run("check", "wrong.sm", "--include", "moon.h"), 1, "moon.h")
    document, _ = findings("c.sm")
    assert document["capsules"][0]["compiled"] is True


def test_generate():
    done = run("generate", "c.sm", "-o", "c.json")
    expect(done, 1, "division by zero", "c.sm:17:",
           "c.sm:13:12: error: stuck-choice C::c: no branch is true",
           "c.sm:18:16: error: all-guards-false C::busy on p.stop: ",
           "c.sm:9:11: error: unexpected-message C::idle on p.stop: no "
           "transition of this state handles it, after 1 step",
           "c.sm:10:11: error: unexpected-message C::busy on ")
    suite = json.load(open("c.json", encoding="utf-8"))
    assert suite["model"]["path"] == "c.sm#C", suite["model"]
    assert suite["model"]["kind"] == "sm"
    assert "/tmp/" not in json.dumps(suite), "a temporary file is named"
    status = {g["id"]: g["status"] for g in suite["goals"]}
    unreached = [g for g in status if status[g] != "covered"]
    assert unreached == ["unexpected-message C::idle on t.timeout",
                         "guard C::never on p.stop true",
                         "transition C::never"], unreached
    assert all(status[g] == "unreachable" for g in unreached), status
    names = [s["name"] for s in suite["signature"]["inputs"]]
    assert names == ["message", "n"], names
    names = [s["name"] for s in suite["signature"]["outputs"]]
    assert names == ["state", "outcome", "p.done", "p.done.n"], names
    # The suite runs again, and is the same when it is made again.
    done = run("run", "c.json", "--sut", "model:c.sm")
    assert "has changed" not in done.stderr, done.stderr
    assert " failed" in done.stdout and "0 failed" in done.stdout, done.stdout
    run("generate", "c.sm", "-o", "d.json")
    assert open("c.json").read() == open("d.json").read()
    write("n.sm", CODE.replace("sum = 1;", "sum = 2;"))
    expect(run("run", "c.json", "--sut", "model:n.sm"), 3,
           "p.done.n  1                 2\n", "1 failed")
    write("c.sm", CODE.replace("sum = 1;", "sum = 2;"))
    expect(run("run", "c.json", "--sut", "model:c.sm#C"), 3, "has changed")
    # Which capsule is meant.
    write("two.sm", CODE + CODE[CODE.index("capsule"):].replace(
        "capsule C", "capsule D"))
    expect(run("generate", "two.sm"), 2, "expected --capsule and one of C, D")
    expect(run("generate", "two.sm", "--capsule", "E"), 2, "no capsule 'E'")
    expect(run("generate", "two.sm#D"), 1, "transition D::done")
    expect(run("generate", "two.sm", "--capsule", "D", "--cover", "label"), 1,
           "transition D::done")
    expect(run("check", "two.sm#D"), 0, "capsule D: ")
    expect(run("generate", "wrong.sm"), 1, "wrong.sm:16:", "'sun'")


DEFECTS = """model D
data Point { field x: int; field y: int = 1 }
enum Colour { red, green }
protocol P { in look(n: int) in set(n: int) in read() in loop(n: int)
  out done(n: int) }
capsule C {
  port p: P
  port log: log
  attribute table: int[4]
  attribute first: int
  attribute second: int
  attribute third: Point
  attribute fourth: Point
  attribute colour: Colour
  attribute flag: bool
  attribute chosen: bool = true
  operation put(target: int*) { *target = 3; }
  machine {
    initial i
    state s
    choice c
    choice d
    transition begin: i -> s { do { second = 1; put(&third.x); } }
    internal transition look: s -> s { on p.look do { p.done(table[n]).send(); } }
    internal transition set: s -> s {
      on p.set
      do { first = n; fourth = Point(); fourth.x = n; flag = n > 0; }
    }
    internal transition read: s -> s {
      on p.read
      do {
        int sum = second + third.x + third.y;
        Point copy = fourth;
        log.log("%d", first);
        if (chosen ? flag : chosen) sum++;
        if (colour == red) sum++;
        p.done(sum + copy.x).send();
      }
    }
    transition round: s -> c { on p.loop }
    transition again: c -> d
    transition back: d -> c { when { return n > 7; } }
    transition out: d -> s
  }
}
"""


def test_temporary_folder():
    """Goals in generated code are at home in the model, wherever the code is
    while it is compiled."""
    write("where.sm", SM)
    os.mkdir("below")
    suites = []
    for folder in (None, os.path.abspath("below")):
        environment = dict(os.environ)
        if folder:
            environment["TMPDIR"] = folder
        done = subprocess.run(
            [CATENARY, "generate", "where.sm#A", "--cover", "branch",
             "--force", "-o", "where.json"],
            capture_output=True, text=True, timeout=120, env=environment)
        expect(done, 1)
        with open("where.json", encoding="utf-8") as f:
            suites.append(f.read())
    assert suites[0] == suites[1]
    files = {g["where"]["file"] for g in json.loads(suites[0])["goals"]}
    assert files == {"where.sm"}, files


def test_defects():
    write("d.sm", DEFECTS)
    done = run("generate", "d.sm", "-o", "defects.json")
    expect(done, 1)
    suite = json.load(open("defects.json", encoding="utf-8"))
    status = {g["id"]: (g["status"], g["trust"]) for g in suite["goals"]
              if g.get("violation")}
    covered = ("covered", "replayed")
    # What is set first, or handed on as a whole or by its address, is no
    # unset read.
    want = {"unset-read C::first@d.sm:34:23": covered,
            "unset-read C::flag@d.sm:35:22": covered,
            "unset-read C::colour@d.sm:36:13": covered,
            # Perhaps reached behind more rounds than are run.
            "unset-read C::second@d.sm:32:19": ("undecided", "claimed"),
            "unset-read C::third.x@d.sm:32:34": ("undecided", "claimed"),
            "endless-run C::c": covered}
    assert status == want, status
    write("ends.sm", DEFECTS.replace("return n > 7;", "return false;"))
    expect(run("generate", "ends.sm", "-o", "ends.json"), 1)
    with open("ends.json", encoding="utf-8") as file:
        proved = {g["id"] for g in json.load(file)["goals"]
                  if g["status"] == "unreachable" and g.get("violation")}
    assert proved == {"unset-read C::second@ends.sm:32:19",
                      "unset-read C::third.x@ends.sm:32:34",
                      "endless-run C::c"}, proved
    # The defects with their places, each with its messages.
    witness = {t["id"]: t for t in suite["tests"]}
    messages = {n: v for s in suite["signature"]["inputs"]
                for v, n in s.get("names", {}).items()}
    prefixes = suite.get("prefixes", [])

    def steps_of(test):
        """Steps with which several tests begin are stored once."""
        before = steps_of(prefixes[test["after"]]) if "after" in test else []
        return before + test["steps"]

    found = {}
    for f in suite["findings"]:
        if f["severity"] == "error":
            name = f["message"].split(": ")[0].split("@")[0]
            found[name + " " + str(f["where"]["line"])] = [
                messages[s["inputs"]["message"]]
                for s in steps_of(witness[f["witness"]])]
    assert found == {
        "unset-read C::first 34": ["p.read"],
        "unset-read C::flag 35": ["p.read"],
        "unset-read C::colour 36": ["p.read"],
        "endless-run C::c 21": ["p.loop"],
        "the program crashes 24": ["p.look"]}, found
    # They replay on the model as it is, and are drawn.
    expect(run("run", "defects.json", "--sut", "model:d.sm", "-k"), 3,
           "0 failed", "1 error", "array index out of bounds at d.sm:24:")
    crash = [f["witness"] for f in suite["findings"]
             if f["code"] == "defect-crashed"][0]
    drawn = run("convert", "defects.json", "--to", "plantuml", "--test",
                crash[:12]).stdout
    value = steps_of(witness[crash])[0]["inputs"]["n"]
    assert not 0 <= value < 4, value
    assert drawn.startswith("@startuml test_1\ntitle linear "), drawn
    body = drawn.split("\n", 2)[2].replace(str(value), "N")
    assert body.startswith("""participant Tester
participant "C" as SUT
Tester -> SUT : reset
== step 1 ==
Tester -> SUT : p.look(n = N)
note over SUT : crashed: array index out of bounds at """), body
    # Goals of every criterion are of the user's code, at its places.
    expect(run("generate", "d.sm", "-o", "all.json", "--cover",
               "condition,decision,mcdc,boundary"), 1)
    text = open("all.json", encoding="utf-8").read()
    assert "capsule.cpp" not in text and "/tmp/" not in text
    assert "catenary C" not in text, text
    ids = [g["id"] for g in json.loads(text)["goals"]]
    for wanted in ("condition@d.sm:35:13:false", "condition@d.sm:35:13#2:true",
                   "decision@d.sm:36:13:true", "boundary@d.sm:42:47:equal"):
        assert wanted in ids, (wanted, ids)
    expect(run("generate", "d.sm", "--cover", "statement"), 2,
           "statements are not counted in state machines")
    # Sending and states are drawn as well.
    expect(run("convert", "c.json", "--to", "plantuml"), 0,
           "SUT -> SUT : t.timeout\nSUT -> Tester : p.done(n = ",
           "\nhnote over SUT : idle\n", "note right of SUT : unexpected")


def limited(*arguments):
    """With two gigabytes of memory; gives the seconds it took, too."""
    start = time.monotonic()
    done = subprocess.run(
        [CATENARY, *arguments], capture_output=True, text=True, timeout=120,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CORE, (0, 0)))
    return done, time.monotonic() - start


DOOR = """model Door
protocol Handle { in push(force: int) in lock() out opened() }
capsule Door {
  port handle: Handle
  machine {
    initial start
    state shut
    state open
    state locked
    choice enough
    transition begin: start -> shut
    transition push: shut -> enough { on handle.push }
    transition strong: enough -> open {
      when { return force > 10; } do { handle.opened().send(); }
    }
    transition weak: enough -> shut
    transition lock: shut -> locked { on handle.lock }
  }
}
"""
DOOR_REQ = """interface door "Door"
enum Message = lock, push
enum State = locked, open, shut
input message : Message
input force : int 0..20
output state : State
output opened : int 0..1
view all "All"
  req D-1 "What is locked stays locked."
    step stays: when state = locked then state' = locked
  req D-2 "A push of %s opens, and that is told."
    step opens: when state = shut and message' = push and force' > %s
                then state' = open and opened' = 1
"""


def test_history_is_forgotten():
    """What a composite remembers does not matter while it is in one of its
    states, since leaving that overwrites it: configurations that differ in it
    only are one. Outside there is one for each state to go back to."""
    write("history.sm", """model History
protocol P { in next() in leave() in back() }
capsule C {
  port p: P
  machine {
    initial i
    state out
    state in {
      initial j
      history h
      state one
      state two
      transition start: j -> one
      transition there: one -> two { on p.next }
      transition here: two -> one { on p.next }
    }
    transition begin: i -> in
    transition leave: in -> out { on p.leave }
    transition back: out -> in::h { on p.back }
  }
}
""")
    expect(run("generate", "history.sm", "--stats", "--cover", "transition"), 1,
           "10 of 10 goals covered", "4 states", "12 steps")


VERSION = """model M
protocol P {{ {messages} }}
capsule M {{
  port p: P
  machine {{
    initial i
    {states}
    transition t0: i -> shut
    transition t1: shut -> opened {{ on p.{open} }}
    transition t2: opened -> shut {{ on p.{close} }}
    transition t3: shut -> shut {{ on p.{close} }}
    transition t4: opened -> opened {{ on p.{open} }}
  }}
}}
"""


def test_versions():
    """A suite is for all versions of a model: values go by their names."""
    door = {"messages": "in open() in close()",
            "states": "state shut\nstate opened", "open": "open",
            "close": "close"}
    write("first.sm", VERSION.format(**door))
    expect(run("generate", "first.sm", "-o", "first.json"), 0)
    # Another numbering of messages and states, one of each added.
    write("more.sm", VERSION.format(**dict(
        door, messages="in more() in close() in open()",
        states="state unused\nstate opened\nstate shut")))
    expect(run("run", "first.json", "--sut", "model:more.sm"), 0, "1 passed")
    done = run("generate", "more.sm", "--extend", "first.json", "-o",
               "more.json")
    assert done.returncode in (0, 1), done.stderr
    with open("more.json", encoding="utf-8") as file:
        more = json.load(file)
    number = {s["name"]: s for s in more["signature"]["inputs"]}["message"]
    names = {value: name for name, value in number["names"].items()}
    with open("first.json", encoding="utf-8") as file:
        old = json.load(file)
    was = {value: name for name, value in
           old["signature"]["inputs"][0]["names"].items()}
    expected = [was[s["inputs"]["message"]] for s in old["tests"][0]["steps"]]
    kept = [names[s["inputs"]["message"]] for s in more["tests"][0]["steps"]]
    assert kept == expected, (kept, expected)
    # What opens shuts, with messages of the same numbers.
    write("wrong.sm", VERSION.format(**dict(
        door, messages="in close() in open()", open="close", close="open")))
    expect(run("run", "first.json", "--sut", "model:wrong.sm"), 1, "1 failed")


def test_requirements():
    write("door.sm", DOOR)
    write("door.req", DOOR_REQ % ("11", "10"))
    write("weak.req", DOOR_REQ % ("10", "9"))
    map_ = ("--map", "opened=handle.opened")
    # Values go by their names, "push" as "handle.push".
    expect(run("check", "door.sm", "--requirements", "door.req", *map_), 0,
           "conforms", "all 4 states")
    expect(run("check", "door.sm", "--requirements", "weak.req", *map_), 1,
           "does not conform", "2 steps", "violated: opens", "D-2  A push",
           "2  message = push, force = 10", "state = shut, opened = 0")
    # As they are mapped: with lock and push exchanged the door does wrong.
    other = ("--map-value", "message.lock=handle.push,message.push=handle.lock")
    expect(run("check", "door.sm", "--requirements", "door.req", *map_, *other),
           1, "does not conform", "violated: ")
    expect(run("check", "door.sm", "--map-value", "a.b=1"), 2,
           "--map-value requires --requirements")
    expect(run("check", "door.sm", "--requirements", "door.req", *map_,
               "--map-value", "state.gone=1"), 2, "'state' has no value 'gone'")
    # The same requirements judge a suite while it runs.
    run("generate", "door.sm", "-o", "door.json")
    expect(run("run", "door.json", "--sut", "model:door.sm", "--oracle",
               "door.req", *map_), 0, "0 failed")
    expect(run("check", "door.sm", "--requirements", "weak.req", "--include",
               "a.h", *map_), 2, "--include")


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
    expect(run("check", "self.uml"), 0, "StateMachine of a passive class")


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
        for test in (test_check, test_convert, test_code, test_generate,
                     test_temporary_folder,
                     test_defects, test_history_is_forgotten,
                     test_versions, test_requirements, test_hostile,
                     test_large):
            test()
            print("passed", test.__name__)


SOURCE = os.path.abspath(SOURCE)
main()
