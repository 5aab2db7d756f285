# SPDX-License-Identifier: Apache-2.0
"""What controllers are made of: timers, charts, filters, tables, protocols.

Each method adds declarations and functions and returns statements of a step.
"""
from controller_text import Place


class Features:
    """Part of a generator; needs its expressions and statements."""

    def timer(self):
        t = self.pick("uint8_t", "uint16_t", "int32_t", "uint32_t")
        name = self.variable("timer", t)
        limit = self.r.choice([3, 5, 10, 40])
        n = self.p.goals
        self.p.goals += 1
        return (f"if ({self.condition()}) {{\nif ({name} < {limit}) {name}++;"
                f"\n}} else if ({self.condition(1)}) {name} = 0;\n"
                f"GOAL({n}, {name} == {limit});")

    def chart(self):
        """A state chart: an enumeration, entry actions, a timer a state."""
        e, s = self.new_name("E"), self.new_name("mode")
        count = self.r.randint(3, 6)
        names = [f"{e}_{k}" for k in range(count)]
        start = self.pick("", " = -2", " = 3")
        self.p.declarations.append(
            f"typedef enum {{ {names[0]}{start}, {', '.join(names[1:])} }} "
            f"{e};\nstatic {e} {s} = {self.r.choice(names)};\n"
            f"static uint8_t stay_{s};")
        self.places += [Place(s, "int32_t", writable=False),
                        Place(f"stay_{s}", "uint8_t")]
        enter = f"enter_{s}"
        self.p.functions.append(
            f"static void {enter}({e} next) {{\nif (next != {s}) {{\n"
            f"stay_{s} = 0;\n{self.assign()}\n}}\n{s} = next;\n}}")
        cases = []
        for name in names:
            moves = "\nelse ".join(
                f"if ({self.condition(1)}) {enter}({self.r.choice(names)});"
                for _ in range(self.r.randint(1, 3)))
            during = self.statement(1) if self.chance(0.5) else ""
            cases.append(f"case {name}:\n{during}\n{moves}\nbreak;")
        n = self.p.goals
        self.p.goals += 1
        return (f"if (stay_{s} < 20) stay_{s}++;\nswitch ({s}) {{\n" +
                "\n".join(cases) + f"\n}}\nGOAL({n}, {s} == {names[-1]} && "
                f"stay_{s} > 2);")

    def handlers(self):
        """Functions in a table, and one that is the state itself."""
        f = self.new_name("on")
        count = self.r.randint(2, 4)
        for k in range(count):
            self.p.functions.append(
                f"static int {f}_{k}(int a, int16_t b) {{\n"
                f"{self.block(1, 1)}\nreturn (a {self.pick('+', '-', '^')} b) "
                f"* {k + 2};\n}}")
        table = ", ".join(f"{f}_{k}" for k in range(count))
        const = self.pick("const ", "")
        self.p.functions.append(
            f"static int (*{const}{f}[{count}])(int, int16_t) = {{{table}}};\n"
            f"static int (*{f}_now)(int, int16_t) = {f}_0;")
        out = self.new_name("got")
        body = [f"int {out} = {f}[{self.index(count)}]({self.int_atom()}, "
                f"(int16_t)({self.int_atom()}));",
                f"if ({self.condition(1)}) {f}_now = {f}[{self.index(count)}];",
                f"{out} += {f}_now({self.int_atom()}, {self.r.randint(0, 9)});"]
        if self.chance(0.4):
            body.append(f"if ({f}_now == {f}_1) {out} ^= 5;")
        body.append(f"{self.target()} = {out};")
        return "{\n" + "\n".join(body) + "\n}"

    def ring(self):
        """A moving average over a ring buffer."""
        t = self.pick("int16_t", "uint8_t", "int32_t", "float")
        n = self.r.choice([3, 4, 5, 8])
        buffer = self.variable("ring", t, (n,))
        at = self.new_name("at")
        self.p.declarations.append(f"static uint8_t {at};")
        self.places.append(Place(at, "uint8_t", writable=False))
        total = self.new_name("sum")
        kind = "float" if t == "float" else "int32_t"
        self.p.declarations.append(f"static {kind} {total};")
        self.places.append(Place(total, kind))
        value = self.float_expression(1) if t == "float" \
            else self.int_expression(1)
        step = self.pick(f"{at} = ({at} + 1) % {n};",
                         f"if (++{at} == {n}) {at} = 0;",
                         f"{at} = {at} ? {at} - 1 : {n - 1};")
        return (f"{buffer}[{at}] = {value};\n{step}\n{total} = 0;\n"
                f"for (int k = 0; k < {n}; k++) {total} += {buffer}[k];\n"
                f"{total} /= {n};")

    def table(self):
        """A look-up table with interpolation."""
        n = self.r.randint(3, 8)
        name = self.new_name("curve")
        is_float = self.chance(0.5)
        t = self.pick("float", "double") if is_float else "int16_t"
        xs = sorted(self.r.sample(range(-50, 300), n))
        ys = [self.r.randint(-99, 999) for _ in range(n)]
        self.p.declarations.append(
            f"static const {t} {name}_x[{n}] = {{{', '.join(map(str, xs))}}};"
            f"\nstatic const {t} {name}_y[{n}] = "
            f"{{{', '.join(map(str, ys))}}};")
        self.p.functions.append(
            f"static {t} {name}({t} x) {{\nint k = 0;\n"
            f"if (!(x > {name}_x[0])) return {name}_y[0];\n"
            f"while (k < {n - 2} && x > {name}_x[k + 1]) k++;\n"
            f"if (x > {name}_x[{n - 1}]) return {name}_y[{n - 1}];\n"
            f"return {name}_y[k] + (x - {name}_x[k]) * ({name}_y[k + 1] - "
            f"{name}_y[k]) / ({name}_x[k + 1] - {name}_x[k]);\n}}")
        out = self.variable("out", t)
        x = self.float_expression(1) if is_float else self.int_expression(1)
        return f"{out} = {name}(({t})({x}));"

    def pid(self):
        """A controller of numbers with saturation and a dead band."""
        t = self.pick("float", "double")
        s = "f" if t == "float" else ""
        i, last, u = (self.variable(n, t) for n in ("integral", "last", "u"))
        gains = [self.pick("0.5", "2.0", "0.125", "1.1") + s for _ in range(3)]
        error = self.new_name("error")
        limit = self.pick("10.0", "100.0", "0.7") + s
        return (f"{{\nconst {t} {error} = {self.float_expression(1)};\n"
                f"{i} += {error} * {gains[0]};\n"
                f"{i} = fmin{s}(fmax{s}({i}, -{limit}), {limit});\n"
                f"{u} = {gains[1]} * {error} + {i} + {gains[2]} * ({error} - "
                f"{last});\n{last} = {error};\n"
                f"if (fabs{s}({u}) < 0.01{s}) {u} = 0;\n"
                f"else if ({u} > {limit}) {u} = {limit};\n}}")

    def low_pass(self):
        t = self.pick("float", "double")
        y = self.variable("smooth", t)
        a = self.pick("0.25", "0.1f", "0.9", "1.0f / 3")
        return (f"{y} += {a} * (({t})({self.float_expression(1)}) - {y});\n"
                f"if (!({y} < 1e6 && {y} > -1e6)) {y} = "
                f"{self.float_constant()};")

    def debounce(self):
        """Static locals: a level is believed when it has stayed."""
        f = self.new_name("stable")
        n = self.r.randint(2, 5)
        self.p.functions.append(
            f"static _Bool {f}(_Bool raw) {{\nstatic uint8_t count;\n"
            "static _Bool level;\nif (raw != level) {\n"
            f"if (++count >= {n}) {{ level = raw; count = 0; }}\n"
            "} else count = 0;\nreturn level;\n}")
        to = self.variable("level", "_Bool")
        call = f"{to} = {f}({self.condition()});"
        self.calls.append(lambda: call)
        return call

    def lfsr(self):
        t, poly = self.pick(("uint8_t", "0xb8"), ("uint16_t", "0xb400u"),
                            ("uint32_t", "0xedb88320u"))
        name = self.variable("crc", t, start=1)
        return (f"{name} ^= {self.int_expression(1)};\n"
                f"for (int k = 0; k < {self.r.choice([3, 8])}; ++k)\n"
                f"{name} = ({name} >> 1) ^ ({name} & 1 ? {poly} : 0);")

    def parser(self):
        """Bytes in, frames out: length, payload, checksum."""
        s = self.new_name("rx")
        n = self.r.choice([2, 3, 4])
        self.p.declarations.append(
            f"static struct {{ uint8_t state, length, at, sum; uint8_t "
            f"data[{n}]; }} {s};")
        self.places += [Place(f"{s}.state", "uint8_t", writable=False),
                        Place(f"{s}.sum", "uint8_t", writable=False),
                        Place(f"{s}.data[{{}}]", "uint8_t", (n,))]
        goal = self.p.goals
        self.p.goals += 1
        return (f"{{\nconst uint8_t b = {self.int_atom()};\n"
                f"switch ({s}.state) {{\ncase 0:\nif (b == 2) {s}.state = 1;\n"
                f"break;\ncase 1:\nif (b == 0 || b > {n}) {{ {s}.state = 0; "
                f"break; }}\n{s}.length = b;\n{s}.at = 0;\n{s}.sum = 0;\n"
                f"{s}.state = 2;\n/* fallthrough */\ndefault:\n"
                f"if ({s}.state == 3) {{\nGOAL({goal}, {s}.sum == b);\n"
                f"{s}.state = 0;\nbreak;\n}}\n{s}.data[{s}.at++] = b;\n"
                f"{s}.sum += b;\nif ({s}.at >= {s}.length) {s}.state = 3;\n"
                "}\n}")

    def edges(self):
        """Rising edges and a latch, as PLC programs have them."""
        f = self.new_name("trig")
        self.p.declarations.append(
            f"typedef struct {{ _Bool clk : 1; _Bool q : 1; unsigned n : 6; "
            f"}} T_{f};\nstatic T_{f} {f}_a, {f}_b;")
        self.p.functions.append(
            f"static void {f}(T_{f} *t, _Bool in) {{\n"
            "t->q = in && !t->clk;\nt->clk = in;\nt->n += t->q;\n}")
        self.places += [Place(f"{f}_{k}.{m}", t, addressable=False, values=v)
                        for k in "ab"
                        for m, t, v in (("q", "_Bool", None),
                                        ("n", "uint32_t", 64))]
        return (f"{f}(&{f}_a, {self.condition()});\n"
                f"{f}(&{f}_b, {f}_a.q {self.pick('&&', '||')} "
                f"{self.condition(1)});")

    def fixed_point(self):
        """Saturating fixed-point arithmetic through 64 bits."""
        f = self.new_name("mul")
        q = self.r.choice([4, 8, 15])
        self.p.functions.append(
            f"static int32_t {f}(int32_t a, int32_t b) {{\n"
            f"int64_t p = ((int64_t)a * b) >> {q};\n"
            "if (p > INT32_MAX) return INT32_MAX;\n"
            "return p < INT32_MIN ? INT32_MIN : (int32_t)p;\n}")
        to = self.variable("fixed", "int32_t", start=1 << q)
        return (f"{to} = {f}({to}, {self.int_expression(1)}) + "
                f"{self.int_atom()};")
