#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random systems of capsules, against all their runs in integer time.

Systems have up to four instances with machines, connected by ports that may be
replicated or relayed, with timers and messages of any priority. For each system
  - goals `catenary generate` covers or proves unreachable are those that the
    interpreter reaches or does not reach, after as many steps at least, and as
    many where the run is called shortest;
  - every step of every test does what the interpreter does, at a time when the
    interpreter can do it, and no step can be earlier;
  - `catenary run` on the model passes.

  random_system_test.py CATENARY [COUNT [SEED [changing]]]

With `changing`, systems have instances that are incarnated and destroyed.
"""
import concurrent.futures
import json
import os
import subprocess
import sys
import tempfile

import against_interpreter as against
from random_system import VALUES, random_system
from system_interpreter import MOST_WAITING, System, SystemRun, Unsupported

MOST = 60000  # steps of the exploration
MOST_LETTERS = 4  # of the environment, with their values
LEAST_GOALS = 8  # that are not reached by the initialisation
SECOND = 10 ** 9


class TooLarge(Exception):
    """Not for an exhaustive search."""


def steps_from(system, saved):
    """Each as a function that gives the run behind it."""
    letters = [(letter, value) for letter in system.letters
               for value in (VALUES if letter[1].receives()[letter[3]]
                             else (None,))]
    most = SystemRun(system, saved).most()
    for seconds in range((most or 0) + 1):
        def make(act, waits, seconds=seconds):
            run = SystemRun(system, saved)
            run.elapse(seconds)
            if act:
                act(run)
            if not waits:
                run.dispatch()
            run.rest()
            return run

        run = SystemRun(system, saved)
        run.elapse(seconds)
        acts = [lambda r, t=t: r.expire(t)
                for t, (left, _) in run.timers.items() if left == 0]
        if len(run.queue) < MOST_WAITING:
            acts += [lambda r, e=e: r.environment_sends(*e) for e in letters
                     if run.may_send(*e)]
        for act in acts:
            for waits in (False, True):
                yield lambda a=act, w=waits, m=make: m(a, w)
        if run.queue:
            yield lambda m=make: m(None, False)


def explore(system):
    """Goals with the fewest steps to them; configurations; whether runs ended as
    unsupported."""
    first, limited = SystemRun(system), False
    depth = dict.fromkeys(first.hits, 0)
    seen, queue, steps = {first.saved()}, [(first.saved(), 0)], 0
    for saved, length in queue:
        for step in steps_from(system, saved):
            steps += 1
            if steps > MOST:
                raise TooLarge
            try:
                run = step()
            except Unsupported:
                limited = True
                continue
            for goal in run.hits:
                depth.setdefault(goal, length + 1)
            after = run.saved()
            if after not in seen:
                seen.add(after)
                queue.append((after, length + 1))
    return depth, len(seen), limited


def replay(system, run, step, names, seconds, judge=True):
    """The run behind the step of a test, or None where it is not possible
    then."""
    most = run.most()
    if seconds < 0 or (most is not None and seconds > most):
        return None
    after = SystemRun(system, run.saved())
    after.elapse(seconds)
    inputs = step["inputs"]
    name = names["message"][inputs.get("message", 0)]
    waits = bool(inputs.get("wait", False))
    if name == "next":
        if waits or not (after.queue or after.dead()):
            return None
    elif name.endswith(".timeout"):
        slot = inputs.get("timer", 1)
        due = [t for t, (left, _) in after.timers.items() if left == 0 and
               t[2] == slot and t[0].named(t[1] + ".timeout") == name]
        if len(due) != 1:
            return None
        after.expire(due[0])
    else:
        letter = next(e for e in system.letters if letter_name(e) == name)
        parameter = letter[1].receives()[letter[3]]
        value = inputs.get(parameter, 0) if parameter else None
        if len(after.queue) >= MOST_WAITING or \
                not after.may_send(letter, value):
            return None
        after.environment_sends(letter, value)
    if not waits and after.queue:
        after.dispatch()
    after.rest()
    if judge:
        compare(system, after, step, names)
    return after


def letter_name(letter):
    place, port, k, message = letter
    at = "[%d]" % k if port.count > 1 else ""
    return place.named("%s%s.%s" % (port.name, at, message))


def compare(system, run, step, names):
    """What the step expects, with what the interpreter has."""
    want = {"ran": run.ran, "from": run.source, "to": run.target,
            "outcome": run.outcome}
    received = {letter_name(e) for e in system.letters}
    for place in system.machines:
        want[place.named("state")] = run.state(place)
        for port in place.capsule.ports:
            if port.relay or not any(
                    system.far[place, port.name, k] == "environment"
                    for k in range(port.count)):
                continue
            for message, parameter in port.sends().items():
                count, value = run.sent.get((place, port.name, message),
                                            (0, 0))
                name = place.named(port.name + "." + message)
                want[name + "#2" * (name in received)] = count
                if parameter:
                    want[name + "." + parameter] = value
    for name, got in step["expect"].items():
        got = names.get(name, {}).get(got, got)
        assert str(got) == str(want[name]), (name, got, want[name])
    assert set(want) == set(step["expect"]), (want, step["expect"])
    missing = [g for g in step.get("goals", []) if g not in run.hits]
    assert not missing, missing


def follow(system, first, steps, names, times):
    """Whether the steps are possible at these times."""
    run, now = first, 0
    for step, at in zip(steps, times):
        try:
            run = replay(system, run, step, names, at - now, False)
        except Unsupported:
            return False
        if run is None:
            return False
        now = at
    return True


def compare_tests(system, suite):
    """Every step; how many there are."""
    names, count, ends = against.names_of(suite), 0, []
    first = SystemRun(system)
    for test in against.all_tests(suite):
        steps, run, now = list(ends[test["after"]][0]) if "after" in test \
            else [], first, 0
        if "after" in test:
            run, now = ends[test["after"]][1:]
        for step in test["steps"]:
            at = int(step.get("at_ns", 0))
            assert at % SECOND == 0, at
            at = at // SECOND if "at_ns" in step else now
            after = replay(system, run, step, names, at - now)
            assert after is not None, (test.get("id"), len(steps), step)
            run, now = after, at
            steps.append((step, at))
            count += 1
        ends.append((steps, run, now))
        # Nothing can be a second earlier, alone or with all behind it.
        times = [at for _, at in steps]
        for k in range(len(steps) if "id" in test else 0):
            for last in (k + 1, len(steps)):
                earlier = [at - (k <= n < last) for n, at in enumerate(times)]
                assert times[k] == 0 or not follow(
                    system, first, [s for s, _ in steps], names, earlier), \
                    (test["id"], k, times)
    return count


def compare_goals(suite, depth, limited):
    known = {g["id"]: g for g in suite["goals"]}
    assert set(depth) <= set(known), set(depth) - set(known)
    for name, goal in known.items():
        if name not in depth:
            # Beyond the limits nothing is known. A search that ends early says
            # so, and is not wrong.
            want = ("unreachable", "not_within_bound") + (
                ("undecided",) if limited else ())
            assert goal["status"] in want, (name, goal, want)
            assert goal["status"] != "unreachable" or \
                goal["trust"] == "proved", goal
            continue
        if goal["status"] == "not_within_bound":
            assert goal["depth"] < depth[name], (name, goal, depth[name])
            continue
        assert goal["status"] == "covered", (name, goal, depth[name])
        assert goal["depth"] == depth[name], (name, goal, depth[name])


def call(folder, *command):
    return subprocess.run(command, cwd=folder, capture_output=True, text=True,
                          timeout=300)


def size(random_one):
    """The system, where an exhaustive search may be possible."""
    system = System(random_one.top)
    letters = sum(len(VALUES) if p.receives()[m] else 1
                  for _, p, _, m in system.letters)
    if not 1 <= len(system.machines) <= 4 or len(system.places) < 2 or \
            letters > MOST_LETTERS:
        raise TooLarge
    timing = sum(len(p.capsule.timing) for p in system.machines)
    system.most_timers = max(16 // max(timing, 1), 1)
    return system


def makes_instances(one):
    return any(what == "incarnate" for c in one.capsules if c.machine
               for t in c.machine.transitions for what, *_ in t.effect.actions)


def small_system(seed, changes):
    """The first one from the seed on that can be explored, and its runs."""
    for k in range(1000):
        one = random_system("%d %d" % (seed, k), changes)
        try:
            system = size(one)
            if changes and not makes_instances(one):
                continue
            depth, configurations, limited = explore(system)
            if sum(d > 0 for d in depth.values()) >= LEAST_GOALS:
                return one, system, depth, configurations, limited
        except (TooLarge, Unsupported):
            continue  # too large, or the initialisation goes beyond the limits
    raise AssertionError("no small system")


def check(catenary, seed, changes):
    one, system, depth, configurations, limited = small_system(seed, changes)
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "m.sm"), "w", encoding="utf-8") as file:
            file.write(one.text())
        done = call(folder, catenary, "generate", "m.sm#Top", "-o", "m.json",
                    "--cover", "label", "--method", "single", "--quiet")
        # 4: the search ended early, and says how far it came.
        assert done.returncode in (0, 1, 4), (done.returncode, done.stderr)
        with open(os.path.join(folder, "m.json"), encoding="utf-8") as file:
            suite = json.load(file)
        compare_goals(suite, depth, limited)
        steps = compare_tests(system, suite)
        ran = call(folder, catenary, "run", "m.json", "--sut", "model:m.sm#Top",
                   "--quiet")
        assert ran.returncode == 0, (ran.stdout, ran.stderr)
    never = sum(g["status"] == "unreachable" for g in suite["goals"])
    return (configurations, len(suite["goals"]), never, steps,
            len(system.machines), limited)


def outcome(catenary, seed, changes):
    try:
        return check(catenary, seed, changes)
    except (AssertionError, subprocess.TimeoutExpired) as error:
        return "seed %d: %s\n%s" % (
            seed, error, small_system(seed, changes)[0].text())


def main():
    catenary = os.path.abspath(sys.argv[1])
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 12
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    changes = sys.argv[4:] == ["changing"]
    sums, failed = [0] * 6, 0
    with concurrent.futures.ProcessPoolExecutor() as pool:
        for one in pool.map(outcome, [catenary] * count,
                            range(seed, seed + count), [changes] * count):
            if isinstance(one, str):
                failed += 1
                print(one, flush=True)
            else:
                sums = [a + b for a, b in zip(sums, one)]
    print("%d systems, %d wrong; %d configurations, %d goals, %d of them "
          "unreachable, %d steps agree; %d instances, %d systems beyond limits"
          % (count, failed, *sums))
    return int(failed > 0 or 0 in sums[:5])


if __name__ == "__main__":
    sys.exit(main())
