# SPDX-License-Identifier: Apache-2.0
"""Random expressions without side effects, so that their order is nobody's
choice. Divisions, shifts, conversions and indices are guarded, mostly.
"""
from controller_text import INTS, Place, limits, literal

INT_NAMES = ["int8_t", "uint8_t", "int16_t", "uint16_t", "int32_t", "uint32_t",
             "int64_t", "uint64_t"]


class Expressions:
    """Part of a generator with a program `p` and places to read and write."""

    def chance(self, p):
        return self.r.random() < p

    def pick(self, *choices):
        return self.r.choice(choices)

    def int_type(self):
        return self.r.choice(INT_NAMES)

    def constant(self, c_type=None):
        r = self.r
        t = c_type or self.int_type()
        bits, signed = INTS[t]
        lo, hi = limits(t)
        kind = r.random()
        if kind < 0.6:
            value = r.randint(-3 if signed else 0, 12)
        elif kind < 0.75:
            value = r.choice([lo, hi, hi - 1, lo + 1, hi // 2])
        elif kind < 0.9:
            value = (1 << r.randint(0, bits - 1)) + r.randint(-1, 1)
        else:
            value = r.randint(lo, hi)
        return literal(max(lo, min(hi, value)))

    def float_constant(self):
        return self.pick("0.0f", "1.0f", "0.5f", "-2.5f", "0.1f", "0.1",
                         "1e10", "3.75", "-0.0", "100.0", "1e-40f", "7.0",
                         "16777217.0", "1.0e300")

    def index(self, length, checked=True):
        """An index of an array of so many elements."""
        r = self.r
        kind = r.random()
        loops = [n for n, bound in self.loop_variables if bound <= length]
        if loops and kind < 0.5:
            return r.choice(loops)
        if kind < 0.25:
            return str(r.randint(0, length - 1))
        inner = self.int_atom(plain=True)
        if checked and kind > 1 - self.risk:
            return inner
        if length & (length - 1) == 0 and self.chance(0.5):
            return f"({inner}) & {length - 1}"
        return f"(unsigned)({inner}) % {length}u"

    def use(self, place):
        return place.text.format(*[self.index(n, place.checked)
                                   for n in place.dims])

    def read(self, place):
        text = self.use(place)
        # GCC gives wide bit-fields types of their own.
        if not place.addressable and INTS[place.c_type][0] == 64:
            return f"(({place.c_type}){text})"
        return text

    def int_atom(self, plain=False):
        places = [p for p in self.places
                  if not p.is_float and not (plain and p.dims)]
        if places and self.chance(0.8):
            return self.read(self.r.choice(places))
        if self.loop_variables and self.chance(0.5):
            return self.r.choice(self.loop_variables)[0]
        return self.constant()

    def int_expression(self, depth=3):
        r = self.r
        if depth <= 0 or self.chance(0.25):
            return self.int_atom()
        a = self.int_expression(depth - 1)
        b = self.int_expression(depth - 1)
        kind = r.random()
        if kind < 0.36:
            return f"({a} {self.pick('+', '-', '*', '&', '|', '^')} {b})"
        if kind < 0.46:
            return f"({self.condition(depth - 1)} ? {a} : {b})"
        if kind < 0.54:
            t = self.int_type()
            mask = 63 if t in ("int64_t", "uint64_t") else 31
            return f"((({t}){a}) {self.pick('<<', '>>')} (({b}) & {mask}))"
        if kind < 0.62:
            return f"(({self.int_type()})({a}))"
        if kind < 0.67:
            return f"({self.pick('-', '~', '!')}({a}))"
        if kind < 0.72:
            return self.pick(f"div_s({a}, {b})", f"rem_l({a}, {b})")
        if kind < 0.77:
            t = self.pick("uint8_t", "uint16_t", "uint32_t", "uint64_t")
            return (f"((({t})({a})) {self.pick('/', '%')} "
                    f"{r.choice([2, 3, 7, 10, 16, 100, 255])}u)")
        if kind < 0.8:
            return f"(({a}) {self.pick('/', '%')} {r.choice([2, 3, 8, 10])})"
        if kind < 0.8 + self.risk:
            return self.pick(f"(({a}) / ({b}))", f"(({a}) % ({b}))",
                             f"(({a}) >> ({b}))", f"(1 << ({b}))",
                             f"((int16_t)({self.float_expression(1)}))",
                             f"((uint32_t)({self.float_expression(1)}))")
        if kind < 0.9:
            return self.condition(depth - 1)
        if self.has_floats():
            x = self.float_expression(depth - 2)
            return self.pick(f"to_int({x})", f"to_u16((float)({x}))",
                             f"to_u64({x})", f"bits_f((float)({x}))",
                             f"bits_d({x})", f"(_Bool)({x})")
        return f"({a} + {b})"

    def has_floats(self):
        return any(p.is_float for p in self.places)

    def condition(self, depth=2):
        r = self.r
        kind = r.random()
        op = self.pick("==", "!=", "<", ">", "<=", ">=")
        if depth > 0 and kind < 0.2:
            return (f"({self.condition(depth - 1)} {self.pick('&&', '||')} "
                    f"{self.condition(depth - 1)})")
        if kind < 0.27:
            return f"(!{self.condition(depth - 1)})"
        if kind < 0.4 and self.has_floats():
            return (f"({self.float_expression(depth - 1)} {op} "
                    f"{self.float_expression(0)})")
        a = self.int_expression(depth - 1)
        b = self.constant() if self.chance(0.6) else self.int_atom()
        return f"({a} {op} {b})"

    def float_atom(self):
        places = [p for p in self.places if p.is_float]
        if places and self.chance(0.75):
            return self.use(self.r.choice(places))
        if self.chance(0.5):
            return self.float_constant()
        return f"({self.pick('float', 'double')})({self.int_atom()})"

    def float_expression(self, depth=2):
        if depth <= 0 or self.chance(0.2):
            return self.float_atom()
        a = self.float_expression(depth - 1)
        kind = self.r.random()
        if kind < 0.2:
            f = self.pick("fabs", "floor", "ceil", "trunc", "sqrt", "fabsf",
                          "floorf", "ceilf", "truncf", "sqrtf")
            return f"{f}({a})"
        if kind < 0.3:
            return f"({self.pick('-', '(float)', '(double)')}({a}))"
        b = self.float_expression(depth - 1)
        if kind < 0.4:
            # Of two zeros, either is right: adding 0 makes them one.
            f = self.pick("fmin", "fmax", "fminf", "fmaxf")
            return f"({f}({a}, {b}) + 0.0f)"
        if kind < 0.5:
            return f"({self.condition(depth - 1)} ? {a} : {b})"
        return f"({a} {self.pick('+', '-', '*', '*', '/')} {b})"

    # -- what is written

    def assign(self, place=None):
        """A statement that changes a place."""
        r = self.r
        if place is None:
            place = r.choice([p for p in self.places if p.writable])
        target = self.use(place)
        if place.is_float:
            if self.chance(0.3):
                op = self.pick("+=", "-=", "*=")
                return f"{target} {op} {self.float_expression(1)};"
            if self.chance(0.2):
                return (f"if (!({target} > -1e6 && {target} < 1e6)) "
                        f"{target} = 0;")
            return f"{target} = {self.float_expression()};"
        if place.values:
            return (f"{target} = (unsigned)({self.int_expression()}) % "
                    f"{place.values}u;")
        if place.c_type == "_Bool":
            return f"{target} = {self.int_expression(2)};"
        kind = r.random()
        if kind < 0.25:
            op = self.pick("+=", "-=", "*=", "&=", "|=", "^=")
            return f"{target} {op} {self.int_expression(2)};"
        if kind < 0.32:
            op = self.pick("<<=", ">>=")
            return f"{target} {op} ({self.int_expression(1)}) & 7;"
        if kind < 0.42:
            return self.pick(f"{target}++;", f"--{target};")
        return f"{target} = {self.int_expression()};"

    def new_name(self, stem):
        self.names += 1
        return f"{stem}{self.names}"

    def variable(self, stem, c_type, dims=(), static=True, start=None):
        """Declares a global and makes it a place."""
        name = self.new_name(stem)
        text = "".join(f"[{n}]" for n in dims)
        given = f" = {start}" if start is not None else ""
        self.p.declarations.append(("static " if static else "") +
                                   f"{c_type} {name}{text}{given};")
        self.places.append(Place(name + "[{}]" * len(dims), c_type, dims))
        return name
