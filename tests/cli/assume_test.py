#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Assumptions about the environment of state machines on the command line: what
they exclude, what a suite says of them, what is refused.

usage: assume_test.py CATENARY
"""

import json
import os
import subprocess
import sys
import tempfile

CATENARY = os.path.abspath(sys.argv[1])

# Broken by `lock` while it is locked, and by any code but 7 there.
MODEL = """model M
enum Colour { red, green }
protocol P {
  in lock()
  in unlock(code: int, colour: Colour)
  out locked(bolts: int)
}
capsule Lock {
  port user: P
  machine {
    initial i
    state open
    state shut
    transition begin: i -> open
    transition lock: open -> shut { on user.lock do { user.locked(2).send(); } }
    transition unlock: shut -> open { on user.unlock when { code == 7 } }
  }
}
"""

PROTOCOL = MODEL[MODEL.index("protocol"):MODEL.index("capsule")]

ASSUMED = "model A\n" + PROTOCOL.replace("(code", "(number").replace(
    "code:", "number:") + """capsule User {
  port user: P
  attribute bolted: int = 0
  machine {
    initial i
    state free
    state waits
    state has
    transition begin: i -> free
    transition lock: free -> waits { on user.lock }
    transition locked: waits -> has {
      on user.locked
      when { return bolts == 2; }
      do { bolted = bolts; }
    }
    transition unlock: has -> free {
      on user.unlock
      when { return number == 7 && bolted == 2 && colour == green; }
      do { bolted = 0; }
    }
  }
}
"""

TOP = """capsule Top {
  port user: P relay
  part lock: Lock
  connect user to lock.user
}
"""


def run(*arguments):
    return subprocess.run([CATENARY, *arguments], capture_output=True,
                          text=True, timeout=200)


def write(name, text):
    with open(name, "w", encoding="utf-8") as file:
        file.write(text)
    return name


def generated(*arguments):
    """What was printed, the suite, and the statuses of its goals."""
    done = run("generate", *arguments, "-o", "suite.json", "--force")
    assert done.returncode in (0, 1), (done.returncode, done.stderr)
    with open("suite.json", encoding="utf-8") as file:
        suite = json.load(file)
    return done, suite, {g["id"]: g["status"] for g in suite["goals"]}


def refused(text, *expected, name="bad.sm", model="m.sm"):
    done = run("generate", model, "--assume", write(name, text), "-o",
               "bad.json")
    assert done.returncode == 2, (done.returncode, done.stdout, done.stderr)
    for words in expected:
        assert words in done.stderr, (words, done.stderr)
    assert not os.path.exists("bad.json")


def test_protocol_state_machine():
    write("m.sm", MODEL)
    write("a.sm", ASSUMED)
    _, _, free = generated("m.sm")
    found = {g for g, s in free.items() if "unexpected" in g or "false" in g}
    assert {free[g] for g in found} == {"covered"}, free
    done, suite, goals = generated("m.sm", "--assume", "a.sm")
    assert done.returncode == 0, done.stdout
    assert {goals[g] for g in found} == {"unreachable"}, goals
    assert goals["transition Lock::unlock"] == "covered", goals
    assert suite["options"]["assume"] == "a.sm", suite["options"]
    assert [f["code"] for f in suite["findings"]] == ["assumed"], suite
    proofs = [c["by"] for c in suite["certificates"]
              if c["kind"] == "unreachability"]
    assert proofs and all("only what a.sm allows" in p for p in proofs), proofs
    # Green is 1: no other colour may come.
    unlocks = [s["inputs"] for t in suite["tests"] for s in t["steps"]
               if s["inputs"].get("code") == 7]
    assert unlocks and all(s["colour"] == 1 for s in unlocks), unlocks
    done = run("report", "suite.json")
    assert "the environment sends only what a.sm allows" in done.stdout, done


def test_replay():
    write("m.sm", MODEL)
    write("a.sm", ASSUMED)
    generated("m.sm", "--assume", "a.sm")
    done = run("run", "suite.json", "--sut", "model:m.sm")
    assert done.returncode == 0 and "1 passed" in done.stdout, done.stdout
    # What the assumption forbids is no step of the model.
    generated("m.sm")
    with open("suite.json", encoding="utf-8") as file:
        suite = json.load(file)
    suite["options"]["assume"] = "a.sm"
    write("other.json", json.dumps(suite))
    done = run("run", "other.json", "--sut", "model:m.sm")
    assert done.returncode != 0, done.stdout


def test_engines():
    """All of them keep to it, and those that prove agree."""
    write("m.sm", MODEL)
    write("a.sm", ASSUMED)
    for how in (["--engine", "symbolic"], ["--engine", "classes"],
                ["--method", "concolic"], ["--method", "random"]):
        _, _, goals = generated("m.sm", "--assume", "a.sm", *how)
        wrong = {g for g, s in goals.items() if s == "covered" and
                 ("unexpected" in g or "false" in g)}
        assert not wrong, (how, wrong)
        assert goals["transition Lock::unlock"] == "covered", (how, goals)
        if "--engine" in how:
            forbidden = [g for g in goals if "unexpected" in g or "false" in g]
            assert forbidden, goals
            assert {goals[g] for g in forbidden} == {"unreachable"}, (how, goals)


def test_system():
    write("m.sm", MODEL + TOP)
    write("a.sm", ASSUMED.replace("port user", 'port "lock.user"').replace(
        "on user", 'on "lock.user"'))
    _, suite, goals = generated("m.sm#Top", "--assume", "a.sm")
    found = {g for g in goals if "unexpected" in g or "false" in g}
    assert found and {goals[g] for g in found} == {"unreachable"}, goals
    assert goals["transition Lock::unlock"] == "covered", goals
    assert [f["code"] for f in suite["findings"]] == [
        "few-messages-wait", "assumed"], suite["findings"]
    done = run("run", "suite.json", "--sut", "model:m.sm#Top")
    assert done.returncode == 0, done.stdout
    refused(ASSUMED, "no port 'user' to the environment", "lock.user",
            model="m.sm#Top")


def test_promises():
    write("m.sm", MODEL)
    write("a.req", """interface user "The user of a lock"
enum Message = lock, unlock
enum State = open, shut, stuck
input message : Message
input code : int 0..9
output state : State
env seven "knows the code": message' = unlock => code' = 7
env order "unlocks what is shut": (message' = unlock) <=> (state = shut)
""")
    done, suite, goals = generated("m.sm", "--assume", "a.req")
    assert goals["transition Lock::unlock"] == "covered", goals
    assert goals["all-guards-false Lock::shut on user.unlock"] == \
        "unreachable", goals
    assert goals["unexpected-message Lock::shut on user.lock"] == \
        "unreachable", goals
    # No step is before the first one, so that `order` says nothing of it.
    assert goals["unexpected-message Lock::open on user.unlock"] == \
        "covered", goals
    assert suite["options"]["assume"] == "a.req", suite["options"]
    assert "assumed" in [f["code"] for f in suite["findings"]], suite
    done = run("run", "suite.json", "--sut", "model:m.sm")
    assert done.returncode == 0, done.stdout
    # Requirements judge the steps that are left.
    write("o.req", """interface lock "A lock"
enum State = open, shut, stuck
input code : int 0..100
output state : State
view v "A view"
  req R-1 "A wrong code does not open."
    step wrong: when state = shut and code' != 7 then state' = shut
""")
    done, _, goals = generated("m.sm", "--oracle", "o.req", "--assume",
                               "a.req")
    assert goals["R-1.violated"] == "unreachable", goals
    done = run("check", "m.sm", "--requirements", "o.req", "--assume", "a.req")
    assert done.returncode == 0, done.stdout


def test_nothing_is_left():
    write("m.sm", MODEL)
    for text in (ASSUMED.replace("on user.lock }", "on user.locked }"),
                 ASSUMED.replace("on user.lock }",
                                 "on user.lock when { false } }")):
        write("a.sm", text)
        done, suite, goals = generated("m.sm", "--assume", "a.sm")
        assert "[assumption-blocks]" in done.stderr, done.stderr
        assert goals["transition Lock::begin"] == "covered", goals
        assert goals["transition Lock::lock"] == "unreachable", goals


def test_refused():
    write("m.sm", MODEL)
    refused("model A", "no capsule has a state machine")
    refused(ASSUMED + ASSUMED[ASSUMED.index("capsule"):].replace(
        "User", "Other"), "several capsules have a state machine")
    refused(ASSUMED.replace("port user", "port usr").replace(
        "on user", "on usr"), "did you mean 'user'")
    refused(ASSUMED.replace("port user: P", "port user: ~P"),
            "the message 'lock' of port 'user'", "is received")
    refused(ASSUMED.replace("bolts: int", "bolts: double"),
            "bad.sm:5:7", "'locked' with other parameters than at m.sm:6:7")
    refused(ASSUMED.replace("  in lock()\n", "").replace(
        "on user.lock ", "on user.locked "),
        "a protocol without the message 'lock'")
    refused(ASSUMED.replace("state has", "state has { entry { int x; } }"),
            "bad.sm:14:11", "entry and exit actions")
    refused(ASSUMED.replace("state has", "state has\n    choice c"), "a choice")
    refused(ASSUMED.replace("bolted == 2", "bolted.x == 2"), "bad.sm:24:")
    refused("enum Message = lock", "bad.req:1:1", name="bad.req")
    refused("interface a \"A\"", "promise nothing", name="bad.req")
    refused("interface a \"A\"\ninput cod : int 0..3", "'cod'", "code",
            name="bad.req")
    done = run("generate", "m.sm", "--assume", "none.sm", "-o", "x.json")
    assert done.returncode == 2 and "no such file" in done.stderr, done
    write("p.c", "int x;\nvoid step(void) { x = 1; }\n")
    done = run("generate", "p.c", "--assume", "a.sm", "-o", "x.json")
    assert done.returncode == 2 and "--assume is not supported" in done.stderr


def test_rules_of_other_tools():
    """An assumption of Code RealTime would be read by rules it was not
    written for."""
    write("m.sm", MODEL)
    refused("""protocol P {
  in lock();
};
capsule User {
  behavior port user~ : P;
  statemachine {
    state has;
    initial -> has;
  };
};
""", "bad.art: ", "rules of the text form", name="bad.art")


def test_crash():
    """An assumption whose C++ crashes is reported, and does not exclude."""
    write("m.sm", MODEL)
    write("a.sm", ASSUMED.replace("bolts == 2;", "1 / (bolts - 2) == 1;"))
    done, suite, _ = generated("m.sm", "--assume", "a.sm")
    found = [f for f in suite["findings"] if f["code"] == "defect-crashed"]
    assert found and "a.sm" in found[0]["message"], suite["findings"]


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for name, test in list(globals().items()):
            if name.startswith("test_"):
                test()
                print("passed", name)


if __name__ == "__main__":
    main()
