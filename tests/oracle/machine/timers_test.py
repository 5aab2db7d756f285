#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random machines with timers, against all their runs in integer time.

Machines have two timing ports, with up to three timers at once, of one or both
ports; they are set for some seconds, once or again and again, cancelled, and
guards ask whether they run. Whether a timer is set that was asked for, and whether
the timeout of one that is cancelled at its deadline waits already and arrives all
the same, are inputs. The interpreter lets whole seconds pass: bounds are whole
seconds, so that every order of timers that some time allows is one of whole
seconds. For each machine
  - goals `catenary generate` covers or proves unreachable are those that the
    interpreter reaches or does not reach in any order of messages and times;
  - every step of every test has the state and the outcome that the interpreter
    has at the time that the test gives for it; no timer is missed, and the times
    are the earliest.

  timers_test.py CATENARY [COUNT [SEED]]
"""
import against_interpreter as against

IDS = {"x": "t", "y": "t", "z": "u"}  # and their ports
EVENTS = ["p.a", "p.b", "t.timeout", "u.timeout"]
OUTCOMES = ["handled", "unexpected", "all_guards_false"]
SECOND = 10 ** 9


class Machine:
    """Transitions: (name, internal, source, target, event, guard, actions).
    Actions: (what, timer, seconds, whether again). With `asks` the C++ asks
    whether timers run, and cancels them, so that the environment chooses."""

    def __init__(self, rng):
        self.asks = rng.random() < .6
        # Choices make many configurations of few timers.
        self.ids = rng.choice(["xy", "xz"] if self.asks else
                              ["xyz", "xyz", "xy", "xz"])
        self.longest = 2 if self.asks else 5
        self.states = ["s%d" % k for k in range(
            rng.randint(2, 3 if self.asks else 4))]
        self.first = self.actions(rng, .5)
        self.transitions = []
        for s in self.states:
            for e in EVENTS:
                if rng.random() > .85:
                    continue
                later = self.states[self.states.index(s) + 1:]
                if not self.asks and not later:
                    continue  # without guards timers would become too many
                internal = self.asks and rng.random() < .3
                guard = rng.choice(self.ids) if rng.random() < .2 else None
                guard = guard if self.asks else None
                self.transitions.append((
                    "t%d" % len(self.transitions), internal, s,
                    s if internal else rng.choice(
                        self.states if self.asks else later), e, guard,
                    self.actions(rng, .6)))

    def actions(self, rng, likely):
        out = []
        while rng.random() < likely and len(out) < 3:
            i = rng.choice(self.ids)
            if self.asks and rng.random() < .25:
                out.append(("cancel", i))
            else:
                every = self.asks and rng.random() < .2
                least = 1 if every else 0
                out.append(("set", i, rng.randint(least, self.longest), every))
        return out

    def code(self, actions):
        out = []
        for one in actions:
            port = IDS[one[1]]
            if one[0] == "cancel":
                out.append("%s.cancelTimer(%s);" % (port, one[1]))
            else:
                asks = "if (!%s.isValid()) " % one[1] if self.asks else ""
                out.append("%s%s = %s.inform%s(UMLRTTimespec(%d, 0));" % (
                    asks, one[1], port, "Every" if one[3] else "In", one[2]))
        return "{ %s }" % " ".join(out)

    def text(self):
        out = ["model M", "protocol P { in a() in b() }", "capsule C {",
               "port p: P", "port t: timing", "port u: timing"]
        out += ["attribute %s: UMLRTTimerId" % i for i in IDS]
        out += ["machine {", "initial i"] + [
            "state %s" % s for s in self.states]
        out.append("transition begin: i -> s0 { do %s }" %
                   self.code(self.first))
        for name, internal, s, t, e, guard, actions in self.transitions:
            out.append("%stransition %s: %s -> %s { on %s %s do %s }" % (
                "internal " if internal else "", name, s, t, e,
                "when { return %s.isValid(); }" % guard if guard else "",
                self.code(actions)))
        return "\n".join(out + ["}", "}"]) + "\n"


class TooMany(Exception):
    """More timers than there may be at once."""

    def __init__(self, asked):
        super().__init__()
        self.asked = asked


def port_of(timer):
    return IDS[timer[0]]


def all_choices(machine, make):
    """All runs that make(choices) gives."""
    open_ = [()]
    while open_:
        given = open_.pop()
        try:
            run = make(given)
            asked = run.asked
        except TooMany as too_many:
            run, asked = None, too_many.asked
        if asked > len(given):
            open_ += [given + (value,) for value in (False, True)]
        elif run:
            yield run
        else:
            machine.too_many = True


class Run:
    """Timers: id -> (seconds left, period or 0, slot of its port). The id of one
    that no variable has any more ends in "'". `choices`: what the environment
    chooses, in the order in which it is asked; false where they end."""

    def __init__(self, machine, saved=None, choices=()):
        self.m, self.hits, self.outcome = machine, set(), 0
        self.choices, self.asked = choices, 0
        if saved:
            self.state, timers = saved
            self.timers = dict(timers)
        else:
            self.state, self.timers = "s0", {}
            self.act(machine.first)
            self.hits |= {"transition C::begin", "state C::s0"}

    def saved(self):
        return (self.state, tuple(sorted(self.timers.items())))

    def choose(self):
        self.asked += 1
        return (self.asked <= len(self.choices) and
                self.choices[self.asked - 1])

    def without_id(self, i, timer):
        while i in self.timers or not i.endswith("'"):
            i += "'"
        self.timers[i] = timer

    def act(self, actions):
        for one in actions:
            i = one[1]
            if one[0] == "cancel":
                if i not in self.timers:
                    continue
                left, _, slot = self.timers.pop(i)
                if left == 0 and self.choose():
                    self.without_id(i, (0, 0, slot))
            elif not self.m.asks or (i not in self.timers and self.choose()):
                if i in self.timers:
                    self.without_id(i, self.timers.pop(i))
                taken = {v[2] for j, v in self.timers.items()
                         if port_of(j) == port_of(i)}
                free = [k for k in range(1, 9) if k not in taken]
                if len(free) <= 4:  # each of the two ports has four timers
                    raise TooMany(self.asked)
                self.timers[i] = (one[2], one[2] if one[3] else 0, free[0])

    def most(self):
        """How long nothing may happen; None is for ever."""
        return min((v[0] for v in self.timers.values()), default=None)

    def wait(self, seconds):
        self.timers = {i: (v[0] - seconds, v[1], v[2])
                       for i, v in self.timers.items()}

    def expire(self, i):
        left, period, slot = self.timers.pop(i)
        assert left == 0, (i, left)
        if period:
            self.timers[i] = (period, period, slot)
        self.deliver(port_of(i) + ".timeout")

    def deliver(self, event):
        mine = [t for t in self.m.transitions
                if t[2] == self.state and t[4] == event]
        if not mine:
            self.outcome = 1
            self.hits.add("unexpected-message C::%s on %s" % (self.state, event))
            return
        name, internal, _, target, _, guard, actions = mine[0]
        if guard:
            holds = guard in self.timers
            self.hits.add("guard C::%s %s" % (name, str(holds).lower()))
            if not holds:
                self.outcome = 2
                self.hits.add("all-guards-false C::%s on %s" % (
                    self.state, event))
                return
        self.hits.add("transition C::" + name)
        self.act(actions)
        if not internal:
            self.state = target
            self.hits.add("state C::" + target)


def explore(machine):
    def after(saved, seconds, act):
        def make(choices):
            run = Run(machine, saved, choices)
            run.wait(seconds)
            act(run)
            return run
        return all_choices(machine, make)

    def successors(saved):
        most = Run(machine, saved).most()
        for seconds in range((most or 0) + 1):
            for event in EVENTS[:2]:
                yield from after(saved, seconds,
                                 lambda run, e=event: run.deliver(e))
        for i, (left, _, _) in saved[1]:
            if left == most:
                yield from after(saved, most, lambda run, i=i: run.expire(i))

    firsts = list(all_choices(machine, lambda c: Run(machine, None, c)))
    hits, count = set(), 0
    for first in firsts:
        more, states = against.breadth_first(first, successors)
        hits |= more
        count += states
    return hits, count


def follow(machine, steps, names, judge=True):
    """Whether the times of the steps are possible with some choices, checking
    what comes out."""
    runs = {r.saved(): r for r in all_choices(
        machine, lambda c: Run(machine, None, c))}
    now = 0
    for event, slot, at, expect in steps:
        after = {}

        def make(choices, saved, event=event, slot=slot, at=at, now=now):
            run = Run(machine, saved, choices)
            run.wait(at - now)
            if event in EVENTS[:2]:
                run.deliver(event)
                return run
            of = [i for i, v in run.timers.items()
                  if port_of(i) + ".timeout" == event and v[2] == slot]
            if len(of) == 1 and run.timers[of[0]][0] == 0:
                run.expire(of[0])
                return run
            run.outcome = None
            return run

        for saved, run in runs.items():
            most = run.most()
            if at < now or (most is not None and at - now > most):
                continue
            for one in all_choices(
                    machine, lambda c, saved=saved: make(c, saved)):
                if one.outcome is not None and (
                        not judge or as_expected(one, expect, names)):
                    after[one.saved()] = one
        runs, now = after, at
    return bool(runs)


def as_expected(run, expect, names):
    try:
        against.check_step(
            expect, {"state": run.state, "outcome": OUTCOMES[run.outcome]},
            names, ())
    except AssertionError:
        return False
    return True


def check(catenary, machine, folder):
    suite, model, suite_file = against.generate(catenary, machine, folder)
    machine.too_many = False
    reached, states = explore(machine)
    # Beyond the greatest number of timers nothing is known.
    against.check_goals(suite, reached, lambda goal: goal in reached or
                        not machine.too_many)
    names = against.names_of(suite)
    sets = any(a[0] == "set" for t in machine.transitions for a in t[6]) or \
        any(a[0] == "set" for a in machine.first)
    ends, count = [], 0
    for test in against.all_tests(suite):
        steps = list(ends[test["after"]]) if "after" in test else []
        for step in test["steps"]:
            assert ("at_ns" in step) == sets, step
            at = int(step.get("at_ns", 0))
            assert at % SECOND == 0, at
            steps.append((names["message"][step["inputs"].get("message", 0)],
                          step["inputs"].get("timer", 1), at // SECOND,
                          step["expect"]))
            count += 1
        ends.append(steps)
        assert "id" not in test or follow(machine, steps, names), steps
        # Nothing can be a second earlier, alone or with all behind it: with the
        # same choices, of which there are none here.
        judged = "id" in test and not machine.asks
        for k in range(len(steps) if judged else 0):
            for last in (k + 1, len(steps)):
                earlier = [(e, s, at - (k <= n < last), x)
                           for n, (e, s, at, x) in enumerate(steps)]
                assert steps[k][2] == 0 or not follow(
                    machine, earlier, names, False), (k, steps)
    against.run(catenary, "run", suite_file, "--sut", "model:" + model,
                codes=(0,))
    return states, count, "timer" in names


def main():
    count, states, steps, several = against.main(Machine, check)
    assert steps > 0 and (count < 12 or several > 0), (steps, several)
    print("%d machines, %d configurations, %d steps agree, %d with several "
          "timers on a port" % (count, states, steps, several))


main()
