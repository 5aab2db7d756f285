# SPDX-License-Identifier: Apache-2.0
"""Shapes of inputs, and of what is done with them: see program_shapes.py."""
from program_case import INTS, Input, float_bits
from program_shapes_flow import counter

FLOATS = ["0.0", "-0.0", "1.0", "-1.5", "0x1p-149", "1e-310", "0x1p-1074",
          "0.1"]


def float_input(x, k):
    """What a float input may be; NaNs with all their bits, and both zeros."""
    if any(i.type in ("float", "double") for i in x.case.inputs):
        return floats(x, k)
    t = x.r.choice(["float", "double"])
    bits = "uint32_t" if t == "float" else "uint64_t"
    kind = x.r.randint(0, 2)
    zero = [0, -(1 << (31 if t == "float" else 63))]
    x.decl(f"{t} fin{k};")
    x.decl(f"static int fo{k};")
    if kind == 0:
        x.input(f"fin{k}", t, zero, ("0.0", "0.0"))
        x.step(f"fo{k} = fin{k} == 0 && 1 / fin{k} < 0;")
        x.see(f"fo{k}", 2)
        return None
    inf = 0x7f800000 if t == "float" else 0x7ff << 52
    nans = [inf + 1, inf + (inf >> 9 & -inf | 1 << 22), inf + 0x12345,
            -1, inf + 3]
    one = 0x3f800000 if t == "float" else 0x3ff << 52
    x.input(f"fin{k}", t, zero + nans[:4] + [inf, one, 1], None, False)
    x.step(f"if (fin{k} != fin{k}) {{ {bits} b; memcpy(&b, &fin{k}, sizeof b);"
           f" fo{k} = 1 + (int)(b & 1); }}")
    x.step(f"else if ({x.mark(f'fin{k} > 0')}) fo{k} = 0;")
    x.see(f"fo{k}", 3)
    return None


def floats(x, k):
    t = x.r.choice(["float", "double"])
    s = "f" if t == "float" else ""
    bits = "uint32_t" if t == "float" else "uint64_t"
    c = x.r.sample(FLOATS, 3)
    x.decl(f"static {t} f{k} = {c[0]}{s};")
    x.decl(f"static int f{k}i;")
    x.step(f"if ({x.cond()}) f{k} = {c[1]}{s}; else if ({x.cond()}) "
           f"f{k} = {c[2]}{s};")
    how = x.r.randint(0, 5)
    if how == 0:
        x.step(f"f{k}i = f{k} == 0 ? (1 / f{k} < 0 ? 1 : 2) : 0;")
    elif how == 1:
        x.step(f"f{k}i = f{k} != f{k} ? 1 : f{k} < 1 ? 2 : 0;")
        x.step(f"if ({x.cond()}) f{k} = f{k} - f{k} / (f{k} * 0);")
    elif how == 2:
        x.step(f"{{ {bits} b; memcpy(&b, &f{k}, sizeof b); f{k}i = "
               f"(int)(b % 7u); }}")
    elif how == 3:
        x.step(f"f{k}i = (int)(f{k} * 2 + 3);")
    elif how == 4:
        x.step(f"f{k}i = f{k} + 1 > 1 ? 1 : f{k} < 0 ? 2 : 0;")
    else:
        x.step(f"f{k} = -f{k}; f{k}i = __builtin_signbit(f{k}) != 0;")
    x.see(f"f{k}i", 3)


def wide_input(x, k):
    """An input of a whole type that is only compared."""
    if x.wide_inputs:
        return counter(x, k)
    x.wide_inputs += 1
    t = x.r.choice(["int", "uint8_t", "int16_t", "uint32_t", "int8_t"])
    bits, signed = INTS[t]
    low = -(1 << bits - 1) if signed else 0
    top = low + (1 << bits) - 1
    a = x.r.choice([0, 1, 100, top, low, top // 2])
    b = x.r.randint(0, 120)
    values = sorted({v for c in (a, b, low, top) for v in (c - 1, c, c + 1)
                     if low <= v <= top})
    x.decl(f"{t} wi{k}; static {t} kept{k}; static int wo{k};")
    x.input(f"wi{k}", t, values, None, True, usable=False)
    x.step(f"if ({x.mark(f'wi{k} {x.op()} {a}')}) wo{k} = 1;")
    x.step(f"else if ({x.mark(f'kept{k} {x.op()} {b}')}) wo{k} = 2;")
    x.step(f"else wo{k} = 0;")
    x.step(f"kept{k} = wi{k};")
    x.see(f"wo{k}", 3)
    return None


def byte_arithmetic(x, k):
    """An input of a whole type that is computed with."""
    if x.wide_inputs or x.case.whole:
        return counter(x, k)
    x.wide_inputs += 1
    t, values = x.r.choice([("uint8_t", range(256)), ("int8_t",
                                                      range(-128, 128))])
    x.decl(f"{t} by{k}; static uint8_t ba{k};")
    x.input(f"by{k}", t, list(values), None, True, usable=False)
    a, b = x.r.randint(2, 20), x.r.randint(0, 255)
    x.step(x.r.choice([
        f"ba{k} = (uint8_t)(by{k} * {a} + ba{k}) == {b};",
        f"if ((by{k} ^ {a}) * {a} % 13 == {b % 13}) ba{k} = (ba{k} + 1) % 3;",
        f"ba{k} = (by{k} & {a}) == {a} ? (uint8_t)(by{k} >> 6) : ba{k};"]))
    x.see(f"ba{k}", 3)
    return None


def classes(x, k):
    """An input that one value of each class might stand for, were it not for
    one use of it or of what keeps it."""
    if x.wide_inputs or x.case.whole:
        return counter(x, k)
    x.wide_inputs += 1
    t, first = x.r.choice([("uint8_t", 0), ("uint8_t", 90), ("uint8_t", 216),
                           ("int8_t", -20), ("int8_t", 88), ("int8_t", -128)])
    values = range(first, first + 40)
    other = "int8_t" if t == "uint8_t" else "uint8_t"
    x.decl(f"{t} ci{k}; static int co{k};")
    keep, kept, also = x.r.choice([
        (f"static {t} ck{k};", f"ck{k}", ""),
        (f"static struct {{ uint8_t p; {t} x; }} ck{k}, cl{k};", f"ck{k}.x",
         f"cl{k} = ck{k};"),
        (f"static {t} ck{k}[2];", f"ck{k}[1]", f"ck{k}[0] = ck{k}[1];"),
        (f"static union {{ {t} x; {other} y; }} ck{k};", f"ck{k}.x", ""),
        (f"static struct {{ int x : 9; }} ck{k};", f"ck{k}.x", ""),
        (f"static {t} ck{k}, *cp{k} = &ck{k};", f"*cp{k}", ""),
        (f"static int64_t ck{k};", f"ck{k}", "")])
    x.decl(keep)
    x.input(f"ci{k}", t, list(values), (first, first + 39), True, usable=False)
    c = x.r.choice([first, first + 1, first + 9, first + 39, 5, -1])
    what = x.r.choice([f"ci{k}", kept])
    use = x.r.choice([
        f"({other}){what} {x.op()} {c}", f"-{what} {x.op()} {c}",
        f"({what} & 4) != 0", f"{what} >> 4 == 3", f"{what} * 3 == {c}",
        f"{kept} == ci{k}", f"{kept} < ci{k}", f"(float){what} > {c}.5f",
        f"({t})({what} + 1) {x.op()} {c}", f"~{what} == {c}",
        f"{what} % 5 == 2", f"{what} - {c} > 0", f"{what} == co{k}",
        f"memcmp(&ci{k}, \"a\", 1) > 0", f"{what} == ({what} | 1)",
        f"!{what}", f"({what} ? {what} : 7) == {c}", f"(unsigned){what} > 9u",
        f"(int64_t){what} < {c}ll", f"({t})({what} ^ 0x80) < 9"])
    if x.chance(.3):
        x.step(f"co{k} = {kept} {x.op()} {c};")
    x.step(f"if ({x.mark(use)}) co{k} = {x.r.choice(['1', f'co{k} == 1'])}; "
           f"else if (ci{k} {x.op()} {c}) co{k} = 2;")
    x.step(f"{kept} = ci{k}; {also}")
    x.see(f"co{k}", 3)
    return None


def ranged(x, k):
    """A range of some hundred values, compared with what was kept of it."""
    if x.wide_inputs or x.case.whole:
        return counter(x, k)
    x.wide_inputs += 1
    top = x.r.randint(100, 300)
    x.decl(f"int ra{k}; static int rb{k};")
    x.input(f"ra{k}", "int", list(range(-3, top)), (-3, top - 1), True,
            usable=False)
    x.step(f"if (ra{k} / {x.r.randint(3, 9)} == {x.r.randint(0, 30)}) rb{k} = "
           f"(rb{k} + 1) % 3;")
    x.step(f"else if ({x.mark(f'ra{k} {x.op()} {top - x.r.randint(0, 2)}')}) "
           f"rb{k} = 0;")
    x.see(f"rb{k}", 3)
    return None


def float_threshold(x, k):
    """A float that is compared only: its neighbours, infinities, NaN."""
    if x.case.whole or any(i.type in ("float", "double")
                           for i in x.case.inputs):
        return floats(x, k)
    t = x.r.choice(["float", "double"])
    c = x.r.choice([0.5, 2.0, -1.0, 100.0])
    bits = float_bits(t, c)
    inf = float_bits(t, float("inf"))
    values = [bits - 1, bits, bits + 1, inf, float_bits(t, float("-inf")),
              float_bits(t, float("nan")), 0]
    x.decl(f"{t} ft{k}; static int fu{k};")
    span = None
    if x.chance(.4):
        low, high = (-200.0, c) if x.chance(.5) else (c, 200.0)
        span = (repr(low), repr(high))
        values = sorted({float_bits(t, low), float_bits(t, high), bits})
        values += [bits + (1 if (c == low) == (c > 0) else -1)]
    x.input(f"ft{k}", t, values, span, True, usable=False)
    x.step(f"if (ft{k} {x.op()} {c}) fu{k} = 1; else if (ft{k} {x.op()} {c}) "
           f"fu{k} = 2; else fu{k} = 0;")
    x.see(f"fu{k}", 3)
    return None


def compared_inputs(x, k):
    """Two inputs of a whole type, compared with each other."""
    if x.wide_inputs or x.case.whole:
        return counter(x, k)
    x.wide_inputs += 1
    t = x.r.choice(["int", "int16_t", "uint8_t", "uint32_t"])
    c = x.r.randint(3, 100)
    values = [0, 1, 2, c - 1, c, c + 1, c + 2]
    values += [INTS[t][0] == 8 and 255 or 1000]
    if INTS[t][1]:
        values += [-1, -2]
    x.decl(f"{t} xa{k}, xb{k}; static int xo{k};")
    for name in (f"xa{k}", f"xb{k}"):
        x.input(name, t, sorted(set(values)), None, True, usable=False)
    x.step(f"if ({x.mark(f'xa{k} {x.op()} xb{k}')}) xo{k} = xa{k} > {c} ? 1 : "
           f"xo{k}; else if (xb{k} == {c}) xo{k} = 2;")
    x.see(f"xo{k}", 3)
    return None


def start(x, k):
    """A variable that begins with any value of a range."""
    if x.case.whole or x.case.initial:
        return counter(x, k)
    t = x.r.choice(["int", "uint8_t", "int16_t"])
    x.decl(f"{t} begin{k}; static int bo{k};")
    x.case.initial.append(Input(f"begin{k}", t, [0, 1, 2], (0, 2)))
    x.step(f"bo{k} = begin{k} + {x.flag()}; if ({x.cond()}) begin{k} = 0;")
    x.see(f"bo{k}", 4)
    return None


def clock(x, k):
    """What differs from run to run: whatever it is, something follows."""
    x.case.chance = True
    read = x.r.choice(["__builtin_ia32_rdtsc()",
                       "__builtin_readcyclecounter()"])
    x.decl(f"static int cl{k};")
    x.step(f"cl{k} = (int)({read} >> 3 & 1); //@C")
    x.step(f"cl{k} = truth_choose(2); //@T")
    x.see(f"cl{k}", 2)


def assumption(x, k):
    x.decl(f"static int am{k};")
    x.step(f"am{k} = {x.bounded(f'am{k} + {x.val()}', 4)};")
    x.step(f"CATENARY_ASSUME(am{k} != 3 || {x.val()} {x.op()} 1);")
    x.see(f"am{k}", 4)


SHAPES = [float_input, floats, wide_input, byte_arithmetic, classes, ranged,
          float_threshold, compared_inputs, start, clock, assumption]
