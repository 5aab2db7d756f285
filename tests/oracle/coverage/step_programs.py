# SPDX-License-Identifier: Apache-2.0
"""Random small C step programs that can say what their runs cover.

A program is a tree of statements that writes itself as C, remembering at which
line and column everything stands, and that runs itself, in Python, noting what
is exercised. It shares nothing with Catenary but the definitions of
docs/coverage.md.
"""
import itertools

VALUES = 4       # state variables s0, s1, ... hold 0 .. VALUES - 1
INPUTS = {"a": 4, "b": 2}
MODES = ("IDLE", "BUSY", "DONE")


class Text:
    """C text being written; knows where it is."""

    def __init__(self, name):
        self.name, self.lines, self.indent = name, [""], 0

    def here(self):
        return (len(self.lines), len(self.lines[-1]) + 1)

    def put(self, text):
        self.lines[-1] += text

    def line(self):
        self.lines.append("  " * self.indent)

    def place(self, at):
        return f"{self.name}:{at[0]}:{at[1]}"


class Run:
    """One step: the values of all variables, and what is noted."""

    def __init__(self, values, noted):
        self.values, self.noted = values, noted

    def note(self, *what):
        self.noted.add(what)


# --- numbers ---------------------------------------------------------------
class Name:
    def __init__(self, name):
        self.name = name

    def write(self, out):
        out.put(self.name)

    def value(self, run):
        return run.values[self.name]


class Number:
    def __init__(self, number):
        self.number = number

    def write(self, out):
        out.put(str(self.number))

    def value(self, _run):
        return self.number


class Sum:
    def __init__(self, left, right):
        self.left, self.right = left, right

    def write(self, out):
        self.left.write(out)
        out.put(" + ")
        self.right.write(out)

    def value(self, run):
        return self.left.value(run) + self.right.value(run)


# --- truth values ----------------------------------------------------------
COMPARE = {"<": lambda x, y: x < y, "<=": lambda x, y: x <= y,
           ">": lambda x, y: x > y, ">=": lambda x, y: x >= y,
           "==": lambda x, y: x == y, "!=": lambda x, y: x != y}


class Comparison:
    """A condition; `at` is where it begins, `operator_at` its operator."""

    def __init__(self, left, operator, right):
        self.left, self.operator, self.right = left, operator, right
        self.at = self.operator_at = None

    def write(self, out):
        self.at = out.here()
        self.left.write(out)
        out.put(" ")
        self.operator_at = out.here()
        out.put(self.operator + " ")
        self.right.write(out)

    def leaves(self):
        return [self]

    def value(self, run):
        left, right = self.left.value(run), self.right.value(run)
        if abs(left - right) <= 1:
            run.note("boundary", self.operator_at, left - right)
        return COMPARE[self.operator](left, right)

    def truth(self, run, seen):
        value = self.value(run)
        run.note("condition", self.at, value)
        seen[self] = value
        return value

    def pure(self, run):
        return COMPARE[self.operator](self.left.value(run),
                                      self.right.value(run))


class Flag:
    """A condition that is a variable, or its negation."""

    def __init__(self, name, negated):
        self.name, self.negated, self.at = name, negated, None

    def write(self, out):
        self.at = out.here()
        out.put(("!" if self.negated else "") + self.name)

    def leaves(self):
        return [self]

    def pure(self, run):
        return (run.values[self.name] != 0) != self.negated

    def truth(self, run, seen):
        value = self.pure(run)
        run.note("condition", self.at, value)
        seen[self] = value
        return value


class Both:
    """left && right, or left || right."""

    def __init__(self, operator, left, right):
        self.operator, self.left, self.right = operator, left, right

    def write(self, out):
        for side in (self.left, self.right):
            inner = isinstance(side, Both)
            out.put("(" if inner else "")
            side.write(out)
            out.put(")" if inner else "")
            out.put(f" {self.operator} " if side is self.left else "")

    def leaves(self):
        return self.left.leaves() + self.right.leaves()

    def truth(self, run, seen):
        left = self.left.truth(run, seen)
        if left == (self.operator == "||"):
            return left
        return self.right.truth(run, seen)

    def outcome(self, values):
        def of(node):
            if not isinstance(node, Both):
                return values[node]
            if node.operator == "&&":
                return of(node.left) and of(node.right)
            return of(node.left) or of(node.right)
        return of(self)


class Decision:
    """A whole expression that is true or false."""

    def __init__(self, tree):
        self.tree, self.at = tree, None
        self.conditions = None

    def write(self, out):
        self.at = out.here()
        self.tree.write(out)
        self.conditions = self.tree.leaves()

    def value(self, run):
        """The outcome; short-circuited as C does."""
        if len(self.conditions) > 1:
            full = tuple(leaf.pure(run) for leaf in self.conditions)
        seen = {}
        outcome = self.tree.truth(run, seen)
        run.note("decision", self.at, outcome)
        if len(self.conditions) > 1:
            vector = tuple(seen.get(leaf) for leaf in self.conditions)
            run.note("vector", self.at, vector, outcome)
            run.note("full", self.at, full, outcome)
        return outcome


class Truth:
    """A decision as a number."""

    def __init__(self, decision):
        self.decision = decision

    def write(self, out):
        self.decision.write(out)

    def value(self, run):
        return int(self.decision.value(run))


class Choice:
    """decision ? number : number."""

    def __init__(self, decision, yes, no):
        self.decision, self.yes, self.no = decision, yes, no

    def write(self, out):
        self.decision.write(out)
        out.put(f" ? {self.yes} : {self.no}")

    def value(self, run):
        return self.yes if self.decision.value(run) else self.no


# --- statements ------------------------------------------------------------
class Leave(Exception):
    """break."""


class Assign:
    def __init__(self, name, expression, modulo):
        self.name, self.expression, self.modulo = name, expression, modulo
        self.at = None

    def write(self, out):
        self.at = out.here()
        out.put(self.name + " = ")
        out.put("(" if self.modulo else "")
        self.expression.write(out)
        out.put(f") % {self.modulo};" if self.modulo else ";")

    def run(self, run):
        run.note("statement", self.at)
        value = self.expression.value(run)
        run.values[self.name] = value % self.modulo if self.modulo else value


class SetMode:
    def __init__(self, mode):
        self.mode, self.at = mode, None

    def write(self, out):
        self.at = out.here()
        out.put(f"mode = {MODES[self.mode]};")

    def run(self, run):
        run.note("statement", self.at)
        run.values["mode"] = self.mode


class Block:
    def __init__(self, statements):
        self.statements = statements

    def write(self, out):
        out.put("{")
        out.indent += 1
        for statement in self.statements:
            out.line()
            statement.write(out)
        out.indent -= 1
        out.line()
        out.put("}")

    def run(self, run):
        for statement in self.statements:
            statement.run(run)


class If:
    def __init__(self, decision, then, otherwise):
        self.decision, self.then, self.otherwise = decision, then, otherwise
        self.at = None

    def write(self, out):
        self.at = out.here()
        out.put("if (")
        self.decision.write(out)
        out.put(") ")
        self.then.write(out)
        if self.otherwise is not None:
            out.put(" else ")
            self.otherwise.write(out)

    def run(self, run):
        run.note("statement", self.at)
        if self.decision.value(run):
            self.then.run(run)
        elif self.otherwise is not None:
            self.otherwise.run(run)


class For:
    """for (i = 0; i < count; ++i), perhaps left by a break."""

    def __init__(self, name, count, decision, body):
        self.name, self.count, self.body = name, count, body
        self.decision, self.at, self.leave_at = decision, None, None
        self.bound = Decision(Comparison(Name(name), "<", Number(count)))

    def write(self, out):
        self.at = out.here()
        out.put(f"for ({self.name} = 0; ")
        self.bound.write(out)
        out.put(f"; ++{self.name}) " + "{")
        out.indent += 1
        out.line()
        self.if_at = out.here()
        out.put("if (")
        self.decision.write(out)
        out.put(") ")
        self.leave_at = out.here()
        out.put("break;")
        out.line()
        self.body.write(out)
        out.indent -= 1
        out.line()
        out.put("}")

    def run(self, run):
        run.note("statement", self.at)
        run.values[self.name] = 0
        while self.bound.value(run):
            run.note("statement", self.if_at)
            if self.decision.value(run):
                run.note("statement", self.leave_at)
                break
            self.body.run(run)
            run.values[self.name] += 1


class Switch:
    def __init__(self, blocks):
        self.blocks, self.at = blocks, None

    def write(self, out):
        self.at = out.here()
        out.put("switch (mode) {")
        out.indent += 1
        for mode, block in self.blocks:
            out.line()
            out.put(f"case {MODES[mode]}: ")
            block.write(out)
            out.line()
            block.leave_at = out.here()
            out.put("break;")
        out.indent -= 1
        out.line()
        out.put("}")

    def run(self, run):
        run.note("statement", self.at)
        for mode, block in self.blocks:
            if run.values["mode"] == mode:
                block.run(run)
                run.note("statement", block.leave_at)
                return


# --- programs --------------------------------------------------------------
class Maker:
    def __init__(self, random, flags):
        self.random, self.flags, self.loops = random, flags, 0

    def number(self):
        pick = self.random.random()
        if pick < 0.5:
            return Name(self.random.choice(["s0", "s1", "a"]))
        if pick < 0.75:
            return Sum(Name(self.random.choice(["s0", "s1"])),
                       Name(self.random.choice(["a", "b"])))
        return Sum(Name(self.random.choice(["s0", "s1"])),
                   Number(self.random.randint(1, 2)))

    def condition(self):
        if self.random.random() < 0.3:
            return Flag(self.random.choice(["b", "s0", "s1"]),
                        self.random.random() < 0.4)
        return Comparison(self.number(),
                          self.random.choice(list(COMPARE)),
                          Number(self.random.randint(0, VALUES)))

    def tree(self, size):
        if size <= 1:
            return self.condition()
        left = self.random.randint(1, size - 1)
        return Both(self.random.choice(["&&", "||"]), self.tree(left),
                    self.tree(size - left))

    def decision(self, sizes=(1, 1, 2, 2, 3, 4)):
        return Decision(self.tree(self.random.choice(sizes)))

    def assignment(self):
        name = self.random.choice(["s0", "s1"])
        pick = self.random.random()
        if pick < 0.3:
            return SetMode(self.random.randrange(len(MODES)))
        if pick < 0.45:
            return Assign(name, Choice(self.decision(),
                                       self.random.randrange(VALUES),
                                       self.random.randrange(VALUES)), None)
        if pick < 0.6:
            # A comparison alone, as a number, is no decision.
            return Assign(name, Truth(self.decision((2, 3))), None)
        return Assign(name, self.number(), VALUES)

    def block(self, depth):
        return Block([self.statement(depth)
                      for _ in range(self.random.randint(1, 2))])

    def statement(self, depth):
        pick = self.random.random()
        if depth == 0 or pick < 0.3:
            return self.assignment()
        if pick < 0.8:
            return If(self.decision(), self.block(depth - 1),
                      self.block(depth - 1)
                      if self.random.random() < 0.4 else None)
        if pick < 0.9:
            self.loops += 1
            return For(f"i{self.loops - 1}", self.random.randint(1, 3),
                       self.decision(), self.block(0))
        modes = self.random.sample(range(len(MODES)),
                                   self.random.randint(1, len(MODES)))
        return Switch([(mode, self.block(depth - 1)) for mode in modes])


class Program:
    def __init__(self, random, name):
        maker = Maker(random, None)
        self.body = Block([maker.statement(2)
                           for _ in range(random.randint(2, 4))])
        out = Text(name)
        out.put("enum mode { " + ", ".join(MODES) + " };")
        out.line()
        out.put("int a, b;")
        out.line()
        out.put("int s0, s1;")
        out.line()
        out.put("enum mode mode;")
        out.line()
        out.put("void step(void) {")
        out.indent = 1
        for k in range(maker.loops):
            out.line()
            out.put(f"int i{k};")
        out.line()
        self.body.write(out)
        out.indent = 0
        out.line()
        out.put("}")
        self.text = out

    def source(self):
        return "\n".join(self.text.lines) + "\n"

    @staticmethod
    def description(name):
        lines = ["[program]", f'sources = ["{name}"]', 'step = "step();"',
                 "[inputs]"]
        lines += [f'"{k}" = {{ range = [0, {n - 1}] }}'
                  for k, n in INPUTS.items()]
        return "\n".join(lines + ["[outputs]", '"s0" = {}', '"s1" = {}', ""])

    def explore(self):
        """All that any step of any run notes."""
        noted = set()
        start = (0, 0, 0)
        noted.add(("state", MODES[0]))
        seen, work = {start}, [start]
        letters = list(itertools.product(*[range(n) for n in INPUTS.values()]))
        while work:
            before = work.pop()
            for letter in letters:
                values = dict(zip(("s0", "s1", "mode"), before))
                values.update(zip(INPUTS, letter))
                self.body.run(Run(values, noted))
                after = (values["s0"], values["s1"], values["mode"])
                noted.add(("state", MODES[after[2]]))
                noted.add(("transition", MODES[before[2]], MODES[after[2]]))
                if after not in seen:
                    seen.add(after)
                    work.append(after)
        return noted
