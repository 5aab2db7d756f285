# SPDX-License-Identifier: Apache-2.0
"""Draws attacking programs: some shapes, which look at each other, inputs of a
few values, properties and invariants."""
import random
import re

import program_shapes
import program_shapes_cpp
from program_case import INTS, Case, Input


class Generator:
    def __init__(self, seed, without=()):
        self.without = without
        self.r = random.Random(seed)
        self.case = Case(seed)
        self.case.cpp = self.cpp = self.chance(.3)
        self.case.whole = not self.cpp and self.chance(.12)
        self.boolean = "bool" if self.cpp else "_Bool"
        self.includes = ["stdint.h", "stdlib.h", "string.h"]
        self.decls, self.inits, self.steps, self.other = [""], [], [], []
        self.seen = []       # (expression, number of values)
        self.wide_inputs = 0
        self.small = []      # names of inputs of a few values

    def chance(self, p):
        return self.r.random() < p

    def decl(self, text):
        self.decls += text.split("\n")

    def init(self, text):
        self.inits += text.split("\n")

    def step(self, text):
        self.steps += text.split("\n")

    def drop(self, line):
        self.decls.remove(line)

    def replace_last(self, old, new):
        at = len(self.decls) - 1 - self.decls[::-1].index(old)
        self.decls[at] = new

    def include(self, name):
        if name not in self.includes:
            self.includes.append(name)

    def see(self, expression, values):
        self.seen.append((expression, values))

    def input(self, name, c_type, values, span, complete=True, usable=True):
        self.case.inputs.append(Input(name, c_type, values, span, complete))
        if usable and c_type not in ("float", "double"):
            self.small.append(name)

    def integer(self):
        return self.r.choice(["int", "uint8_t", "int8_t", "uint16_t", "int16_t",
                              "uint32_t", "int64_t", "uint64_t", "char"])

    def static(self):
        return self.r.choice(["static ", "static ", ""])

    def op(self):
        return self.r.choice(["==", "!=", "<", ">", "<=", ">="])

    def val(self):
        """A small number, as an int."""
        choices = self.small * 2 + [e for e, _ in self.seen[-6:]]
        if not choices:
            return str(self.r.randint(0, 2))
        a = self.r.choice(choices)
        if self.chance(.7):
            return f"(int){a}" if not a.startswith("(") else a
        b = self.r.choice(choices)
        return f"(int)({a} {self.r.choice(['+', '^', '|', '&', '-'])} {b})"

    def flag(self):
        return f"({self.val()} {self.op()} {self.r.randint(0, 2)})"

    def index(self, n):
        if self.chance(.4):
            return str(self.r.randint(0, n - 1))
        return f"(unsigned)({self.val()}) % {n}u"

    @staticmethod
    def bounded(text, m):
        return f"(unsigned)({text}) % {m}u"

    def bulk(self, value):
        """So much text that a function that has it is not inlined; or none."""
        if self.chance(.5):
            return ""
        if "noise" not in self.decls[0]:
            self.decls.insert(0, "static int noise;")
            self.decls.insert(1, "#define BULK(k) if (r_ % (k + 5) == (v_ & 3))"
                              " r_ += v_ * k; else r_ ^= (r_ >> 3) + k;")
        text = " ".join(f"BULK({k})" for k in range(1, self.r.randint(8, 18)))
        return f"{{ int v_ = {value}, r_ = v_; {text} noise = r_ & 1; }}"

    def mark(self, text):
        return f"⟦{text}⟧\n  "

    def cond(self):
        text = f"{self.val()} {self.op()} {self.r.randint(0, 3)}"
        if not any(c.isalpha() for c in text.replace("(int)", "")):
            return f"({text})"
        return self.mark(text)

    def plain(self):
        """A condition for the description."""
        if self.small and (not self.seen or self.chance(.25)):
            return f"{self.r.choice(self.small)} {self.op()} " \
                f"{self.r.randint(0, 2)}"
        e, n = self.r.choice(self.seen)
        return f"{e} {self.r.choice(['==', '==', '!=', '<', '>'])} " \
            f"{self.r.randint(0, n)}"

    def plains(self):
        return " && ".join(self.plain()
                           for _ in range(self.r.choice([1, 1, 2])))

    def declare_inputs(self):
        r = self.r
        for k in range(r.choice([1, 1, 2])):
            t = r.choice(["int", "uint8_t", "int8_t", "uint16_t", "int64_t",
                          self.boolean, "uint64_t"])
            if t == self.boolean:
                lo, hi = 0, 1
            else:
                lo = r.choice([0, 0, -1]) if INTS[t][1] else 0
                hi = lo + r.randint(1, 3)
            place = r.random()
            name = f"in{k}"
            if self.case.whole:
                self.decl(f"static int in{k};")
                self.small.append(name)
                kind = r.choice(["int", "uchar", "bool"])
                values = {"int": [-2147483648, -1, 0, 1, 2, 3, 4, 2147483647],
                          "uchar": list(range(256)), "bool": [0, 1]}[kind]
                self.case.nondets[kind] = values
                if self.chance(.5):
                    self.step(f"in{k} = __VERIFIER_nondet_{kind}() & 3;"
                              if kind != "int" else
                              f"in{k} = __VERIFIER_nondet_{kind}(); "
                              f"if (in{k} < 0 || in{k} > 2) in{k} = 1;")
                else:
                    self.step(f"in{k} = __VERIFIER_nondet_{kind}();")
                    self.step(f"__VERIFIER_assume(in{k} >= 0 && in{k} <= 2);")
                continue
            if place < .15:
                self.decl(f"struct {{ {t} x; uint8_t pad; }} box{k};")
                name = f"box{k}.x"
            elif place < .25:
                self.decl(f"{t} port{k}[2];")
                name = f"port{k}[{r.randint(0, 1)}]"
            elif place < .32 and t in ("int", "uint8_t"):
                bits = 3
                self.decl(f"struct {{ {t} pre : 2; {t} x : {bits}; }} "
                          f"field{k};")
                name = f"field{k}.x"
            else:
                self.decl(f"{r.choice(['', 'static ', 'volatile '])}{t} "
                          f"in{k};")
            self.input(name, t, list(range(lo, hi + 1)), (lo, hi))

    def run(self):
        r, case = self.r, self.case
        self.declare_inputs()
        pool = program_shapes.SHAPES
        if self.cpp:
            pool = pool + program_shapes_cpp.SHAPES * 3
        pool = [s for s in pool if s.__name__ not in self.without]
        for k in range(r.choice([1, 2, 2, 3, 3, 4])):
            shape = r.choice(pool)
            if case.whole and shape.__name__ in ("float_input", "wide_input",
                                                 "other_source"):
                continue
            case.shapes.append(shape.__name__)
            shape(self, k)
        self.requirements()
        self.text()
        return case

    def requirements(self):
        r, case = self.r, self.case
        if case.whole:
            for k in range(r.randint(1, 3)):
                self.step(f'CATENARY_GOAL("seen_{k}", {self.plains()});')
            return
        for k in range(r.choice([1, 1, 2, 3])):
            whens = [self.plains() for _ in range(r.choice([1, 1, 1, 2, 3]))]
            case.properties.append(
                (f"p{k}", whens, self.plains() if self.chance(.5) else None))
        if self.chance(.4):
            case.invariants.append(self.plains())
        if self.small and self.chance(.15):
            case.assume = f"{r.choice(self.small)} + {r.randint(0, 1)} " \
                f"{self.op()} {r.randint(1, 2)}"
        if self.chance(.35):
            case.criteria = "branch"
        for e, _ in r.sample(self.seen, min(2, len(self.seen))):
            if not e.startswith("("):
                case.outputs.append(e)
        case.watched = [e for e, _ in self.seen if re.fullmatch(r"[\w.]+", e)
                        and e not in case.outputs]

    def text(self):
        case = self.case
        out = [f"#include <{name}>" for name in self.includes]
        out.append("#include <catenary/c.h> //@C")
        out += self.decls
        if case.whole:
            if case.nondets:
                names = {"int": "int", "uchar": "unsigned char",
                         "bool": "_Bool"}
                for kind in case.nondets:
                    out.append(f"{names[kind]} __VERIFIER_nondet_{kind}"
                               f"(void);")
                out.append("void __VERIFIER_assume(int);")
            out += ["int main(void) {"] + ["  " + x for x in self.inits]
            out += ["  while (1) {", "  truth_round(); //@T"]
            out += ["  " + x for x in self.steps]
            out += ["  }", "  return 0;", "}"]
        else:
            case.has_init = bool(self.inits)
            if self.inits:
                out += ["void init(void) {"] + ["  " + x for x in self.inits] \
                    + ["}"]
            out += ["void step(void) {"] + ["  " + x for x in self.steps] + \
                ["}"]
        case.lines, case.other = out, self.other


def generate(seed, without=()):
    """The program of a seed, of all shapes but those named."""
    return Generator(seed, without).run()
