#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random systems whose environment keeps to a random protocol state machine
(--assume), against all their runs in integer time.

As random_system_test.py; the environment sends only what the machine allows. The
machine has up to three states, perhaps in another one, guards over parameters and
a counter, and takes transitions for what the system sends, too.

  assume_test.py CATENARY [COUNT [SEED]]
"""
import json
import os
import random
import sys
import tempfile

import random_system_test as systems
from system_interpreter import SystemRun, Unsupported


class Step:
    """A transition of the assumption."""

    def __init__(self, port, message, guard, counts, target):
        self.port, self.message, self.guard = port, message, guard
        self.counts, self.target = counts, target

    def holds(self, value, counter):
        if self.guard is None:
            return True
        what, operator, number = self.guard
        left = counter if what == "n" else value
        return left < number if operator == "<" else left > number


class Assumption:
    """`ports`: by name, the protocol, whether it is conjugated, and what it
    receives and sends."""

    def __init__(self, rng, system):
        self.ports, self.covers = {}, {}
        for (place, name, k), far in system.far.items():
            port = place.capsule.port(name)
            if far != "environment" or rng.random() < .2:
                continue
            whole = place.named(name)
            shown = whole + ("[%d]" % k if port.count > 1 else "")
            if rng.random() < .5 or whole in self.ports:
                shown = whole
            self.ports[shown] = port
        for (place, name, k), far in system.far.items():
            if far != "environment":
                continue
            whole = place.named(name)
            for shown in (whole + "[%d]" % k, whole):
                if shown in self.ports:
                    self.covers[place, name, k] = shown
                    break
        count = rng.randint(1, 3)
        self.outer = rng.random() < .4
        self.states = ["s%d" % k for k in range(count)]
        self.steps = {s: self.some(rng) for s in self.states}
        self.steps["g"] = self.some(rng) if self.outer else []

    def some(self, rng):
        out = []
        for name, port in self.ports.items():
            if rng.random() < .1:
                out.append(Step(name, "*", None, False, self.target(rng)))
            for message, x in [*port.receives().items(),
                               *port.sends().items()]:
                while rng.random() < .6:
                    guard = None
                    if rng.random() < .4:
                        guard = (rng.choice([x, "n"] if x else ["n"]),
                                 rng.choice("<>"), 1)
                    out.append(Step(name, message, guard, rng.random() < .3,
                                    self.target(rng)))
        return out

    def target(self, rng):
        return rng.choice(self.states + [None] + ["g"] * self.outer)

    def take(self, state, counter, place, port, k, message, value):
        """The state and the counter behind it; None where nothing is enabled.
        """
        shown = self.covers[place, port, k]
        chain = [state] + ["g"] * self.outer
        for name in (message, "*"):
            found = [s for level in chain for s in self.steps[level]
                     if s.port == shown and s.message == name]
            if not found:
                continue
            ordered = [s for s in found if s.guard] + \
                [s for s in found if not s.guard]
            for s in ordered:
                if s.holds(value, counter):
                    after = self.states[0] if s.target == "g" else s.target
                    return after or state, (counter + s.counts) % 3
            return None
        return None

    def text(self):
        out, done = ["model A"], set()
        for port in self.ports.values():
            if port.protocol.name not in done:
                out += port.protocol.text()
            done.add(port.protocol.name)
        out += ["capsule Environment {", "attribute n: int = 0"]
        out += ['port "%s": %s%s' % (name, "~" * p.conjugated, p.protocol.name)
                for name, p in self.ports.items()]
        out += ["machine {"]
        if self.outer:
            out += ["initial j", "transition start: j -> g", "state g {"]
        out += ["initial i", *("state " + s for s in self.states),
                "transition begin: i -> s0"]
        for s in self.states:
            out += self.transitions(s)
        out += ["}"] * self.outer + self.transitions("g")
        return "\n".join(out + ["}", "}"]) + "\n"

    def path(self, target, source):
        inside = self.outer and source == "g" and target in self.states
        return "g::" + target if inside else target or source

    def transitions(self, source):
        return ["%stransition %s%d: %s -> %s { on \"%s\".%s%s%s }" % (
            "" if s.target else "internal ", source, k, source,
            self.path(s.target, source), s.port, s.message,
            " when { %s %s %d }" % s.guard if s.guard else "",
            " do { n = (n + 1) % 3; }" if s.counts else "")
            for k, s in enumerate(self.steps[source])]


class AssumedRun(SystemRun):
    """A run of the system with the state of its assumption."""
    assumption = None

    def __init__(self, system, saved=None):
        self.assumed = ("s0", 0) if saved is None else saved[-1]
        super().__init__(system, None if saved is None else saved[:-1])

    def saved(self):
        return super().saved() + (self.assumed,)

    def may_send(self, letter, value):
        if not super().may_send(letter, value):
            return False
        place, port, k, message = letter
        return (place, port.name, k) not in self.assumption.covers or \
            self.assumption.take(*self.assumed, place, port.name, k, message,
                                 value) is not None

    def environment_sends(self, letter, value):
        place, port, k, message = letter
        self.observe(place, port.name, k, message, value)
        super().environment_sends(letter, value)

    def observe(self, place, port, k, message, value):
        if (place, port, k) in self.assumption.covers:
            self.assumed = self.assumption.take(
                *self.assumed, place, port, k, message, value) or self.assumed


def small_system(seed):
    """As that of random_system_test, with an assumption that forbids something."""
    for k in range(1000):
        one = systems.random_system("assume %d %d" % (seed, k))
        rng = random.Random("assume %d %d" % (seed, k))
        try:
            system = systems.size(one)
            if not system.letters:
                continue
            systems.SystemRun = SystemRun
            free = systems.explore(system)
            assumption = Assumption(rng, system)
            AssumedRun.assumption = assumption
            systems.SystemRun = AssumedRun
            depth, configurations, limited = systems.explore(system)
            if sum(d > 0 for d in depth.values()) >= 4 and depth != free[0]:
                return one, system, assumption, depth, configurations, limited
        except (systems.TooLarge, Unsupported):
            continue
    raise AssertionError("no small system")


def check(catenary, seed):
    one, system, assumption, depth, configurations, limited = small_system(seed)
    with tempfile.TemporaryDirectory() as folder:
        for name, text in (("m.sm", one.text()), ("a.sm", assumption.text())):
            with open(os.path.join(folder, name), "w",
                      encoding="utf-8") as file:
                file.write(text)
        done = systems.call(folder, catenary, "generate", "m.sm#Top", "-o",
                            "m.json", "--assume", "a.sm", "--cover", "label",
                            "--method", "single", "--quiet")
        assert done.returncode in (0, 1, 4), (done.returncode, done.stderr)
        with open(os.path.join(folder, "m.json"), encoding="utf-8") as file:
            suite = json.load(file)
        assert suite["options"]["assume"] == "a.sm", suite["options"]
        systems.compare_goals(suite, depth, limited)
        steps = systems.compare_tests(system, suite)
        ran = systems.call(folder, catenary, "run", "m.json", "--sut",
                           "model:m.sm#Top", "--quiet")
        assert ran.returncode == 0, (ran.stdout, ran.stderr)
    never = sum(g["status"] == "unreachable" for g in suite["goals"])
    return (configurations, len(suite["goals"]), never, steps,
            len(system.machines), limited)


def main():
    catenary = os.path.abspath(sys.argv[1])
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 4
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    sums, failed = [0] * 6, 0
    for k in range(seed, seed + count):
        try:
            one = check(catenary, k)
        except (AssertionError, systems.subprocess.TimeoutExpired) as error:
            failed += 1
            found = small_system(k)
            print("seed %d: %s\n%s\n%s" % (k, error, found[0].text(),
                                           found[2].text()), flush=True)
            continue
        sums = [a + b for a, b in zip(sums, one)]
    print("%d systems, %d wrong; %d configurations, %d goals, %d of them "
          "unreachable, %d steps agree; %d instances, %d systems beyond limits"
          % (count, failed, *sums))
    return int(failed > 0 or 0 in sums[:5])


if __name__ == "__main__":
    sys.exit(main())
