# SPDX-License-Identifier: Apache-2.0
"""Random small requirement files and what they mean, by enumeration.

The meaning is read off docs/req.md: contracts over several steps are followed by
monitors of our own, formulas are evaluated as Python closures. Nothing of
Catenary is used.
"""
import itertools
import random


class Expr:
    """A formula: its text, its value over (before, now, memory), what it reads
    of the current step, and whether it reads the step before."""

    def __init__(self, text, value, mentions=(), before=False):
        self.text = text
        self.value = value
        self.mentions = frozenset(mentions)
        self.before = before


class Memory:
    """Something remembered from step to step."""

    def __init__(self, first, later):
        self.first = first  # (now) -> value; `first` and `later` are of Expr form
        self.later = later  # (value before, before, now, memory) -> value


class Contract:
    def __init__(self, text, at_init, at_step, holds, when=None, frees=(),
                 opens=None):
        self.text = text
        self.at_init = at_init
        self.at_step = at_step
        self.holds = holds  # (before, now, memory, owed) -> bool
        self.when = when    # assumption of a plain contract
        self.frees = frozenset(frees)  # variables it mentions, with a `when`
        self.opens = opens  # (before, now, memory, owed) -> frames end


class Interface:
    """Variables are (name, role, values, type text); roles i, o, h."""

    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.memories = []
        self.contracts = []
        self.timers = []   # of contracts over several steps
        self.frames = []
        self.promises = []
        self.purposes = []
        self.make_variables()
        r = self.rng
        count = r.randint(2, 5)
        self.lines = []
        for n in range(count):
            self.lines.append(f"  req R-{n}")
            self.add_contract(f"c{n}")
        if r.random() < 0.3:
            self.add_frame(count)
        if r.random() < 0.3:
            e = self.boolean(2, roles="i")
            self.promises.append(e)
        for n in range(3):
            e = self.boolean(2, before=r.random() < 0.3)
            within = r.choice([None, None, None, 1, 2, 4])
            self.purposes.append((f"P{n}", e, within))
        self.finish_frames()

    # --- text

    def text(self):
        out = ["interface t", "enum E = RED, GREEN, BLUE"]
        words = {"i": "input", "o": "output", "h": "hidden"}
        for name, role, _, kind in self.variables:
            out.append(f"{words[role]} {name} : {kind}")
        for n, e in enumerate(self.promises):
            out.append(f"env p{n}: {e.text}")
        out.append("view v")
        out += self.lines
        for name, e, within in self.purposes:
            bound = "" if within is None else f" within {within}"
            out.append(f"purpose {name}{bound}: {e.text}")
        return "\n".join(out) + "\n"

    # --- variables and formulas

    def make_variables(self):
        r = self.rng
        kinds = [("bool", [False, True]), ("int 0..2", [0, 1, 2]),
                 ("E", ["RED", "GREEN", "BLUE"]), ("bool", [False, True]),
                 ("int 0..3", [0, 1, 2, 3])]
        self.variables = []
        roles = ["i"] * r.randint(1, 2) + ["o"] * r.randint(1, 2)
        if r.random() < 0.4:
            roles.append("h")
        for n, role in enumerate(roles):
            kind, values = r.choice(kinds)
            self.variables.append((f"{role}{n}", role, values, kind))

    def some(self, roles, kinds=None):
        found = [v for v in self.variables if v[1] in roles and
                 (kinds is None or v[3].split()[0] in kinds)]
        return self.rng.choice(found) if found else None

    def number(self, roles, before):
        r = self.rng
        v = self.some(roles, ("int",))
        if v is None or r.random() < 0.2:
            n = r.randint(0, 3)
            return Expr(str(n), lambda b, w, m: n)
        name = v[0]
        if before and r.random() < 0.4:
            e = Expr(name, lambda b, w, m: b[name], (), True)
        else:
            e = Expr(name + "'", lambda b, w, m: w[name], (name,))
        if r.random() < 0.25:
            n = r.randint(1, 2)
            sign = r.choice("+-")
            f = e.value
            return Expr(f"{e.text} {sign} {n}",
                        (lambda b, w, m: f(b, w, m) + n) if sign == "+" else
                        (lambda b, w, m: f(b, w, m) - n), e.mentions, e.before)
        return e

    def atom(self, roles, before, memory):
        r = self.rng
        if memory and r.random() < 0.25:
            return self.look_back(roles)
        v = self.some(roles)
        name, _, values, kind = v
        now = not (before and r.random() < 0.35)

        def read(b, w):
            return w[name] if now else b[name]
        text = name + ("'" if now else "")
        mentions = (name,) if now else ()
        if kind == "bool":
            return Expr(text, lambda b, w, m: read(b, w), mentions, not now)
        if kind == "E":
            value = r.choice(values)
            if r.random() < 0.3:
                return Expr(f"{text} != {value}",
                            lambda b, w, m: read(b, w) != value, mentions,
                            not now)
            return Expr(f"{text} = {value}",
                        lambda b, w, m: read(b, w) == value, mentions, not now)
        left, right = self.number(roles, before), self.number(roles, before)
        op, f = r.choice([("=", lambda x, y: x == y), ("<", lambda x, y: x < y),
                          ("<=", lambda x, y: x <= y),
                          ("!=", lambda x, y: x != y)])
        p, q = left.value, right.value
        return Expr(f"{left.text} {op} {right.text}",
                    lambda b, w, m: f(p(b, w, m), q(b, w, m)),
                    left.mentions | right.mentions, left.before or right.before)

    def look_back(self, roles):
        """once, historically, pre of a formula of the current step."""
        r = self.rng
        inner = self.boolean(1, roles=roles)
        f = inner.value
        index = len(self.memories)
        kind = r.choice(["once", "historically", "pre"])
        if kind == "once":
            self.memories.append(Memory(
                lambda w, m: f(None, w, m),
                lambda v, b, w, m: v or f(b, w, m)))
            return Expr(f"once({inner.text})", lambda b, w, m: m[index],
                        inner.mentions)
        if kind == "historically":
            self.memories.append(Memory(
                lambda w, m: f(None, w, m),
                lambda v, b, w, m: v and f(b, w, m)))
            return Expr(f"historically({inner.text})", lambda b, w, m: m[index],
                        inner.mentions)
        # What it was a step ago: kept as a pair (its value, the one before).
        self.memories.append(Memory(
            lambda w, m: (f(None, w, m), False),
            lambda v, b, w, m: (f(b, w, m), v[0])))
        return Expr(f"pre({inner.text})", lambda b, w, m: m[index][1])

    def boolean(self, depth, roles="ioh", before=False, memory=False):
        r = self.rng
        if depth == 0 or r.random() < 0.35:
            return self.atom(roles, before, memory)
        a = self.boolean(depth - 1, roles, before, memory)
        f = a.value
        if r.random() < 0.25:
            return Expr(f"(not ({a.text}))", lambda b, w, m: not f(b, w, m),
                        a.mentions, a.before)
        c = self.boolean(depth - 1, roles, before, memory)
        g = c.value
        op, h = r.choice([
            ("and", lambda b, w, m: bool(f(b, w, m)) and bool(g(b, w, m))),
            ("or", lambda b, w, m: bool(f(b, w, m)) or bool(g(b, w, m))),
            ("=>", lambda b, w, m: not f(b, w, m) or bool(g(b, w, m)))])
        return Expr(f"({a.text} {op} {c.text})", h, a.mentions | c.mentions,
                    a.before or c.before)

    # --- contracts

    def add_contract(self, name):
        r = self.rng
        kind = r.choice(["init", "step", "step", "step", "always", "within",
                         "for", "until"])
        if kind in ("within", "for", "until"):
            return self.add_timed(kind)
        before = kind == "step"
        when = None
        text = f"    {kind} {name}: "
        if r.random() < 0.7:
            when = self.boolean(1, "ioh" if r.random() < 0.5 else "i", before,
                                memory=True)
            text += f"when {when.text} then "
        then = self.boolean(2, "ioh" if r.random() < 0.3 else "oh", before,
                            memory=True)
        self.lines.append(text + then.text)
        f, g = (when.value if when else None), then.value
        self.contracts.append(Contract(
            name, kind != "step", kind != "init",
            lambda b, w, m, o: (f is not None and not f(b, w, m)) or
            bool(g(b, w, m)),
            when=when,
            frees=then.mentions if when and kind != "init" else (),
            opens=(lambda b, w, m, o: bool(f(b, w, m))) if when else None))
        return None

    def add_timed(self, kind):
        r = self.rng
        when = self.boolean(1, "io")
        then = self.boolean(1, "oh")
        index = len(self.timers)
        f, g = when.value, then.value
        if kind == "within":
            n = r.randint(1, 3)
            self.lines.append(
                f"    when {when.text} then within {n} steps {then.text}")

            # Steps since the oldest trigger without an answer; 0: none.
            def timer(v, b, w, m):
                if g(b, w, m):
                    return 0
                if v > 0:
                    return min(v + 1, n)
                return 1 if f(b, w, m) else 0
            self.timers.append(timer)
            self.contracts.append(Contract(
                None, False, True,
                lambda b, w, m, o: o[0][index] < n or bool(g(b, w, m)),
                frees=then.mentions,
                opens=lambda b, w, m, o: o[0][index] > 0 or bool(f(b, w, m))))
            return
        if kind == "for":
            n = r.randint(1, 3)
            self.lines.append(
                f"    when {when.text} then for {n} steps {then.text}")

            def timer(v, b, w, m):
                return n if f(b, w, m) else max(v - 1, 0)
        else:
            release = self.boolean(1, "io")
            h = release.value
            self.lines.append(f"    when {when.text} then until "
                              f"{release.text}, {then.text}")

            def timer(v, b, w, m):
                on = (v > 0 or bool(f(b, w, m))) and not h(b, w, m)
                return 1 if on else 0
        self.timers.append(timer)
        self.contracts.append(Contract(
            None, True, True,
            lambda b, w, m, o: o[1][index] == 0 or bool(g(b, w, m)),
            frees=then.mentions,
            opens=lambda b, w, m, o: o[1][index] > 0))

    def add_frame(self, n):
        v = self.some("oh")
        self.lines.append(f"  req R-{n}")
        self.lines.append(f"    frame {v[0]}")
        self.frames.append(v[0])

    def finish_frames(self):
        for name in self.frames:
            free = [c.opens for c in self.contracts
                    if c.at_step and c.opens and name in c.frees]

            def holds(b, w, m, o, name=name, free=tuple(free)):
                return any(f(b, w, m, o) for f in free) or w[name] == b[name]
            self.contracts.append(Contract(None, False, True, holds))

    # --- steps

    def inputs(self, state):
        """Inputs that keep the promises after `state` (None: at first)."""
        names = [v[0] for v in self.variables if v[1] == "i"]
        for values in itertools.product(
                *[v[2] for v in self.variables if v[1] == "i"]):
            w = dict(zip(names, values))
            if all(p.value(None, w, ()) for p in self.promises):
                yield w

    def evaluate(self, state, now):
        """Memory and timers (before, now) of a step."""
        b, memory, timers = state if state else (None, None, None)
        m = []
        for k, e in enumerate(self.memories):
            m.append(e.first(now, m) if state is None
                     else e.later(memory[k], b, now, m))
        m = tuple(m)
        was = timers if timers else (0,) * len(self.timers)
        t = tuple(f(v, b, now, m) for f, v in zip(self.timers, was))
        return b, m, (was, t)

    def answers(self, state, given):
        """All (now, next state) that the contracts allow to these inputs."""
        chosen = [v for v in self.variables if v[1] != "i"]
        for values in itertools.product(*[v[2] for v in chosen]):
            now = dict(given)
            now.update(zip([v[0] for v in chosen], values))
            b, m, owed = self.evaluate(state, now)
            if all(c.holds(b, now, m, owed) for c in self.contracts
                   if (c.at_init if state is None else c.at_step)):
                yield now, b, m, (now, m, owed[1])

    def goal(self, purpose, state, now, m):
        if purpose.before and state is None:
            return False
        return bool(purpose.value(state[0] if state else None, now, m))
