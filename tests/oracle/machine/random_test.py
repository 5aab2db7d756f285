#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random state machines against an interpreter that shares no code with ours.

Each machine has nested states, choices, junctions, entry and exit points,
histories, group, internal and self transitions, transitions between a state and
its inside, triggers for any message and guards. The rules are those of
Papyrus-RT (E. Posse, "Flattening UML-RT State Machines", 2014, and what its code
generator makes of a flat machine), or those of UML 2.5.1. Every action folds
its number into an attribute and sends it, so that a step's last value tells the
order of all actions so far. For each machine
  - goals `catenary generate` covers or proves unreachable are those that a
    breadth-first search of the interpreter reaches or does not reach, among them
    each message that no transition waits for;
  - every step of every test has the state, the outcome and the value that the
    interpreter has.

  random_test.py CATENARY [COUNT [SEED]]
"""
import against_interpreter as against

MODULUS = 251
MESSAGES = ["a", "b", "c"]
ANY = "*"
JUDGED = ("state ", "transition ", "unexpected-message ", "all-guards-false ")
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
    """Drawn at random; some transitions cross the boundary of their region."""

    def __init__(self, rng):
        self.rng, self.vertices, self.transitions = rng, [], []
        self.codes = 0
        self.region(None, 0)
        self.replicate()
        self.semantics = rng.choice(["papyrus-rt", "papyrus-rt", "uml"])

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
                              MESSAGES + [ANY], self.rng.choice([1, 1, 2]))]
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
                if p.kind == "exitpoint" and rng.random() < .7:
                    choices = [v for v in parent.inner if v.kind == "choice"]
                    if choices and rng.random() < .4:
                        self.transition("external", rng.choice(choices), p,
                                        parent, False).guard = self.guard()
                        continue
                    self.transition("external", rng.choice(states), p, parent,
                                    True)
            if rng.random() < .3:
                # To the boundary of what is around it.
                self.transition("external", rng.choice(states), parent, parent,
                                True)
            if rng.random() < .3:
                # From the boundary to the inside.
                self.transition(rng.choice(["external", "local"]), parent,
                                rng.choice(targets), parent, True)
        i = self.vertex("i%d" % len(self.vertices), "initial", parent)
        self.transition("external", i, rng.choice(states), parent, False)
        for s in sources:
            if s.kind == "exitpoint":
                # What leaves from it: on, or of the group of all within.
                for _ in range(rng.choice([0, 1, 1, 2])):
                    to = parent if parent and rng.random() < .2 else \
                        rng.choice(targets)
                    self.transition("external", s, to, parent,
                                    rng.random() < .5)
                continue
            if parent is None and rng.random() < .2:
                # From deep inside to a state beside, drawn in or out.
                inner = [v for v in s.inner if v.kind == "state"]
                if inner:
                    self.transition("external", rng.choice(inner),
                                    rng.choice(states), rng.choice([s, None]),
                                    True)
            for _ in range(rng.randint(1, 2)):
                if rng.random() < .2:
                    self.transition("internal", s, s, parent, True)
                else:
                    self.transition("external", s, rng.choice(targets), parent,
                                    True)
        return None

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
                "" if t.kind == "external" else t.kind + " ", t.name,
                t.source.path(), t.target.path()))
            for message, guard in t.triggers:
                out.append("on p.%s%s" % (message, "" if guard is None else
                                          " if " + self.condition(guard)))
            if t.guard:
                out.append("when " + self.condition(t.guard))
            if t.effect:
                out.append("do " + self.action(t.effect))
            out.append("}")


def first_of(machine):
    return RULES[machine.semantics](machine)


def run_of(machine, saved):
    return RULES[machine.semantics](machine, saved)


class Run:
    """A configuration, and how messages change it. `leaf` is the innermost
    active state; in between it is None at the top."""

    def __init__(self, machine, saved=None):
        self.m, self.hits = machine, set()
        self.leaf, self.v, self.history = saved or (None, 0, ())
        self.history = dict(self.history)
        self.outcome, self.note, self.sent = 0, 0, 0
        self.index = 0
        self.left = {}  # in this run: by state, what was left last in it
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

    def enter(self, state, acts=True):
        self.hits.add("state C" + state.path())
        if acts:
            self.act(state.entry)
        self.leaf = state

    def leave(self, state):
        """A state that is left notes what was active in it last."""
        self.act(state.exit)
        if state in self.left:
            self.history[state] = self.left[state]
        self.left[state.parent] = state
        self.leaf = state.parent

    @staticmethod
    def composite(state):
        return any(v.kind not in ("entrypoint", "exitpoint")
                   for v in state.inner)

    def onward(self, vertex):
        return [t for t in self.m.transitions if t.source is vertex]

    def begin_region(self, parent):
        for v in self.m.vertices:
            if v.parent is parent and v.kind == "initial":
                return self.take(self.onward(v)[0])
        return None

    def noted(self, t):
        """Of a transition that may be the first on the way out of the state
        around it: what it notes in the history of that state."""
        for point in self.m.vertices:
            if point.kind != "exitpoint" or not self.onward(point):
                continue
            seen, open_ = {point}, [point]
            while open_:
                v = open_.pop()
                for before in self.m.transitions:
                    if before.kind == "internal" or before.target is not v:
                        continue
                    s = before.source
                    if s.kind in ("state", "exitpoint"):
                        first = s if s.kind == "state" else s.parent
                        if before is t and first.parent is point.parent:
                            return point.parent, first
                    elif s not in seen:
                        seen.add(s)
                        open_.append(s)
        return None

    def take(self, t):
        self.hits.add("transition C" + t.path())
        self.act(t.effect)
        if t.kind == "internal":
            return
        noted = self.noted(t)
        if noted:
            self.history[noted[0]] = noted[1]
        self.arrive(t.target)

    def restore(self, state):
        """Restores a composite state that is active."""
        last = self.history.get(state)
        if last is None:
            return self.begin_region(state)
        if self.composite(last):
            self.enter(last, acts=False)
            self.restore(last)
        else:
            self.enter(last)
        return None

    def settle(self, state):
        if self.composite(state):
            self.restore(state)

    def arrive(self, v):
        if v.kind == "state" and self.leaf is v:
            return self.settle(v)  # from its inside
        while self.leaf is not None and not (
                v.parent and v.parent.within(self.leaf)):
            self.leave(self.leaf)
        around, p = [], v.parent
        while p is not self.leaf and p is not None:
            around.append(p)
            p = p.parent
        for s in reversed(around):
            self.enter(s)
        onward = self.onward(v)
        if v.kind == "state":
            self.enter(v)
            self.settle(v)
        elif v.kind == "choice":
            for t in onward:
                if t.guard and self.holds(t.guard):
                    return self.take(t)
            for t in onward:
                if not t.guard:
                    return self.take(t)
            self.leaf, self.outcome = "stuck", 3
        elif v.kind == "junction":
            self.take(onward[0])
        elif v.kind in ("exitpoint", "entrypoint") and not onward:
            self.settle(v.parent)
        elif v.kind == "exitpoint":
            self.leave(v.parent)
            self.take(onward[0])
        elif v.kind == "entrypoint":
            self.take(onward[0])
        elif v.kind == "history":
            self.restore(v.parent)
        return None

    def waits_in(self, t):
        """The state that a message fires the transition from."""
        s = t.source
        if not t.triggers:
            return None
        if s.kind == "state":
            return s
        if s.kind not in ("entrypoint", "exitpoint"):
            return None
        if not self.composite(s.parent):
            return s.parent
        entered = any(o.target is s for o in self.m.transitions)
        return s.parent if s.kind == "exitpoint" and not entered else None

    def deliver(self, letter):
        message, self.index = letter
        if self.leaf == "stuck":
            return None
        found = {message: [], ANY: []}
        s = self.leaf
        while s is not None:
            for t in self.m.transitions:
                if self.waits_in(t) is not s:
                    continue
                for wanted, guard in t.triggers:
                    if wanted in found:
                        found[wanted].append((t, guard, s))
            s = s.parent
        waiting = found[message] or found[ANY]
        for t, guard, s in waiting:
            if (guard or t.guard) and self.holds(guard) and \
                    self.holds(t.guard):
                return self.fire(t, s)
        for t, guard, s in waiting:
            if not guard and not t.guard:
                return self.fire(t, s)
        self.outcome = 2 if waiting else 1
        self.hits.add("%s C%s on p.%s" % (
            "all-guards-false" if waiting else "unexpected-message",
            self.leaf.path(), message))
        return None

    def fire(self, t, from_state):
        if t.kind == "internal":
            return self.take(t)
        s = self.leaf
        while s is not from_state:
            self.history[s.parent] = s
            s = s.parent
        while self.leaf is not t.region:
            self.leave(self.leaf)
        if t.source.kind == "exitpoint" and self.composite(t.source.parent):
            t = self.onward(t.source)[0]
        return self.take(t)


class RunOfUml(Run):
    """What UML has otherwise: the kind of a transition says what is left,
    boundaries are entered by initial pseudostates, states restored run their
    entry actions, and inner transitions come first, with guards or without."""

    def noted(self, t):
        return None

    def leave(self, state):
        super().leave(state)
        self.left.clear()
        if state.parent is not None:
            self.history[state.parent] = state

    def restore(self, state):
        last = self.history.get(state)
        if last is None:
            return self.begin_region(state)
        self.enter(last)
        if self.composite(last):
            self.restore(last)
        return None

    def settle(self, state):
        if self.composite(state):
            self.begin_region(state)

    def arrive(self, v):
        if v.kind == "exitpoint" and not self.onward(v):
            self.leave(v.parent)
            self.leaf, self.outcome = "stuck", 3
            return None
        if v.kind == "state" and self.leaf is v:
            self.leave(v)
        return super().arrive(v)

    def deliver(self, letter):
        message, self.index = letter
        if self.leaf == "stuck":
            return None
        any_waits, s = False, self.leaf
        while s is not None:
            here = [(t, g) for wanted in (message, ANY)
                    for t in self.m.transitions if self.waits_in(t) is s
                    for w, g in t.triggers if w == wanted and (
                        wanted != ANY or not self.waits_for(s, message))]
            any_waits = any_waits or bool(here)
            for guarded in (True, False):
                for t, g in here:
                    if bool(g or t.guard) is guarded and self.holds(g) and \
                            self.holds(t.guard):
                        return self.fire(t, s)
            s = s.parent
        self.outcome = 2 if any_waits else 1
        self.hits.add("%s C%s on p.%s" % (
            "all-guards-false" if any_waits else "unexpected-message",
            self.leaf.path(), message))
        return None

    def waits_for(self, s, message):
        return any(w == message for t in self.m.transitions
                   if self.waits_in(t) is s for w, _ in t.triggers)

    def fire(self, t, from_state):
        if t.kind == "internal":
            return self.take(t)
        stays = t.region
        if t.kind == "external" and stays in (t.source, t.target) and \
                stays is not None:
            stays = stays.parent
        while self.leaf is not stays:
            self.leave(self.leaf)
        return self.take(t)


RULES = {"papyrus-rt": Run, "uml": RunOfUml}


def explore(machine):
    def successors(saved):
        for letter in machine.letters():
            run = run_of(machine, saved)
            run.deliver(letter)
            yield run

    return against.breadth_first(first_of(machine), successors)


def letter_of(inputs):
    return (MESSAGES[int(inputs.get("message", 0))],
            int(inputs.get("port_index", 0)))


def outputs(run):
    leaf = run.leaf if run.leaf == "stuck" else run.leaf.path()[2:]
    names = ["handled", "unexpected", "all_guards_false", "stuck"]
    return {"state": leaf, "outcome": names[run.outcome],
            "p.note": run.sent, "p.note.value": run.note}


def check(catenary, machine, folder):
    suite, _, _ = against.generate(catenary, machine, folder, "--semantics",
                                   machine.semantics)
    reached, states = explore(machine)
    against.check_goals(
        suite, reached, lambda goal: goal.startswith(JUDGED))
    names = against.names_of(suite)
    steps = 0
    ends = []
    for test in against.all_tests(suite):
        run = ends[test["after"]] if "after" in test else first_of(machine)
        for step in test["steps"]:
            run = run_of(machine, run.saved())
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
