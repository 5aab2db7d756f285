# SPDX-License-Identifier: Apache-2.0
"""Random step programs in C: see program_text.py for what one is.

Two kinds: `small`, where the inputs have a few values each and may be used in
any way, and `wide`, where inputs of whole types are mostly compared with
constants, so that Catenary may replace their values by classes.
"""
import random

from memory_statements import MemoryStatements
from program_text import INTS, Program, limits
from wide_inputs import WideInputs


class Generator(MemoryStatements, WideInputs):
    """Writes one program."""

    def __init__(self, seed):
        self.r = random.Random(seed)
        self.p = Program()
        self.p.wide = self.r.random() < 0.3
        self.scalars = []    # (lvalue, type, modulus): integers to assign
        self.arrays = []     # (lvalue, type, length)
        self.pointers = []   # (name, type)
        self.wide_in = []    # (lvalue, type)
        self.wide_cells = [] # (lvalue, type): may hold a wide input
        self.inputs = []     # lvalues of small inputs
        self.helpers = []    # (name, kind)
        self.constants = set()
        self.annotations = 0
        self.depth = 0
        self.allow_marks = True
        self.memory = False  # has memory_declarations()

    def pick(self, *choices):
        return self.r.choice(choices)

    def chance(self, p):
        return self.r.random() < p

    def run(self):
        decls = self.declarations() + self.memory_declarations()
        helpers = [self.helper(k) for k in range(self.r.randint(0, 3))]
        body = self.block(self.r.randint(3, 7), 2)
        self.p.has_init = self.chance(0.5)
        init = ""
        if self.p.has_init:
            self.allow_marks = False
            lines = [self.assign() for _ in range(self.r.randint(1, 3))]
            if self.chance(0.2):
                lines.append(self.goal())
            if self.chance(0.1):
                lines.append(f"if ({self.compare()}) EXIT();")
            init = "void init(void) {\n" + "\n".join(lines) + "\n}\n"
            self.allow_marks = True
        if self.p.wide:
            body = self.wide_block() + "\n" + body
        self.p.text = ("#include <stdint.h>\n#include <stdlib.h>\n"
                       "#include <string.h>\n" + decls + "\n".join(helpers) +
                       init + "void step(void) {\n" + body + "\n}\n")
        self.allow_marks = False
        self.requirements()
        return self.p

    # -- declarations

    def declarations(self):
        r, out = self.r, []
        for k in range(r.randint(1, 3)):
            t = r.choice(list(INTS))
            m = r.choice([2, 3, 4, 5, 7])
            static = "static " if self.chance(0.4) else ""
            volatile = "volatile " if self.chance(0.1) else ""
            start = r.randint(0, m - 1)
            out.append(f"{static}{volatile}{t} g{k} = {start};")
            self.scalars.append((f"g{k}", t, m))
            if not volatile and self.chance(0.5):
                out.append(f"static {t} *p{k} = &g{k};")
                self.pointers.append((f"p{k}", t, m))
        if self.chance(0.7):
            n, t = r.randint(2, 4), r.choice(list(INTS))
            b1, b2 = r.randint(1, 5), r.randint(2, 7)
            out.append(f"typedef struct {{ uint8_t a; unsigned b1 : {b1}; "
                       f"int b2 : {b2}; {t} v; int16_t w[{n}]; }} S;")
            out.append("static S s1, s2;")
            for s in ("s1", "s2"):
                self.scalars += [(s + ".a", "uint8_t", 3),
                                 (s + ".b1", "uint8_t", 1 << min(b1, 2)),
                                 (s + ".b2", "int8_t", 1 << min(b2 - 1, 2)),
                                 (s + ".v", t, 3)]
                self.arrays.append((s + ".w", "int16_t", n))
            if self.chance(0.5):
                out.append("static S *ps = &s1;")
                self.scalars.append(("ps->a", "uint8_t", 3))
                self.pointers.append(("ps", "S", 0))
        if self.chance(0.3):
            out.append("static union { uint16_t whole; uint8_t part[2]; "
                       "int8_t sign; } u;")
            self.scalars += [("u.whole", "uint16_t", 5), ("u.sign", "int8_t",
                                                          3)]
            self.arrays.append(("u.part", "uint8_t", 2))
        if self.chance(0.7):
            n, t = r.randint(2, 4), r.choice(list(INTS))
            out.append(f"{t} arr[{n}];")
            self.arrays.append(("arr", t, n))
            if self.chance(0.5):
                out.append(f"static {t} *pa = arr;")
                self.pointers.append(("pa", t, 3))
        if self.chance(0.25):
            out.append("static float f;")
            self.scalars.append(("f", "float", 2))
        for k in range(r.randint(0 if self.p.wide else 1, 2)):
            t = r.choice(list(INTS))
            lo = r.randint(-2, 0) if INTS[t][1] else 0
            hi = lo + r.randint(1, 3)
            name = f"in{k}"
            if self.chance(0.2):
                out.append(f"struct {{ {t} x; }} box{k};")
                name = f"box{k}.x"
            else:
                out.append(f"{t} {name};")
            self.inputs.append(name)
            self.p.inputs.append((name, t, list(range(lo, hi + 1)), (lo, hi)))
        if self.p.wide:
            for k in range(r.randint(1, 2)):
                t = r.choice(["uint8_t", "int8_t", "int16_t", "uint16_t",
                              "int32_t", "uint32_t", "int64_t", "char"])
                out.append(f"{t} wide{k};")
                self.wide_in.append((f"wide{k}", t))
                out.append(f"typedef struct {{ uint8_t pad; {t} x, y; }} "
                           f"W{k}; static W{k} wa{k}, wb{k};")
                out.append(f"static {t} keep{k}; static int which{k};")
                for cell in (f"wa{k}.x", f"wa{k}.y", f"wb{k}.x", f"wb{k}.y",
                             f"keep{k}"):
                    self.wide_cells.append((cell, t, k))
        if self.chance(0.25):
            t = r.choice(list(INTS))
            out.append(f"{t} start;")
            self.p.initial.append(("start", t, [0, 1, 2], (0, 2)))
            self.scalars.append(("start", t, 4))
        return "\n".join(out) + "\n"

    # -- expressions over few values

    def atom(self):
        r = self.r
        kind = r.random()
        if self.inputs and kind < 0.35:
            return r.choice(self.inputs)
        if kind < 0.75:
            name, t, _ = r.choice(self.scalars)
            return f"(int){name}" if t == "float" else name
        if self.arrays and kind < 0.85:
            name, _, n = r.choice(self.arrays)
            return f"{name}[{self.index(n)}]"
        pointers = [p for p in self.pointers if p[1] != "S"]
        if pointers and kind < 0.92:
            return f"AT({r.choice(pointers)[0]})"
        return str(r.randint(0, 4))

    def index(self, n, address=False):
        """Of an address, always one of the array: C allows that of the element
        past the end, too, and the explorer does not know what that points to.
        """
        if self.chance(0.5):
            return str(self.r.randint(0, n - 1))
        inner = self.atom_no_array()
        if self.chance(0.8) or address:
            return f"IDX((unsigned)({inner}) % {n}u, {n})"
        return f"IDX({inner}, {n})"

    def atom_no_array(self):
        name, t, _ = self.r.choice(
            [s for s in self.scalars if "->" not in s[0]])
        if self.inputs and self.chance(0.5):
            return self.r.choice(self.inputs)
        return f"(int){name}" if t == "float" else name

    def expression(self, depth=2):
        r = self.r
        if depth == 0 or self.chance(0.3):
            return self.atom()
        a, b = self.expression(depth - 1), self.expression(depth - 1)
        kind = r.random()
        if kind < 0.5:
            return f"({a} {self.pick('+', '-', '*', '&', '|', '^')} {b})"
        if kind < 0.6:
            return f"({a} {self.pick('<', '==', '!=', '>=')} {b})"
        if kind < 0.68:
            return f"({self.pick('-', '~', '!')}{a})"
        if kind < 0.76:
            return f"(({r.choice(list(INTS))})({a}))"
        if kind < 0.82:
            return f"(({a}) {self.pick('<<', '>>')} {r.randint(0, 3)})"
        if kind < 0.9:
            return f"({self.condition()} ? {a} : {b})"
        if kind < 0.94:
            return f"(({a}) % DIV(({b}) | 8))"
        if kind < 0.95:
            return f"(({a}) / DIV((unsigned)({b})))"
        return f"(({a}) > ({b}) ? ({a}) : ({b}))" if not self.allow_marks \
            else f"({a})"

    def compare(self):
        c = str(self.r.randint(-1, 4))
        op = self.pick("==", "!=", "<", ">", "<=", ">=")
        return f"{self.expression(1)} {op} {c}"

    def condition(self):
        """A condition, marked so that its outcomes are counted."""
        text = self.compare()
        if not any(c.isalpha() for c in text):
            text = f"{self.atom_no_array()} == 1"  # no constant: it is folded
        if not self.allow_marks or self.p.conditions >= 14 or "[[" in text:
            return f"({text})" if "[[" not in text else "(g0 == 1)"
        n = self.p.conditions
        self.p.conditions += 1
        return f"[[{n}|({text})]]\n"

    # -- statements

    def assign(self):
        r = self.r
        kind = r.random()
        if self.arrays and kind < 0.2:
            name, t, n = r.choice(self.arrays)
            return (f"{name}[{self.index(n)}] = (unsigned)"
                    f"({self.expression()}) % {r.randint(2, 3)}u;")
        if self.pointers and kind < 0.4:
            name, t, m = r.choice(self.pointers)
            if t == "S":
                return f"ps = {self.condition()} ? &s1 : &s2;"
            if name == "pa":
                n = next(a[2] for a in self.arrays if a[0] == "arr")
                if self.chance(0.4):
                    return f"pa = &arr[{self.index(n, address=True)}];"
                if self.chance(0.3):
                    return "if (pa != arr) pa--;"
            elif self.chance(0.15):
                return (f"{name} = {self.condition()} ? 0 : "
                        f"&g{name[1:]};")
            return (f"AT({name}) = (unsigned)({self.expression()}) % "
                    f"{m or 2}u;")
        if kind < 0.45 and any(s[0] == "s1.a" for s in self.scalars):
            return self.pick("s1 = s2;", "s2 = s1;",
                             "memcpy(&s2, &s1, sizeof s1);",
                             "memset(&s1, 0, sizeof s1);",
                             "memcpy(s1.w, s2.w, 2);",
                             "memset(s2.w, 1, sizeof s2.w);")
        name, t, m = r.choice(self.scalars)
        if t == "float":
            return self.pick(f"f += 0.5f; if (f > 1.5f) f = 0;",
                             f"f = (float)({self.atom()} & 3) * 0.25f;",
                             "f = f == 0.5f ? 1.0f : 0.5f;")
        if self.chance(0.3):
            return f"{name} = ({name} + 1) % {m};"
        return f"{name} = (unsigned)({self.expression()}) % {m}u;"

    def goal(self):
        if self.annotations >= 4:
            return self.assign()
        n = self.annotations
        self.annotations += 1
        keep, self.allow_marks = self.allow_marks, False
        text = f"GOAL({n}, {self.compare()} && {self.compare()});"
        self.allow_marks = keep
        return text

    def statement(self, depth):
        r = self.r
        kind = r.random()
        if self.memory and self.chance(0.25):
            return self.memory_statement()
        if depth == 0 or kind < 0.45:
            return self.assign()
        if kind < 0.65:
            text = f"if ({self.condition()}) {{\n{self.block(2, depth - 1)}\n}}"
            if self.chance(0.4):
                text += f" else {{\n{self.block(1, depth - 1)}\n}}"
            return text
        if kind < 0.7:
            text = self.condition()
            other = self.condition()
            op = self.pick("&&", "||")
            return f"if ({text} {op} {other}) {{\n{self.assign()}\n}}"
        if kind < 0.76:
            i, n = f"i{r.randint(0, 999)}", r.randint(1, 3)
            inner = self.block(1, depth - 1)
            if self.arrays and self.chance(0.6):
                name, _, length = r.choice(self.arrays)
                inner += (f"\n{name}[IDX({i} + {self.pick('0', '0', '1')}, "
                          f"{length})] = {i} & 1;")
            n = min([n] + [a[2] for a in self.arrays])
            leave = self.pick("", "", f"if ({self.condition()}) break;\n",
                              f"if ({self.condition()}) continue;\n")
            return (f"for (int {i} = 0; {i} < {n}; ++{i}) {{\n{leave}"
                    f"{inner}\n}}")
        if kind < 0.82:
            cases = []
            for c in range(r.randint(1, 3)):
                stop = "" if self.chance(0.2) else " break;"
                cases.append(f"case {c}:\n{self.block(1, 0)}{stop}")
            if self.chance(0.6):
                cases.append(f"default:\n{self.assign()}")
            return (f"switch ((unsigned)({self.expression(1)}) % 4u) {{\n" +
                    "\n".join(cases) + "\n}")
        if kind < 0.86 and self.helpers:
            return self.call()
        if kind < 0.9:
            return self.goal()
        if kind < 0.92:
            return f"if ({self.condition()}) return;" \
                if self.returns_void else self.assign()
        if kind < 0.935:
            return f"if ({self.condition()}) EXIT();"
        if kind < 0.95:
            return f"ASSUME({self.compare()});"
        if kind < 0.97:
            k = f"w{r.randint(0, 999)}"
            return (f"int {k} = {self.atom()} & 3;\nwhile ({k} > 0) {{\n{k}--;"
                    f"\n{self.assign()}\n}}")
        return f"do {{\n{self.assign()}\n}} while (0);"

    returns_void = True

    def block(self, count, depth):
        lines = []
        for _ in range(count):
            lines.append(self.statement(depth))
            if lines[-1].startswith("int "):
                lines[-1] = "{\n" + lines[-1] + "\n}"
        return "\n".join(lines)

    def helper(self, k):
        r = self.r
        kind = r.choice(["counter", "pointer", "value", "struct", "leave"])
        name = f"h{k}"
        if kind == "struct" and not any(s[0] == "s1.a" for s in self.scalars):
            kind = "counter"
        self.returns_void = kind in ("pointer", "struct")
        if kind == "counter":
            m = r.randint(2, 4)
            text = (f"static int {name}(int by) {{\nstatic uint8_t count;\n"
                    f"count = (count + (by != 0)) % {m};\n"
                    f"{self.block(1, 1)}\nreturn count;\n}}\n")
        elif kind == "pointer":
            text = (f"static void {name}(int32_t *to, int by) {{\n"
                    f"if ({self.condition()}) *to = (unsigned)(*to + by) % 3u;"
                    f"\n{self.block(1, 1)}\n}}\n")
        elif kind == "value":
            text = (f"static int {name}(int by) {{\n{self.block(1, 1)}\n"
                    f"return ({self.expression()} + by) & 3;\n}}\n")
        elif kind == "leave":
            text = (f"static int {name}(int by) {{\nif (by == 2 && "
                    f"{self.compare()}) EXIT();\nreturn by + 1;\n}}\n")
        else:
            text = (f"static S {name}(S s, S *t, int by) {{\n"
                    f"t->v = s.a;\ns.a = (uint8_t)(by & 1);\n"
                    f"s.w[IDX((unsigned)by % 2u, 2)] = t->w[1] & 1;\n"
                    f"return s;\n}}\n")
        self.returns_void = True
        self.helpers.append((name, kind))
        return text

    def call(self):
        name, kind = self.r.choice(self.helpers)
        target, t, m = self.r.choice(self.scalars)
        if kind == "pointer":
            return (f"{{\nint32_t local = (int){target};\n{name}(&local, "
                    f"{self.atom()});\n{target} = (unsigned)local % 3u;\n}}")
        if kind == "struct":
            return f"s2 = {name}(s1, &s{self.r.randint(1, 2)}, {self.atom()});"
        return (f"{target} = (unsigned)({name}({self.atom()})) % "
                f"{m if t != 'float' else 2}u;")

    # -- goals and the rest

    def state_condition(self):
        parts = []
        for _ in range(self.r.randint(1, 2)):
            if self.p.wide and self.chance(0.5):
                parts.append(self.wide_compare())
                continue
            name, t, m = self.r.choice(
                [s for s in self.scalars if "->" not in s[0]])
            parts.append(f"{name} == {self.r.randint(0, max(1, m - 1))}")
        if self.inputs and self.chance(0.3):
            parts.append(f"{self.r.choice(self.inputs)} "
                         f"{self.pick('==', '!=')} {self.r.randint(0, 1)}")
        return " && ".join(parts)

    def requirements(self):
        r, p = self.r, self.p
        for k in range(r.randint(1, 4)):
            whens = [self.state_condition()
                     for _ in range(r.choice([1, 1, 1, 2, 3]))]
            then = self.state_condition() if self.chance(0.3) else None
            p.properties.append((f"p{k}", whens, then))
        if self.inputs and self.chance(0.2):
            p.assume = f"{r.choice(self.inputs)} + g0 != {r.randint(0, 3)}"
        if self.chance(0.35):
            name, t, m = r.choice(
                [s for s in self.scalars if "->" not in s[0]])
            p.final = f"{name} == {r.randint(0, 1)}"
        for name, _, _ in r.sample(self.scalars, min(2, len(self.scalars))):
            if "->" not in name:
                p.outputs.append(name)
        for name, whens, then in p.properties:
            p.goals.append((name, whens))
            if then:
                p.goals.append((name + ".violated", then))
        p.goals += [(f"a{k}", None) for k in range(self.annotations)]
        for name, t in self.wide_in:
            lo, hi = limits(t)
            values = {lo, hi, 0, -1, 1, lo + 1, hi - 1}
            bits = INTS[t][0]
            for c in self.constants:
                for near in (c - 1, c, c + 1):
                    for size in (8, 16, 32, 64):
                        low = near & ((1 << size) - 1)
                        values |= {low, low - (1 << size)}
            values = sorted(v for v in values if lo <= v <= hi)
            if bits == 8:
                values = list(range(lo, hi + 1))
            p.inputs.append((name, t, values, None))


def generate(seed):
    return Generator(seed).run()
