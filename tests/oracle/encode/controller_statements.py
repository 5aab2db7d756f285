# SPDX-License-Identifier: Apache-2.0
"""Random statements: branches, loops of all kinds, jumps, goals, stops."""


class Statements:
    """Part of a generator; needs its expressions."""

    def block(self, count, depth):
        return "\n".join(self.statement(depth) for _ in range(count))

    def statement(self, depth=2):
        r = self.r
        kind = r.random()
        if depth <= 0 or kind < 0.4:
            return self.assign()
        if kind < 0.58:
            text = (f"if ({self.condition()}) {{\n"
                    f"{self.block(r.randint(1, 2), depth - 1)}\n}}")
            if self.chance(0.5):
                text += f" else {{\n{self.block(1, depth - 1)}\n}}"
            return text
        if kind < 0.74:
            return self.loop(depth)
        if kind < 0.82:
            return self.switch(depth)
        if kind < 0.86:
            return self.forward_goto(depth)
        if kind < 0.92:
            return self.goal()
        if kind < 0.94:
            return self.stop()
        if kind < 0.97 and self.calls:
            return r.choice(self.calls)()
        t = self.int_type()
        name = self.new_name("l")
        return (f"{{\n{t} {name} = {self.int_expression(2)};\n"
                f"if ({name} {self.pick('>', '==', '<')} {self.constant(t)}) "
                f"{name} = {self.int_expression(1)};\n"
                f"{self.target()} = {name};\n}}")

    def target(self):
        """An integer lvalue for any value."""
        places = [p for p in self.places if p.writable and not p.is_float
                  and not p.values]
        return self.use(self.r.choice(places))

    def with_loop(self, name, bound, make):
        self.loop_variables.append((name, bound))
        text = make()
        self.loop_variables.pop()
        return text

    def leave(self):
        if self.chance(0.6):
            return ""
        return (f"if ({self.condition(1)}) "
                f"{self.pick('break', 'continue')};\n")

    def loop(self, depth):
        r = self.r
        name = self.new_name("i")
        kind = r.random()
        bound = r.choice([2, 2, 3, 3, 4, 5, 8])
        if kind < 0.35:
            body = self.with_loop(name, bound, lambda: self.leave() +
                                  self.block(1, depth - 1))
            return f"for (int {name} = 0; {name} < {bound}; ++{name}) {{\n" \
                f"{body}\n}}"
        if kind < 0.6:
            # The bound depends on data.
            limit = self.pick(f"({self.int_expression(1)}) & {bound - 1}",
                              f"(unsigned)({self.int_atom()}) % {bound}u")
            body = self.with_loop(name, bound, lambda: self.leave() +
                                  self.block(1, depth - 1))
            return (f"for (unsigned {name} = 0, e_{name} = {limit}; {name} < "
                    f"e_{name}; {name}++) {{\n{body}\n}}")
        if kind < 0.75:
            t = self.pick("uint8_t", "uint16_t", "uint32_t")
            change = self.pick(f"{name} &= {name} - 1;", f"{name} >>= 1;",
                               f"{name} /= 3;")
            body = self.with_loop(name, 1 << 64, lambda:
                                  self.block(1, depth - 1))
            return (f"{{\n{t} {name} = {self.int_expression(1)};\n"
                    f"while ({name} != 0) {{\n{change}\n{body}\n}}\n}}")
        if kind < 0.9:
            body = self.with_loop(name, 1 << 64, lambda:
                                  self.block(1, depth - 1))
            return (f"{{\nint {name} = ({self.int_atom()}) & {bound - 1};\n"
                    f"do {{\n{body}\n}} while ({name}-- > 0);\n}}")
        # Backwards by goto.
        label = self.new_name("again")
        body = self.with_loop(name, bound, lambda: self.block(1, 0))
        return (f"{{\nint {name} = 0;\n{label}:;\n{body}\n"
                f"if (++{name} < {bound} && {self.condition(1)}) "
                f"goto {label};\n}}")

    def forward_goto(self, depth):
        label, i, j = (self.new_name(s) for s in ("out", "i", "j"))
        m, n = self.r.randint(2, 3), self.r.randint(2, 4)
        body = self.with_loop(i, m, lambda: self.with_loop(
            j, n, lambda: f"if ({self.condition(1)}) goto {label};\n" +
            self.block(1, depth - 1)))
        return (f"for (int {i} = 0; {i} < {m}; ++{i})\n"
                f"for (int {j} = 0; {j} < {n}; ++{j}) {{\n{body}\n}}\n"
                f"{self.assign()}\n{label}:;")

    def switch(self, depth):
        r = self.r
        spread = r.choice([1, 1, 1, 7, 1000])
        count = r.randint(2, 5)
        cases = []
        for c in range(count):
            if self.chance(0.15):
                cases.append(f"case {c * spread + 1000000}: ")
            stop = "" if self.chance(0.2) else "break;"
            cases.append(f"case {c * spread}: {{\n{self.block(1, depth - 1)}"
                         f"\n}} {stop}")
        if self.chance(0.6):
            cases.insert(r.randint(0, len(cases)),
                         f"default: {{\n{self.assign()}\n}} break;")
        on = f"(unsigned)({self.int_expression(1)}) % {count + 2}u"
        if spread > 1:
            on = f"({on}) * {spread}"
        if self.chance(0.2):
            on = self.int_atom()
        return f"switch ({on}) {{\n" + "\n".join(cases) + "\n}"

    def goal(self):
        if self.p.goals >= 12:
            return self.assign()
        n = self.p.goals
        self.p.goals += 1
        return f"GOAL({n}, {self.condition()});"

    def stop(self):
        """The end of the run, or of the step: rare, and not at once."""
        rare = (f"(uint8_t)({self.int_atom()}) == {self.r.randint(1, 255)} && "
                f"{self.condition(1)}")
        if self.in_step and self.chance(0.3):
            return f"if ({rare}) return;"
        return f"if ({rare}) EXIT();" if self.chance(0.5) \
            else f"ASSUME(!({rare}));"
