#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random machines that defer and recall messages, against an interpreter.

Machines have two ports, messages with and without a parameter, and flat states;
actions defer the message, recall the first or all messages of a port, to the
front or the back, and purge them, and send the numbers these give. For each
machine
  - goals `catenary generate` covers or proves unreachable are those that a
    breadth-first search of the interpreter reaches or does not reach, messages
    that are recalled without end among them;
  - every step of every test has the state, the outcome and the values that the
    interpreter has.

  defer_test.py CATENARY [COUNT [SEED]]
"""
import against_interpreter as against

MESSAGES = ["p.a", "p.b", "q.c", "q.d"]
KEPT = 2       # messages deferred at once
ROUNDS = 100   # recalled messages for one that is delivered
MODULUS = 5
OUTCOMES = ["handled", "unexpected", "all_guards_false", "stuck", "endless"]


class Machine:
    """Transitions: (name, kind, source, target, message, guarded, actions)."""

    def __init__(self, rng):
        self.rng = rng
        self.states = ["s%d" % k for k in range(rng.randint(2, 3))]
        self.entries = {s: self.actions(0.3, False) for s in self.states}
        self.transitions = []
        for s in self.states:
            for m in MESSAGES:
                if rng.random() < .8:
                    internal = rng.random() < .5
                    actions = self.actions(.8, rng.random() < .6)
                    self.transitions.append((
                        "t%d" % len(self.transitions),
                        "internal " if internal else "", s,
                        s if internal else rng.choice(self.states), m,
                        "defer" in actions, actions))

    def actions(self, likely, defers):
        rng, out = self.rng, []
        if defers:
            out.append("defer")
        if rng.random() < likely:
            out.append(("fold", rng.randrange(1, MODULUS)))
        if rng.random() < likely * (.2 if defers else .6):
            out.append((rng.choice(["recall", "recallAll", "recallAll",
                                    "purge"]), rng.choice("pq"),
                        rng.random() < .4))
        return out

    def code(self, actions, value):
        out = []
        for one in actions:
            if one == "defer":
                out.append("kept++; msg->defer();")
            elif one[0] == "fold":
                out.append("v = (v * 3 + %d%s) %% %d; p.note(v).send();" % (
                    one[1], " + (n ? 1 : 0)" if value else "", MODULUS))
            elif one[0] == "purge":
                out.append("{ int k = %s.purge(); kept -= k; "
                           "q.number(k).send(); }" % one[1])
            else:
                out.append("{ int k = %s.%s(%s); kept -= k; "
                           "q.number(k).send(); }" % (
                               one[1], one[0], "true" if one[2] else ""))
        return " ".join(out)

    def text(self):
        out = ["model M",
               "protocol P { in a(n: bool) in b() out note(value: int) }",
               "protocol Q { in c() in d() out number(k: int) }",
               "capsule C {", "port p: P", "port q: Q",
               "attribute v: int = 0", "attribute kept: int = 0", "machine {",
               "initial i"]
        for s in self.states:
            entry = self.code(self.entries[s], False)
            out.append("state %s { %s }" % (
                s, "entry { %s }" % entry if entry else ""))
        out.append("transition begin: i -> s0")
        for name, kind, s, t, m, guarded, actions in self.transitions:
            code = self.code(actions, m == "p.a")
            out.append("%stransition %s: %s -> %s { on %s %s %s }" % (
                kind, name, s, t, m,
                "when { return kept < %d; }" % KEPT if guarded else "",
                "do { %s }" % code if code else ""))
        return "\n".join(out + ["}", "}"]) + "\n"


class Run:
    def __init__(self, machine, saved=None):
        self.m, self.hits = machine, set()
        self.state, self.v, self.kept, deferred = saved or (None, 0, 0, ())
        self.deferred, self.queue = list(deferred), []
        self.clear()
        if saved is None:
            self.enter("s0")
            self.hits.add("transition C::begin")

    def clear(self):
        self.note, self.notes, self.k, self.numbers, self.outcome = 0, 0, 0, 0, 0

    def saved(self):
        return (self.state, self.v, self.kept, tuple(self.deferred))

    def enter(self, state):
        self.hits.add("state C::" + state)
        self.state = state
        self.act(self.m.entries[state], None)

    def act(self, actions, message):
        for one in actions:
            if one == "defer":
                self.kept += 1
                self.deferred.append(message)
            elif one[0] == "fold":
                extra = 1 if message and message == ("p.a", True) else 0
                self.v = (self.v * 3 + one[1] + extra) % MODULUS
                self.note, self.notes = self.v, self.notes + 1
            else:
                mine = [d for d in self.deferred if d[0][0] == one[1]]
                if one[0] == "recall":
                    mine = mine[:1]
                for d in mine:
                    self.deferred.remove(d)  # the first that is equal
                if one[0] != "purge":
                    self.queue = (mine + self.queue if one[2]
                                  else self.queue + mine)
                self.kept -= len(mine)
                self.k, self.numbers = len(mine), self.numbers + 1

    def one(self, message):
        mine = [t for t in self.m.transitions
                if t[2] == self.state and t[4] == message[0]]
        if not mine:
            self.outcome = max(self.outcome, 1)
            self.hits.add("unexpected-message C::%s on %s" % (
                self.state, message[0]))
            return
        name, kind, _, target, _, guarded, actions = mine[0]
        if guarded:
            self.hits.add("guard C::%s %s" % (
                name, "true" if self.kept < KEPT else "false"))
            if self.kept >= KEPT:
                self.outcome = max(self.outcome, 2)
                self.hits.add("all-guards-false C::%s on %s" % (
                    self.state, message[0]))
                return
        self.hits.add("transition C::" + name)
        self.act(actions, message)
        if not kind:
            self.enter(target)

    def deliver(self, message):
        self.clear()
        if self.state == "stuck":
            return
        self.one(message)
        for _ in range(ROUNDS):
            if not self.queue:
                return
            self.one(self.queue.pop(0))
        if self.queue:
            self.queue, self.deferred = [], []
            self.state, self.outcome = "stuck", 4
            self.hits.add("endless-run C")


def choices():
    return [(m, v) for m in MESSAGES
            for v in ((False, True) if m == "p.a" else (None,))]


def explore(machine):
    def successors(saved):
        for message in choices():
            run = Run(machine, saved)
            run.deliver(message)
            yield run

    return against.breadth_first(Run(machine), successors)


def check(catenary, machine, folder):
    suite, _, _ = against.generate(catenary, machine, folder)
    reached, states = explore(machine)
    # What comes behind more rounds is not known.
    endless = "endless-run C" in reached
    against.check_goals(suite, reached,
                        others="undecided" if endless else "unreachable")
    assert endless == any("went round too often" in f["message"]
                          for f in suite["findings"])
    names = against.names_of(suite)
    ends, steps = [], 0
    for test in against.all_tests(suite):
        run = ends[test["after"]] if "after" in test else Run(machine)
        for step in test["steps"]:
            given = step["inputs"]
            message = names["message"][given.get("message", 0)]
            value = bool(given.get("n", False)) if message == "p.a" else None
            run = Run(machine, run.saved())
            run.deliver((message, value))
            want = {"state": run.state, "outcome": OUTCOMES[run.outcome],
                    "p.note": run.notes, "p.note.value": run.note,
                    "q.number": run.numbers, "q.number.k": run.k}
            against.check_step(step["expect"], want, names,
                               (test.get("id"), steps))
            steps += 1
        ends.append(run)
    return states, steps, endless


def main():
    count, states, steps, endless = against.main(Machine, check)
    assert steps > 0 and (count < 12 or endless > 0), (steps, endless)
    print("%d machines, %d configurations, %d steps agree, %d endless" % (
        count, states, steps, endless))


main()
