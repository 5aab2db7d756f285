# SPDX-License-Identifier: Apache-2.0
"""Random small timed models (XLIA) and all their steps, by enumeration.

There is one clock, which is compared with integers or integer variables, so
delays in multiples of 1/2 meet every region (Alur, Dill, 1994); integer
variables are kept within 0..4 by guards, also those that nobody knows.
Nothing of Catenary is used.
"""
import random

LOW, HIGH = 0, 4
CAP = 20  # of the clock, in halves: beyond the largest comparison
PORTS = [("In", "input", True), ("K", "input", False), ("Ev", "input", True),
         ("A", "output", True), ("B", "output", False), ("D", "output", True)]
OPERATORS = {"<": lambda p, q: p < q, "<=": lambda p, q: p <= q,
             "==": lambda p, q: p == q, "!=": lambda p, q: p != q,
             ">=": lambda p, q: p >= q, ">": lambda p, q: p > q}
RANGE = f"( {LOW} <= %s && %s <= {HIGH} )"


class Transition:
    """`run` gives all (values sent, environment) of a step that begins with the
    environment; `received`: the variable that takes what is received."""

    def __init__(self, name, source, target, port, received):
        self.name = name
        self.source = source
        self.target = target
        self.port = port
        self.received = received
        self.lines = []
        self.statements = []  # environment -> list of environments

    def step(self, env):
        found = [env]
        for statement in self.statements:
            found = [after for e in found for after in statement(e)]
        return found


class Model:
    def __init__(self, seed):
        r = self.rng = random.Random(seed)
        self.states = [f"q{n}" for n in range(r.randint(2, 4))]
        self.hidden = r.random() < 0.6  # the first value of y
        self.transitions = []
        for state in self.states:
            for _ in range(r.randint(1, 3)):
                self.add_transition(state)

    # --- making

    def add_transition(self, source):
        r = self.rng
        target = r.choice(self.states)
        port = r.choice(PORTS) if r.random() < 0.93 else None
        received = None
        if port and port[1] == "input" and port[2]:
            received = "x"
        t = Transition(f"t{len(self.transitions)}", source, target,
                       port[0] if port else None, received)
        if received:
            t.lines.append(f"input {port[0]}( x );")
            self.bound(t, "x")
        elif port and port[1] == "input":
            t.lines.append(f"input {port[0]};")
        kinds = ["guard", "clock", "clock", "reset", "assign", "fresh"]
        todo = [r.choice(kinds) for _ in range(r.randint(0, 4))]
        if port and port[1] == "output":
            todo.insert(r.randint(0, len(todo)), "send")
        for kind in todo:
            getattr(self, kind)(t, port)
        self.transitions.append(t)

    def require(self, t, text, holds):
        t.lines.append(f"guard ( {text} );")
        t.statements.append(lambda e: [e] if holds(e) else [])

    def bound(self, t, name):
        self.require(t, RANGE % (name, name),
                     lambda e: LOW <= e[name] <= HIGH)

    def guard(self, t, _):
        r = self.rng
        op = r.choice(list(OPERATORS))
        f = OPERATORS[op]
        left = r.choice("xy")
        if r.random() < 0.4:
            self.require(t, f"{left} {op} y", lambda e: f(e[left], e["y"]))
        else:
            n = r.randint(0, 4)
            self.require(t, f"{left} {op} {n}", lambda e: f(e[left], n))

    def clock(self, t, _):
        r = self.rng
        op = r.choice(["<", "<=", "==", ">=", ">", "<="])
        f = OPERATORS[op]
        n = r.randint(0, 3)
        if r.random() < 0.3:
            name = r.choice("xy")
            self.require(t, f"c {op} {name} + {n}",
                         lambda e: f(e["c"], 2 * (e[name] + n)))
        else:
            self.require(t, f"c {op} {n}", lambda e: f(e["c"], 2 * n))

    def reset(self, t, _):
        t.lines.append("c := 0;")
        t.statements.append(lambda e: [dict(e, c=0)])

    def assign(self, t, _):
        r = self.rng
        name, other = r.choice("xy"), r.choice("xy")
        n = r.randint(-1, 2)
        t.lines.append(f"{name} := {other} + {n};" if n >= 0
                       else f"{name} := {other} - {-n};")
        t.statements.append(lambda e: [dict(e, **{name: e[other] + n})])
        self.bound(t, name)

    def fresh(self, t, _):
        name = self.rng.choice("xy")
        t.lines.append(f"newfresh( {name} );")
        t.statements.append(lambda e: [dict(e, **{name: v})
                                       for v in range(LOW, HIGH + 1)])
        t.lines.append(f"guard {RANGE % (name, name)};")

    def send(self, t, port):
        if not port[2]:
            t.lines.append(f"output {port[0]};")
            return
        name, n = self.rng.choice("xy"), self.rng.randint(0, 2)
        t.lines.append(f"output {port[0]}( {name} + {n} );")

    # --- text

    def text(self):
        out = ["@xlia< system , 1.0 >:", "timed system Sys {", "@composite:",
               "  statemachine Mach {", "  @public:"]
        for name, direction, value in PORTS:
            out.append(f"    port {direction} {name}"
                       f"{'( int )' if value else ''};")
        out += ["  @private:", "    var int x;", "    var int y;",
                "    var clock urational c;", "  @region:"]
        for n, state in enumerate(self.states):
            out.append(f"    state{'< start >' if n == 0 else ''} {state} {{")
            if n == 0:
                first = (f"guard {RANGE % ('y', 'y')};" if self.hidden
                         else "y := 1;")
                out.append(f"      @init{{ x := 0; {first} }}")
            for t in self.transitions:
                if t.source != state:
                    continue
                out.append(f"      transition {t.name} --> {t.target} {{")
                out += [f"        {line}" for line in t.lines]
                out.append("      }")
            out.append("    }")
        out += ["  @com:", "    connect< env > {"]
        out += [f"      {d} {name};" for name, d, _ in PORTS]
        out += ["    }", "  }", "}"]
        return "\n".join(out) + "\n"

    # --- meaning

    def starts(self):
        ys = range(LOW, HIGH + 1) if self.hidden else [1]
        return [(self.states[0], 0, y, 0) for y in ys]

    def steps(self, at):
        """(transition, state after) of all steps, after any delay."""
        state, x, y, c = at
        for t in self.transitions:
            if t.source != state:
                continue
            seen = set()
            for clock in range(c, CAP + 1):
                for value in (range(LOW, HIGH + 1) if t.received else [x]):
                    for e in t.step({"x": value, "y": y, "c": clock}):
                        after = (t.target, e["x"], e["y"], e["c"])
                        if after not in seen:
                            seen.add(after)
                            yield t, after
