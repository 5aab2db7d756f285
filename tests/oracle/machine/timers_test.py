#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random machines with timers, against all their runs in integer time.

Machines have two timing ports, with up to three timers at once, of one or both
ports; they are set for some seconds, once or again and again, cancelled, and
guards ask whether they run. The interpreter lets whole seconds pass: bounds are
whole seconds, so that every order of timers that some time allows is one of
whole seconds. For each machine
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
    """Transitions: (name, internal, source, target, event, guard, actions)."""

    def __init__(self, rng):
        self.ids = rng.choice(["xyz", "xyz", "xy", "xz"])
        self.states = ["s%d" % k for k in range(rng.randint(2, 4))]
        self.first = self.actions(rng, .5)
        self.transitions = []
        for s in self.states:
            for e in EVENTS:
                if rng.random() > .85:
                    continue
                internal = rng.random() < .3
                guard = rng.choice(self.ids) if rng.random() < .2 else None
                self.transitions.append((
                    "t%d" % len(self.transitions), internal, s,
                    s if internal else rng.choice(self.states), e, guard,
                    self.actions(rng, .6)))

    def actions(self, rng, likely):
        out = []
        while rng.random() < likely and len(out) < 3:
            i = rng.choice(self.ids)
            if rng.random() < .25:
                out.append(("cancel", i))
            else:
                every = rng.random() < .2
                out.append(("set", i, rng.randint(1 if every else 0, 5), every))
        return out

    @staticmethod
    def code(actions):
        out = []
        for one in actions:
            port = IDS[one[1]]
            if one[0] == "cancel":
                out.append("%s.cancelTimer(%s);" % (port, one[1]))
            else:
                out.append("if (!%s.isValid()) %s = %s.inform%s("
                           "UMLRTTimespec(%d, 0));" % (
                               one[1], one[1], port,
                               "Every" if one[3] else "In", one[2]))
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


class Run:
    """Timers: id -> (seconds left, period or 0, slot of its port)."""

    def __init__(self, machine, saved=None):
        self.m, self.hits, self.outcome = machine, set(), 0
        if saved:
            self.state, timers = saved
            self.timers = dict(timers)
        else:
            self.state, self.timers = "s0", {}
            self.act(machine.first)
            self.hits |= {"transition C::begin", "state C::s0"}

    def saved(self):
        return (self.state, tuple(sorted(self.timers.items())))

    def act(self, actions):
        for one in actions:
            if one[0] == "cancel":
                self.timers.pop(one[1], None)
            elif one[1] not in self.timers:
                taken = {v[2] for i, v in self.timers.items()
                         if IDS[i] == IDS[one[1]]}
                slot = min(k for k in range(1, 9) if k not in taken)
                self.timers[one[1]] = (one[2], one[2] if one[3] else 0, slot)

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
        self.deliver(IDS[i] + ".timeout")

    def deliver(self, event):
        mine = [t for t in self.m.transitions
                if t[2] == self.state and t[4] == event]
        if not mine:
            self.outcome = 1
            self.hits.add("unexpected-message C::" + self.state)
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
    def successors(saved):
        most = Run(machine, saved).most()
        for seconds in range((most or 0) + 1):
            for event in EVENTS[:2]:
                run = Run(machine, saved)
                run.wait(seconds)
                run.deliver(event)
                yield run
        for i in dict(saved[1]) if most is not None else ():
            run = Run(machine, saved)
            run.wait(most)
            if run.timers[i][0] == 0:
                run.expire(i)
                yield run

    return against.breadth_first(Run(machine), successors)


def follow(machine, steps, names, judge=True):
    """Whether the times of the steps are possible, checking what comes out."""
    run, now = Run(machine), 0
    for event, slot, at, expect in steps:
        if at < now or (run.most() is not None and at - now > run.most()):
            return False
        run = Run(machine, run.saved())
        run.wait(at - now)
        now = at
        if event in EVENTS[:2]:
            run.deliver(event)
        else:
            of = [i for i, v in run.timers.items()
                  if IDS[i] + ".timeout" == event and v[2] == slot]
            if len(of) != 1 or run.timers[of[0]][0] != 0:
                return False
            run.expire(of[0])
        want = {"state": run.state, "outcome": OUTCOMES[run.outcome]}
        if judge:
            against.check_step(expect, want, names, (event, at))
    return True


def check(catenary, machine, folder):
    suite, model, suite_file = against.generate(catenary, machine, folder)
    reached, states = explore(machine)
    against.check_goals(suite, reached)
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
        # Nothing can be a second earlier, alone or with all behind it.
        for k in range(len(steps) if "id" in test else 0):
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
