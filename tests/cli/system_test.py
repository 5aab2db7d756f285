# SPDX-License-Identifier: Apache-2.0
"""Whole systems of capsules on the command line: which capsule is one, parts that
are left out, what is refused, and what becomes of a suite.

usage: system_test.py CATENARY
"""

import json
import os
import subprocess
import sys
import tempfile

CATENARY = os.path.abspath(sys.argv[1])

MODEL = """model M
protocol P { in go(n: int) out done(n: int) }
capsule Front {
  port user: P
  port back: ~P
  machine {
    initial i
    state s
    transition begin: i -> s
    internal transition go: s -> s { on user.go do { back.go(n).send(); } }
    internal transition done: s -> s { on back.done do { user.done(n).send(); } }
  }
}
capsule Back {
  port p: P
  machine {
    initial i
    state s
    transition begin: i -> s
    internal transition seven: s -> s { on p.go when { n == 7 } do { p.done(1).send(); } }
    internal transition other: s -> s { on p.go do { p.done(0).send(); } }
  }
}
capsule Top {
  port user: P relay
  part front: Front
  part back: Back
  connect user to front.user
  connect front.back to back.p
}
"""

# A system whose root has a machine of its own.
OWN = MODEL.replace("capsule Top {", """capsule Top {
  port inner: ~P
  machine {
    initial i
    state s
    transition begin: i -> s { do { inner.go(7).send(); } }
    internal transition done: s -> s { on inner.done }
  }""").replace("  port user: P relay\n", "").replace(
      "connect user to front.user", "connect inner to front.user")


def run(*arguments):
    return subprocess.run([CATENARY, *arguments], capture_output=True,
                          text=True, timeout=200)


def write(name, text):
    with open(name, "w") as file:
        file.write(text)


def generated(*arguments):
    """The document of a generation, and its goals by their states."""
    done = run("generate", *arguments, "-o", "suite.json", "--force", "--json")
    assert done.returncode in (0, 1), done.stderr
    document = json.loads(done.stdout)
    return document, {g["id"]: g["status"] for g in document["goals"]}


def refused(text, *expected):
    write("bad.sm", text)
    done = run("generate", "bad.sm#Top", "-o", "bad.json")
    assert done.returncode == 2, (done.returncode, done.stderr)
    for words in expected:
        assert words in done.stderr, done.stderr
    assert not os.path.exists("bad.json")


def test_system():
    write("m.sm", MODEL)
    done = run("generate", "m.sm")
    assert done.returncode == 2 and "one of Front, Back, Top" in done.stderr, done
    document, goals = generated("m.sm#Top")
    assert document["model"]["path"] == "m.sm#Top", document["model"]
    assert set(goals.values()) == {"covered"}, goals
    suite = json.load(open("suite.json"))
    names = [s["name"] for s in suite["signature"]["outputs"]]
    assert names == ["ran", "from", "to", "outcome", "front.state",
                     "back.state", "front.user.done", "front.user.done.n"], names
    assert [f["code"] for f in suite["findings"]] == ["few-messages-wait"]
    # Where the model is not said to be another capsule, it is the same one.
    for sut in ("model:m.sm#Top", "model:m.sm"):
        done = run("run", "suite.json", "--sut", sut)
        assert done.returncode == 0 and " 0 failed" in done.stdout, done.stdout
    diagram = run("convert", "suite.json", "--to", "plantuml").stdout
    assert "environment -> p0 : front.user.go(n = 7)" in diagram, diagram
    assert "p0 -> p1 : back.p.go" in diagram, diagram
    assert "p0 -> environment : front.user.done" in diagram, diagram


def test_values_of_messages():
    """Each value that the code can tell from others is tried, and no more: all
    states are found by running the system."""
    write("values.sm", MODEL.replace(
        "internal transition other", """internal transition never: s -> s {
      on p.go when { return n > 7 && n < 8; } }
    internal transition other"""))
    for engine in ("explicit", "auto"):
        document, goals = generated("values.sm#Top", "--engine", engine)
        assert goals.pop("transition Back::never") == "unreachable", goals
        assert goals.pop("guard Back::never true") == "unreachable", goals
        left = {g: s for g, s in goals.items() if s != "covered" and
                "values.sm:" not in g}
        assert not left, left
        seven = next(g for g in document["goals"]
                     if g["id"] == "transition Back::seven")
        assert seven["depth"] == 2 and "perhaps" not in seven["reason"], seven


def test_parts():
    # The rest is the environment: it may send what Back never sends.
    document, goals = generated("m.sm#Top", "--parts", "front")
    assert document["model"]["path"] == "m.sm#Top[front]", document["model"]
    assert "transition Front::done" in goals
    assert not any("Back" in goal for goal in goals), goals
    for sut in ("model:m.sm#Top[front]", "model:m.sm"):
        done = run("run", "suite.json", "--sut", sut)
        assert done.returncode == 0 and "warning" not in done.stderr, done
    done = run("generate", "m.sm#Top", "--parts", "frond", "-o", "x.json")
    assert done.returncode == 2 and "did you mean 'front'" in done.stderr, done
    done = run("generate", "m.sm#Top", "--parts", "none", "-o", "x.json")
    assert done.returncode == 2 and "has no state machine" in done.stderr, done


def test_machine_of_its_own():
    write("own.sm", OWN)
    _, goals = generated("own.sm#Top")
    assert goals["transition Back::seven"] == "covered", goals
    assert goals["transition Back::other"] == "unreachable", goals
    _, goals = generated("own.sm#Top", "--parts", "none")
    assert not any("Back" in goal for goal in goals), goals
    # What is not supported in a system does not keep it from being tested.
    write("own.sm", OWN.replace("part back: Back", "part back: Back[N..1]"))
    done = run("generate", "own.sm#Top", "-o", "alone.json")
    assert done.returncode == 0, done.stderr
    assert "is tested alone, without its parts" in done.stderr, done.stderr


def test_refusals():
    refused(MODEL.replace("part back: Back", "part back: Nobody"),
            "bad.sm:27:8: error: Top::back: the capsule of this part is not in "
            "the file")
    refused(MODEL.replace("part back: Back", "part back: Back[*]"),
            "a part without a fixed least number of instances")
    refused(MODEL.replace("part back: Back", "part back: Back\n  part t: Top"),
            "too many parts within parts")
    refused(MODEL.replace("go(n: int)", "go(n: const char*)").replace(
        "n == 7", "n[0] == 7"), "cannot be sent to a system")


def test_wrong_code():
    # Wrong C++ in one action of a part ends the runs that come to it.
    write("wrong.sm", MODEL.replace("do { p.done(1)", "do { wrong.done(1)"))
    done = run("generate", "wrong.sm#Top", "-o", "wrong.json", "--json")
    assert done.returncode == 1, done.stderr
    assert "wrong.sm:20:70: warning: use of undeclared identifier 'wrong'" in (
        done.stderr), done.stderr
    goals = {g["id"]: g["status"] for g in json.loads(done.stdout)["goals"]}
    assert goals["transition Back::other"] == "covered", goals


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for test in (test_system, test_values_of_messages, test_parts,
                     test_machine_of_its_own, test_refusals, test_wrong_code):
            test()
            print("passed", test.__name__)


main()
