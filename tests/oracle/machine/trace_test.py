#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The order in which machines of published models run their actions.

In a copy of each model as text every action also folds its number into an
attribute and sends it. Below are sequences of messages, and the actions that
each must run, worked out by hand from the rules of Papyrus-RT. They become a suite
that runs on the copy: its values tell whether the actions and their order are
those.

  trace_test.py CATENARY        the models are those of CATENARY_DATA, else
                                skipped (77)
"""
import json
import os
import re
import subprocess
import sys
import tempfile

# Steps of (message, actions in order, state). An action is "entry S", "exit S"
# or "do T", with the names of states from the outside; () is the beginning.
TRACES = {
    ("SMTwoLevelNesting", "Capsule1"): [
        # In at the top, down by initial transitions, then deep inside.
        [((), ["do t0", "entry s0"], "s0"),
         ("Port1.e1", ["exit s0", "do t1", "entry s1", "do s1::t0",
                       "entry s1::s0"], "s1::s0"),
         ("Port1.e1", ["exit s1::s0", "do s1::t1", "entry s1::s1",
                       "do s1::s1::t0", "entry s1::s1::s0"], "s1::s1::s0"),
         ("Port1.e1", ["exit s1::s1::s0", "do s1::s1::t1",
                       "entry s1::s1::s1"], "s1::s1::s1"),
         # The deepest transition for e3, out by the exit point and on.
         ("Port1.e3", ["exit s1::s1::s1", "do s1::s1::t3", "exit s1::s1",
                       "do s1::t5", "entry s1::s2"], "s1::s2"),
         # Deep history brings back what was active.
         ("Port1.e4", ["exit s1::s2", "do s1::t4", "entry s1::s1",
                       "entry s1::s1::s1"], "s1::s1::s1"),
         # A group transition leaves everything, from the inside outwards.
         ("Port1.e2", ["exit s1::s1::s1", "exit s1::s1", "exit s1", "do t2",
                       "entry s2"], "s2"),
         # Papyrus-RT runs no entry action of a composite state within another
         # that a history restores.
         ("Port1.e3", ["exit s2", "do t3", "entry s1", "entry s1::s1::s1"],
          "s1::s1::s1"),
         ("Port1.e2", ["exit s1::s1::s1", "exit s1::s1", "exit s1", "do t2",
                       "entry s2"], "s2"),
         # By an entry point: the state is entered before what leads on.
         ("Port1.e4", ["exit s2", "do t4", "entry s1", "do s1::t6",
                       "entry s1::s1", "entry s1::s1::s1"], "s1::s1::s1")],
        [((), ["do t0", "entry s0"], "s0"),
         ("Port1.e1", ["exit s0", "do t1", "entry s1", "do s1::t0",
                       "entry s1::s0"], "s1::s0"),
         ("Port1.e2", ["exit s1::s0", "do s1::t2", "entry s1::s1",
                       "do s1::s1::t2", "entry s1::s1::s1"], "s1::s1::s1"),
         ("Port1.e4", [], "s1::s1::s1")],
        # History that was saved below a state left from elsewhere in it.
        [((), ["do t0", "entry s0"], "s0"),
         ("Port1.e1", ["exit s0", "do t1", "entry s1", "do s1::t0",
                       "entry s1::s0"], "s1::s0"),
         ("Port1.e2", ["exit s1::s0", "do s1::t2", "entry s1::s1",
                       "do s1::s1::t2", "entry s1::s1::s1"], "s1::s1::s1"),
         ("Port1.e3", ["exit s1::s1::s1", "do s1::s1::t3", "exit s1::s1",
                       "do s1::t5", "entry s1::s2"], "s1::s2"),
         ("Port1.e2", ["exit s1::s2", "exit s1", "do t2", "entry s2"], "s2"),
         ("Port1.e3", ["exit s2", "do t3", "entry s1", "entry s1::s2"],
          "s1::s2")]],
    ("CarDoorLock", "Lock"): [
        [((), ["do init"], "unlocked"),
         ("lockPort.unlock", ["do twiceUnlock"], "unlocked"),
         ("lockPort.lock", ["do lock"], "locked"),
         ("lockPort.lock", ["do twiceLock"], "locked"),
         ("lockPort.unlock", ["do unlock"], "unlocked")]],
    # The choice is made before the state is entered again: four answers.
    ("CarDoorLock", "CentralLock"): [
        [((), ["entry StartingUp"], "StartingUp"),
         ("startupTimer.timeout", ["entry doorsOpen"], "doorsOpen"),
         ("lockPort.lockStatus", ["entry WaitAllDoorBeClosed"],
          "WaitAllDoorBeClosed"),
         ("lockPort.lockStatus", ["entry WaitAllDoorBeClosed"],
          "WaitAllDoorBeClosed"),
         ("lockPort.lockStatus", ["entry WaitAllDoorBeClosed"],
          "WaitAllDoorBeClosed"),
         ("lockPort.lockStatus", ["entry doorsClosed"], "doorsClosed"),
         ("lockPort.lockStatus", ["entry WaitAllDoorBeOpened"],
          "WaitAllDoorBeOpened")]],
    ("PingPongRef", "Pinger"): [
        [((), [], "WAITING TO START"),
         ("startPort.start", ["do startSignal"], "PLAYING"),
         ("pingPort.pong", ["do onPong", "do keepPlaying"],
          "WAITING FOR TIMER"),
         ("pingerTimer.timeout", ["do timeout"], "PLAYING"),
         ("pingPort.pong", ["do onPong", "do keepPlaying"],
          "WAITING FOR TIMER"),
         ("pingerTimer.timeout", ["do timeout"], "PLAYING"),
         ("pingPort.pong", ["do onPong", "do endOfRound"],
          "WAITING TO START"),
         ("startPort.start", ["do startSignal"], "PLAYING"),
         ("pingPort.pong", ["do onPong", "do keepPlaying"],
          "WAITING FOR TIMER")]],
    ("PingPongRef", "Ponger"): [
        [((), ["do Initial"], "PLAYING"),
         ("pongPort.ping", ["do onPing"], "WAITING FOR TIMER"),
         ("pongerTimer.timeout", ["do timeout"], "PLAYING"),
         ("pongPort.ping", ["do onPing"], "WAITING FOR TIMER"),
         ("pongerTimer.timeout", ["do timeout"], "PLAYING"),
         ("pongPort.ping", ["do onPing"], "WAITING FOR TIMER"),
         ("pongerTimer.timeout", ["do timeout", "do endOfRound"], "PLAYING")]],
    ("PingPongRef", "Referee"): [
        [((), ["do Initial"], "STARTING ROUND"),
         ("refereeTimer.timeout", ["do startRound"],
          "WAITING FOR END OF ROUND"),
         ("endPort.end", ["do endRound"], "STARTING ROUND")]],
    # Guards of triggers: t1 takes e1, and t2 takes e2.
    ("Guards", "Top"): [
        [((), [], "State1"), ("p.e1", ["do t1"], "State2")],
        [((), [], "State1"), ("p.e2", ["do t2"], "State3")]],
}
BASE = 31
MODULUS = 2 ** 32


def traced(text, capsule):
    """The model with actions that tell their numbers, and these by name."""
    numbers, out, nest = {}, [], []
    inside = machine = False
    for line in text.split("\n"):
        depth = len(line) - len(line.lstrip())
        if line.startswith("capsule "):
            inside = re.match(r'capsule (\w+) \{$', line).group(1) == capsule
        word = line.strip().split(" ")[0]
        if inside and line.strip() and depth == 2:
            machine = word == "machine"
        if inside and machine and word in ("state", "transition"):
            nest = [n for n in nest if n[0] < depth]
            name = re.match(
                r'\w+ ("[^"]*"|\w+)', line.strip()).group(1).strip('"')
            nest.append((depth, name))
        action = re.match(r" *(entry|exit|do) \{(.*)$", line)
        if inside and machine and action:
            path = "::".join(n for d, n in nest if d < depth)
            numbers[action.group(1) + " " + path] = len(numbers) + 1
            note = (" fold_ = fold_ * %d + %d; trace_.at(fold_).send(); " %
                    (BASE, len(numbers)))
            at = line.index("{") + 1
            line = line[:at] + note + line[at:]
            if not action.group(2):
                # A comment may follow on the next line.
                line = line.rstrip()
        out.append(line)
        if inside and line.startswith("capsule "):
            out.append("  attribute fold_: unsigned int = 0\n"
                       "  port trace_: Trace_")
    text = "\n".join(out)
    at = text.index("\n") + 1
    return (text[:at] + "protocol Trace_ { out at(v: unsigned int) }\n" +
            text[at:], numbers)


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    return done.returncode, done.stdout, done.stderr


def check(catenary, data, name, capsule, traces):
    code, text, err = run(catenary, "convert",
                          os.path.join(data, "umlrt", name + ".uml"),
                          "--to", "sm")
    assert code == 0, err
    text, numbers = traced(text, capsule)
    open("m.sm", "w", encoding="utf-8").write(text)
    code, _, err = run(catenary, "generate", "m.sm#" + capsule, "-o", "m.json",
                       "--force", "--cover", "label", "--max-steps", "1",
                       "--timeout", "30s")
    assert code in (0, 1), err
    suite = json.load(open("m.json", encoding="utf-8"))
    inputs = {s["name"]: s for s in suite["signature"]["inputs"]}
    states = {s["name"]: s for s in suite["signature"]["outputs"]}["state"]
    messages = inputs["message"].get("names", {})
    tests, used = [], set()
    for trace in traces:
        steps, fold, before = [], 0, 0
        for message, actions, state in trace:
            for action in actions:
                fold = (fold * BASE + numbers[action]) % MODULUS
                used.add(action)
            if message == ():
                continue
            expect = {"state": states["names"][state],
                      "trace_.at": len(actions)}
            if actions:
                expect["trace_.at.v"] = fold
            steps.append({"inputs": {"message": messages[message]},
                          "expect": expect})
        tests.append({"kind": "linear", "goals": [], "steps": steps})
    suite = {k: v for k, v in suite.items() if k not in (
        "prefixes", "findings", "certificates")}
    suite.update({"goals": [], "tests": tests, "findings": [],
                  "certificates": []})
    json.dump(suite, open("t.json", "w", encoding="utf-8"))
    code, out, err = run(catenary, "run", "t.json", "--keep-going", "--sut",
                         "model:m.sm#" + capsule)
    assert code == 0, (name, capsule, out, err)
    assert "%d passed" % len(tests) in out, out
    # Values that are wrong are seen.
    for test in suite["tests"]:
        for step in test["steps"]:
            if "trace_.at.v" in step["expect"]:
                step["expect"]["trace_.at.v"] ^= 1
    json.dump(suite, open("w.json", "w", encoding="utf-8"))
    code, out, err = run(catenary, "run", "w.json", "--keep-going", "--sut",
                         "model:m.sm#" + capsule)
    assert code == 1 and "%d failed" % len(tests) in out, (out, err)
    return len(used)


def main():
    catenary = os.path.abspath(sys.argv[1])
    data = os.environ.get("CATENARY_DATA", "")
    if not os.path.isdir(os.path.join(data, "umlrt")):
        print("skipped: no models; set CATENARY_DATA")
        return 77
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for (name, capsule), traces in TRACES.items():
            used = check(catenary, data, name, capsule, traces)
            print("%s#%s: %d sequences, %d different actions in order" % (
                name, capsule, len(traces), used))
    return 0


sys.exit(main())
