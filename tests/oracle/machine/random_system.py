# SPDX-License-Identifier: Apache-2.0
"""Random systems of capsules: as text, and for system_interpreter.

Values of parameters and attributes are compared with 1 only and never computed
with, so that three values of a parameter stand for all.
"""
import random

from sm_interpreter import Transition, Vertex
from system_interpreter import (NORMAL, PRIORITIES, Capsule, Port,
                                Unsupported)

VALUES = (0, 1, 2)  # below, at and above what values are compared with
ATTRIBUTES = ("v", "w")


class Protocol:
    """Each message has the name of its parameter, or None."""

    def __init__(self, rng, number):
        self.name = "P%d" % number
        both = {"o": None} if rng.random() < .2 else {}
        self.ins, self.outs, self.lines = {}, {}, []
        for side, word, names in ((self.ins, "in", "ab"),
                                  (self.outs, "out", "cd")):
            for name in names[:rng.choice([1, 1, 2])]:
                side[name] = rng.choice([None, None, "x", "y"])
                self.lines.append("  %s %s" % (
                    word, self.message(name, side[name])))
            side.update(both)
        if both:
            self.lines.append("  inout o()")

    @staticmethod
    def message(name, parameter):
        return "%s(%s)" % (name, parameter + ": int" if parameter else "")

    def text(self):
        return ["protocol %s {" % self.name, *self.lines, "}"]


class Guard:
    """Compares (what, operator, number)."""
    TESTS = {"==": lambda a, b: a == b, ">": lambda a, b: a > b,
             "<": lambda a, b: a < b}

    def __init__(self, what, operator, number):
        self.what, self.operator, self.number = what, operator, number

    def text(self):
        what = {"index": "msg->sapIndex0()", "self": "getIndex()"}.get(
            self.what, self.what)
        return "{ return %s %s %d; }" % (what, self.operator, self.number)

    def __call__(self, run):
        if self.what == "index":
            value = run.index
        elif self.what == "self":
            if not run.place.path:
                raise Unsupported  # the system may be any part of others
            value = run.place.index
        else:
            value = run.v.get(self.what, run.x.get(self.what))
        return self.TESTS[self.operator](value, self.number)


def priority_text(priority):
    """By name, or by number as in umlrtpriority.hh of Papyrus-RT."""
    return (str(priority + 1) if PRIORITIES[priority] in ("HIGH", "LOW")
            else "PRIORITY_" + PRIORITIES[priority])


class Actions:
    """A list of (what, ...)."""

    def __init__(self, actions):
        self.actions = actions

    def text(self):
        return "{ %s }" % " ".join(self.one(*a) for a in self.actions)

    def one(self, what, *rest):
        if what == "set":
            return "%s = %s;" % rest
        if what == "next":
            return "{0} = {0} < 1 ? 1 : {0} < 2 ? 2 : 0;".format(*rest)
        if what == "send":
            port, message, value, priority, only, limited = rest
            arguments = [] if only is None else [str(only)]
            if priority != NORMAL:
                arguments.append(priority_text(priority))
            text = "%s.%s(%s).send%s(%s);" % (
                port, message, "" if value is None else value,
                "" if only is None else "At", ", ".join(arguments))
            return "if (n > 0) { n = n - 1; %s }" % text if limited else text
        if what == "start":
            port, seconds, every, armed = rest
            text = "i%s = %s.inform%s(UMLRTTimespec(%d, 0));" % (
                port, port, "Every" if every else "In", seconds)
            return "if (o%s == 0) { o%s = 1; %s }" % (
                port, port, text) if armed else text
        if what == "cancel":
            return "{0}.cancelTimer(i{0}); o{0} = 0;".format(*rest)
        if what == "incarnate":
            return ("frame.incarnate(%s);" % rest[0] if rest[1] is None else
                    "frame.incarnateAt(%s, %d);" % rest)
        if what == "destroy":
            return "frame.destroy(%s);" % rest[0]
        return "o%s = 0;" % rest

    def __call__(self, run):
        for what, *rest in self.actions:
            self.perform(run, what, *rest)

    @staticmethod
    def value(run, value):
        if isinstance(value, str):
            return run.x[value] if value in run.x else run.v[value]
        return value

    def perform(self, run, what, *rest):
        v, system, place = run.v, run.run, run.place
        if what == "set":
            v[rest[0]] = self.value(run, rest[1])
        elif what == "next":
            old = v[rest[0]]
            v[rest[0]] = 1 if old < 1 else 2 if old < 2 else 0
        elif what == "send":
            port, message, value, priority, only, limited = rest
            if not limited or v["n"] > 0:
                v["n"] -= limited
                system.send(place, port, message, self.value(run, value),
                            priority, only)
        elif what == "start":
            port, seconds, every, armed = rest
            if not armed or v["o" + port] == 0:
                if armed:
                    v["o" + port] = 1
                system.start(place, port, "i" + port, seconds, every)
        elif what == "cancel":
            system.cancel(place, "i" + rest[0])
            v["o" + rest[0]] = 0
        elif what == "incarnate":
            system.incarnate(place, *rest)
        elif what == "destroy":
            system.destroy(place, *rest)
        else:
            v["o" + rest[0]] = 0


class Machine:
    """What Run of sm_interpreter needs, and its text."""
    prefix = ""

    def __init__(self, rng, capsule):
        self.capsule, self.of = capsule.name, capsule
        self.vertices, self.transitions, self.lines = [], [], []
        self.attributes = dict.fromkeys(ATTRIBUTES, 0)
        self.attributes["n"] = rng.randint(1, 2)
        for t in capsule.timing:
            self.attributes["o" + t] = 0
        self.names = list(self.attributes)
        self.events = {p.name + "." + m: x for p in capsule.ports
                       if not p.relay for m, x in p.receives().items()}
        self.events.update({t + ".timeout": None for t in capsule.timing})
        self.region(rng, None, rng.randint(1, 3))

    def vertex(self, kind, name, parent):
        v = Vertex(kind, name, parent)
        self.vertices.append(v)
        if parent is not None:
            parent.inner.append(v)
        return v

    def region(self, rng, parent, count):
        """Its lines are self.lines. Histories are restored by transitions to the
        boundary of a state; those from its own inside, where Papyrus-RT has rules
        of its own, are for random_test.py."""
        start = self.vertex("initial", "i", parent)
        names = "ab" if parent else ["s%d" % k for k in range(count)]
        states = [self.vertex("state", n, parent) for n in names[:count]]
        choice = None if rng.random() < .6 else self.vertex(
            "choice", "k", parent)
        self.lines += ["initial i"] + (["choice k"] if choice else [])
        for s in states:
            self.lines.append("state %s {" % s.name)
            for what in ("entry", "exit"):
                if rng.random() < .15:
                    actions = self.actions(rng, [], .5)
                    setattr(s, what, actions)
                    self.lines.append("%s %s" % (what, actions.text()))
            if parent is None and rng.random() < .2:
                self.region(rng, s, 2)
            self.lines.append("}")
        self.transition(rng, "", start, rng.choice(states), [], None, parent,
                        .6 if parent is None else .2)
        targets = states + ([choice] if choice else [])
        for s in states:
            for event in self.events:
                while rng.random() < .7:
                    self.one(rng, s, event, targets, parent)
                    if rng.random() < .7:
                        break
        if choice:
            for k in range(rng.choice([1, 2, 2])):
                guard = Guard(rng.choice(ATTRIBUTES), rng.choice("<>"), 1)
                self.transition(rng, "", choice, rng.choice(states), [],
                                guard if k == 0 or rng.random() < .5 else None,
                                parent, .3)

    def one(self, rng, source, event, targets, parent):
        events = [event]
        others = [e for e in self.events if e != event]
        if others and rng.random() < .15:
            events.append(rng.choice(others))
        kind = "internal" if rng.random() < .3 else ""
        target = source if kind else rng.choice(targets)
        guard = None
        if rng.random() < .4:
            known = self.parameters(events)
            number = 1
            what = rng.choice(list(ATTRIBUTES) + 2 * known + ["index", "self"])
            operator = rng.choice(["==", "<", ">"])
            if what in ("index", "self"):
                number, operator = rng.choice([0, 1]), "=="
            guard = Guard(what, operator, number)
        self.transition(rng, kind, source, target, events, guard, parent, .5)

    def parameters(self, events):
        names = {self.events[e] for e in events}
        return [n for n in names if n] if len(names) == 1 else []

    def transition(self, rng, kind, source, target, events, guard, region,
                   likely):
        t = Transition(kind, "t%d" % len(self.transitions), region, ())
        t.source, t.target, t.messages, t.guard = source, target, events, guard
        self.transitions.append(t)
        source.triggered += [(t, e) for e in events]
        if not events:
            source.onward.append(t)
        t.effect = self.actions(
            rng, self.parameters(events), likely,
            source.kind == "initial" and region is None)
        for e in events:
            if e.endswith(".timeout") and rng.random() < .9:
                t.effect.actions.insert(0, ("fired", e.split(".")[0]))
        self.lines.append("%stransition %s: %s -> %s {%s%s do %s }" % (
            kind and kind + " ", t.name, source.name, target.name,
            "".join(" on " + e for e in events),
            " when " + guard.text() if guard else "", t.effect.text()))

    def actions(self, rng, parameters, likely, first=False):
        out = []
        while rng.random() < likely and len(out) < 3:
            out.append(self.action(rng, parameters))
        if first:
            for t in self.of.timing:
                if rng.random() < .7:
                    out.append(("start", t, rng.randint(0, 2),
                                False, rng.random() < .7))
        return Actions(out)

    def action(self, rng, parameters):
        sends = [(p, m, x) for p in self.of.ports if not p.relay
                 for m, x in p.sends().items()]
        kinds = ["set", "next"] + 4 * ["send"] * bool(sends) + \
            ["start", "start", "cancel"] * bool(self.of.timing)
        optional = [p for p in self.of.parts if p[3] < p[2]]
        kinds += 3 * ["incarnate", "incarnate", "destroy"] * bool(optional)
        kind = rng.choice(kinds)
        values = [0, 1, 2] + 2 * parameters
        if kind == "set":
            return (kind, rng.choice(ATTRIBUTES), rng.choice(values))
        if kind == "next":
            return (kind, rng.choice(ATTRIBUTES))
        if kind == "send":
            port, message, x = rng.choice(sends)
            priority = rng.choice([NORMAL] * 4 + list(range(len(PRIORITIES))))
            at = None
            if rng.random() < (.5 if port.count > 1 else .1):
                # What is sent to one beyond the last gets nowhere.
                at = rng.randrange(port.count) if rng.random() < .8 else \
                    rng.choice([-1, port.count])
            value = rng.choice(values + ["v"]) if x else None
            return (kind, port.name, message, value, priority, at,
                    rng.random() < .4)
        if kind in ("incarnate", "destroy"):
            part = rng.choice(optional)
            # To ask whether the id of an instance is valid would be to ask of
            # timers, too, which the environment may refuse then.
            return (kind, part[0], rng.randrange(part[2] + 1)
                    if kind == "incarnate" and rng.random() < .3 else None)
        t = rng.choice(self.of.timing)
        if kind == "cancel":
            return (kind, t)
        every = rng.random() < .2
        return (kind, t, rng.randint(int(every), 2), every, True)


class RandomSystem:
    """Capsules from the inside outwards; the last one is the system."""

    def __init__(self, rng, changes):
        self.changes = changes
        self.protocols = [Protocol(rng, k) for k in range(rng.randint(1, 2))]
        self.capsules, self.within = [], []
        leaves = [self.leaf(rng, "C%d" % k) for k in range(rng.randint(1, 3))]
        inner = leaves
        if rng.random() < .4:
            inner = leaves + [self.around(rng, "Mid", leaves, 2)]
        self.top = self.around(rng, "Top", inner, 3)

    def leaf(self, rng, name, border=True, parts=()):
        c = Capsule(name)
        c.parts = list(parts)
        for k in range(rng.randint(1, 2)):
            c.ports.append(Port("q%d" % k, rng.choice(self.protocols),
                                rng.random() < .5, rng.choice([1, 1, 1, 2])))
        c.timing = ["t", "u"][:rng.choice([0, 0, 1, 1, 2] if border
                                          else [0, 0, 1])]
        c.machine = Machine(rng, c)
        self.capsules.append(c)
        return c

    def around(self, rng, name, inner, most):
        if self.changes and name == "Top":
            # What has a machine can make instances of optional parts.
            c = self.leaf(rng, name, False, [
                (n, c, number, rng.randrange(number)
                 if rng.random() < .7 else number)
                for n, c, number, _ in self.parts(rng, inner, most)])
        elif rng.random() < .3:
            c = self.leaf(rng, name, False)
        else:
            c = Capsule(name)
            self.capsules.append(c)
        if not c.parts:
            c.parts = self.parts(rng, inner, most)
        self.connect(rng, c)
        return c

    @staticmethod
    def parts(rng, inner, most):
        out = []
        for k in range(rng.randint(1, most)):
            one = rng.choice(inner)
            number = rng.choice([1, 1, 1, 2])
            out.append(("m%d" % k, one, number, number))
        return out

    def connect(self, rng, c):
        """Connectors that have something to join, as far as ports tell."""
        # A port of a machine is connected within its capsule or outside.
        within = [p for p in c.ports if rng.random() < .6]
        self.within += within
        ends = [((None, p.name), p, p.count, True) for p in within]
        ends += [((name, p.name), p, p.count * number, False)
                 for name, inner, number, _ in c.parts for p in inner.ports
                 if p not in self.within]
        free = {e[0]: e[2] for e in ends}
        rng.shuffle(ends)
        for k, (one, p, _, _) in enumerate(ends):
            for other, q, _, _ in ends[k + 1:]:
                if p.protocol is q.protocol and p.conjugated != q.conjugated \
                        and min(free[one], free[other]) > 0 \
                        and rng.random() < .8:
                    both = min(free[one], free[other])
                    free[one] -= both
                    free[other] -= both
                    c.connectors.append((one, other))
        relays = 0
        for end, p, _, own in ends:
            if own or free[end] == 0 or rng.random() < .4:
                continue
            relay = Port("r%d" % relays, p.protocol, p.conjugated,
                         rng.choice([free[end], free[end], 1, 2]), True)
            relays += 1
            free[end] -= min(relay.count, free[end])
            c.ports.append(relay)
            c.connectors.append(((None, relay.name), end))
        rng.shuffle(c.connectors)

    def text(self):
        out = ["model M"]
        for p in self.protocols:
            out += p.text()
        for c in self.capsules:
            out.append("capsule %s {" % c.name)
            out += ["port %s: %s%s%s%s" % (
                p.name, "~" * p.conjugated, p.protocol.name,
                "[%d]" % p.count if p.count > 1 else "",
                " relay" * p.relay) for p in c.ports]
            out += ["port %s: timing" % t for t in c.timing]
            if any(least < number for _, _, number, least in c.parts):
                out.append("port frame: frame")
            out += ["part %s: %s%s" % (
                name, inner.name,
                "[%d..%d]" % (least, number) if least < number else
                "[%d]" % number if number > 1 else "")
                for name, inner, number, least in c.parts]
            out += ["connect %s to %s as k%d" % (
                self.end(a), self.end(b), k)
                for k, (a, b) in enumerate(c.connectors)]
            if c.machine:
                out += ["attribute i%s: UMLRTTimerId" % t for t in c.timing]
                out += ["attribute %s: int = %d" % a
                        for a in c.machine.attributes.items()]
                out += ["machine {", *c.machine.lines, "}"]
            out.append("}")
        return "\n".join(out) + "\n"

    @staticmethod
    def end(end):
        return "%s.%s" % end if end[0] else end[1]


def random_system(seed, changes=False):
    """`changes`: instances may be incarnated and destroyed."""
    return RandomSystem(random.Random(seed), changes)
