#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random state machines against an interpreter that shares no code with ours.

Each machine has nested states, choices, junctions, entry and exit points,
histories, group, internal and self transitions and guards. Every action folds
its number into an attribute and sends it, so that a step's last value tells the
order of all actions so far. For each machine
  - goals `catenary generate` covers or proves unreachable are those that a
    breadth-first search of the interpreter reaches or does not reach;
  - every step of every test has the state, the outcome and the value that the
    interpreter has.

  random_test.py CATENARY [COUNT [SEED]]
"""
import against_interpreter as against

MODULUS = 251
MESSAGES = ["a", "b", "c"]
INDEX = "index"  # in guards: of the instance of the port


class Vertex:
    def __init__(self, name, kind, parent):
        self.name, self.kind, self.parent = name, kind, parent
        self.inner, self.entry, self.exit = [], None, None

    def path(self):
        above = "" if self.parent is None else self.parent.path()
        return above + "::" + self.name

    def within(self, other):
        v = self
        while v is not None and v is not other:
            v = v.parent
        return v is other


class Transition:
    def __init__(self, name, kind, source, target, region):
        self.name, self.kind, self.region = name, kind, region
        self.source, self.target = source, target
        self.triggers, self.guard, self.effect = [], None, None

    def path(self):
        return ("" if self.region is None else self.region.path()) + \
            "::" + self.name


class Machine:
    """Drawn at random; every transition stays in its region."""

    def __init__(self, rng):
        self.rng, self.vertices, self.transitions = rng, [], []
        self.codes = 0
        self.region(None, 0)
        self.replicate()

    def replicate(self):
        """The port may have several instances; then some guards ask through
        which of them the message came. Drawn last, so that the rest of a
        machine does not depend on it."""
        self.instances = self.rng.choice([1, 1, 2, 3])
        if self.instances == 1:
            return
        for t in self.transitions:
            if t.triggers and t.guard and self.rng.random() < .5:
                t.guard = (INDEX, self.rng.randrange(self.instances))

    def letters(self):
        return [(m, k) for m in MESSAGES for k in range(self.instances)]

    def code(self, likely=0.7):
        if self.rng.random() > likely:
            return None
        self.codes += 1
        return self.codes

    def guard(self):
        """The value modulo m is r."""
        m = self.rng.choice([2, 2, 3])
        return (m, self.rng.randrange(m))

    def vertex(self, name, kind, parent):
        v = Vertex(name, kind, parent)
        self.vertices.append(v)
        if parent is not None:
            parent.inner.append(v)
        return v

    def transition(self, kind, source, target, region, triggered):
        t = Transition("t%d" % len(self.transitions), kind, source, target,
                       region)
        if triggered:
            t.triggers = [(m, self.guard() if self.rng.random() < .2 else None)
                          for m in self.rng.sample(
                              MESSAGES, self.rng.choice([1, 1, 2]))]
            t.guard = self.guard() if self.rng.random() < .3 else None
        t.effect = self.code()
        self.transitions.append(t)
        return t

    def region(self, parent, depth):
        rng = self.rng
        states = []
        for _ in range(rng.randint(2, 3)):
            s = self.vertex("s%d" % len(self.vertices), "state", parent)
            s.entry, s.exit = self.code(), self.code()
            states.append(s)
        targets, sources = list(states), list(states)
        for s in states:
            if depth < 2 and rng.random() < (.5, .3)[depth]:
                for kind in ("entrypoint", "exitpoint"):
                    if rng.random() < .6:
                        p = self.vertex("p%d" % len(self.vertices), kind, s)
                        (targets if kind == "entrypoint" else sources).append(p)
                self.region(s, depth + 1)
        if rng.random() < .4:
            c = self.vertex("c%d" % len(self.vertices), "choice", parent)
            targets.append(c)
            for _ in range(rng.randint(1, 2)):
                self.transition("external", c, rng.choice(states), parent,
                                False).guard = self.guard()
            if rng.random() < .8:
                self.transition("external", c, rng.choice(states), parent,
                                False)
        if rng.random() < .3:
            j = self.vertex("j%d" % len(self.vertices), "junction", parent)
            targets.append(j)
            self.transition("external", j, rng.choice(states), parent, False)
        if parent is not None and rng.random() < .5:
            h = self.vertex("h%d" % len(self.vertices), "history", parent)
            targets.append(h)
        if parent is not None:
            for p in parent.inner:
                if p.kind == "entrypoint" and rng.random() < .7:
                    self.transition("external", p, rng.choice(states), parent,
                                    False)
                if p.kind == "exitpoint":
                    self.transition("external", rng.choice(states), p, parent,
                                    True)
        i = self.vertex("i%d" % len(self.vertices), "initial", parent)
        self.transition("external", i, rng.choice(states), parent, False)
        for s in sources:
            if s.kind == "exitpoint":
                # What leaves from it: on, or of the group of all within.
                group = rng.random() < .3
                self.transition("external", s, rng.choice(targets), parent,
                                group)
                if group:
                    self.transition("external", s, rng.choice(targets), parent,
                                    False)
                continue
            for _ in range(rng.randint(1, 2)):
                if rng.random() < .2:
                    self.transition("internal", s, s, parent, True)
                else:
                    self.transition("external", s, rng.choice(targets), parent,
                                    True)

    # As text.
    def text(self):
        out = ["model M", "protocol P { in a() in b() in c() "
               "out note(value: int) }", "capsule C {",
               "port p: P[%d]" % self.instances,
               "attribute v: int = 0", "machine {"]
        self.write(None, out)
        return "\n".join(out + ["}", "}"]) + "\n"

    @staticmethod
    def action(code):
        return "{ v = (v * 31 + %d) %% %d; p.note(v).send(); }" % (code, MODULUS)

    @staticmethod
    def condition(guard):
        if guard[0] == INDEX:
            return "{ return msg->sapIndex0() == %d; }" % guard[1]
        return "{ return v %% %d == %d; }" % guard

    def write(self, parent, out):
        for v in self.vertices:
            if v.parent is not parent:
                continue
            if v.kind != "state":
                out.append("%s %s" % (v.kind, v.name))
                continue
            out.append("state %s {" % v.name)
            for what, code in (("entry", v.entry), ("exit", v.exit)):
                if code:
                    out.append("%s %s" % (what, self.action(code)))
            self.write(v, out)
            out.append("}")
        for t in self.transitions:
            if t.region is not parent:
                continue
            out.append("%stransition %s: %s -> %s {" % (
                "internal " if t.kind == "internal" else "", t.name,
                t.source.path(), t.target.path()))
            for message, guard in t.triggers:
                out.append("on p.%s%s" % (message, "" if guard is None else
                                          " if " + self.condition(guard)))
            if t.guard:
                out.append("when " + self.condition(t.guard))
            if t.effect:
                out.append("do " + self.action(t.effect))
            out.append("}")


class Run:
    """A configuration, and how messages change it."""

    def __init__(self, machine, saved=None):
        self.m, self.hits = machine, set()
        self.leaf, self.v, self.history = saved or (None, 0, ())
        self.history = dict(self.history)
        self.outcome, self.note, self.sent = 0, 0, 0
        self.index = 0
        if saved is None:
            self.begin_region(None)

    def saved(self):
        return (self.leaf, self.v, tuple(sorted(
            self.history.items(), key=lambda kv: kv[0].name)))

    def act(self, code):
        if code:
            self.v = (self.v * 31 + code) % MODULUS
            self.note, self.sent = self.v, self.sent + 1

    def holds(self, guard):
        if guard is not None and guard[0] == INDEX:
            return self.index == guard[1]
        return guard is None or self.v % guard[0] == guard[1]

    def enter(self, state):
        self.hits.add("state C" + state.path())
        self.act(state.entry)
        self.leaf = state

    def leave(self, state):
        self.act(state.exit)
        if state.parent is not None:
            self.history[state.parent] = state
        self.leaf = state.parent

    def onward(self, vertex):
        return [t for t in self.m.transitions
                if t.source is vertex and not t.triggers]

    def begin_region(self, parent):
        for v in self.m.vertices:
            if v.parent is parent and v.kind == "initial":
                return self.take(self.onward(v)[0])
        return None

    def take(self, t):
        self.hits.add("transition C" + t.path())
        self.act(t.effect)
        if t.kind != "internal":
            self.arrive(t.target)

    def restore(self, state):
        last = self.history.get(state)
        if last is None:
            return self.begin_region(state)
        self.enter(last)
        self.settle(last)

    def settle(self, state):
        if any(v.kind not in ("entrypoint", "exitpoint") for v in state.inner):
            self.restore(state)

    def arrive(self, v):
        around, p = [], v.parent
        while p is not self.leaf and p is not None:
            around.append(p)
            p = p.parent
        for s in reversed(around):
            self.enter(s)
        if v.kind == "state":
            self.enter(v)
            self.settle(v)
        elif v.kind == "choice":
            branches = self.onward(v)
            for t in branches:
                if t.guard and self.holds(t.guard):
                    return self.take(t)
            for t in branches:
                if not t.guard:
                    return self.take(t)
            self.leaf, self.outcome = "stuck", 3
        elif v.kind == "junction":
            self.take(self.onward(v)[0])
        elif v.kind == "exitpoint":
            self.leave(v.parent)
            if self.onward(v):
                self.take(self.onward(v)[0])
            else:
                self.leaf, self.outcome = "stuck", 3
        elif v.kind == "entrypoint":
            if self.onward(v):
                self.take(self.onward(v)[0])
            else:
                self.restore(v.parent)
        elif v.kind == "history":
            self.restore(v.parent)

    def deliver(self, letter):
        message, self.index = letter
        if self.leaf == "stuck":
            return
        guarded, plain, s = [], [], self.leaf
        while s is not None:
            for t in self.m.transitions:
                at = t.source is s or (t.source.kind == "exitpoint" and
                                       t.source.parent is s)
                for wanted, guard in t.triggers:
                    if at and wanted == message:
                        (guarded if guard or t.guard else plain).append(
                            (t, guard))
            s = s.parent
        for t, guard in guarded:
            if self.holds(guard) and self.holds(t.guard):
                return self.fire(t)
        if plain:
            return self.fire(plain[0][0])
        self.outcome = 2 if guarded else 1

    def fire(self, t):
        if t.kind != "internal":
            while self.leaf is not t.region:
                self.leave(self.leaf)
        self.take(t)


def explore(machine):
    def successors(saved):
        for letter in machine.letters():
            run = Run(machine, saved)
            run.deliver(letter)
            yield run

    return against.breadth_first(Run(machine), successors)


def letter_of(inputs):
    return (MESSAGES[int(inputs.get("message", 0))],
            int(inputs.get("port_index", 0)))


def outputs(run):
    leaf = run.leaf if run.leaf == "stuck" else run.leaf.path()[2:]
    names = ["handled", "unexpected", "all_guards_false", "stuck"]
    return {"state": leaf, "outcome": names[run.outcome],
            "p.note": run.sent, "p.note.value": run.note}


def check(catenary, machine, folder):
    suite, _, _ = against.generate(catenary, machine, folder)
    reached, states = explore(machine)
    against.check_goals(
        suite, reached, lambda goal: goal.startswith(("state ", "transition ")))
    names = against.names_of(suite)
    steps = 0
    ends = []
    for test in against.all_tests(suite):
        run = ends[test["after"]] if "after" in test else Run(machine)
        for step in test["steps"]:
            run = Run(machine, run.saved())
            run.deliver(letter_of(step["inputs"]))
            against.check_step(step["expect"], outputs(run), names,
                               (test.get("id"), steps))
            steps += 1
        ends.append(run)
    return states, steps


def main():
    count, states, steps = against.main(Machine, check)
    assert steps > 0
    print("%d machines, %d configurations, %d steps agree" % (
        count, states, steps))


if __name__ == "__main__":
    main()
