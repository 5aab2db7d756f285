#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Attacks the verdicts about transition systems in BTOR2.

For each seed a random model of at most 6 input bits and 12 state bits, with all
operators of the format; all its runs are enumerated by an interpreter that
shares nothing with Catenary, and the claims of every engine are compared: goals
covered, shortest lengths, goals unreachable, and the outputs that tests expect.

  attack_btor2.py CATENARY FIRST_SEED COUNT

Exit code 0 where nothing is wrong.
"""
import argparse
import json
import pathlib
import random
import subprocess
import sys
import tempfile

ENGINES = ("auto", "explicit", "symbolic", "classes")
UNARY = ("not", "inc", "dec", "neg")
REDUCE = ("redand", "redor", "redxor")
BINARY = ("and", "nand", "or", "nor", "xor", "xnor", "add", "sub", "mul",
          "udiv", "urem", "sdiv", "srem", "smod", "sll", "srl", "sra", "rol",
          "ror")
COMPARE = ("eq", "neq", "ult", "ulte", "ugt", "ugte", "slt", "slte", "sgt",
           "sgte", "saddo", "uaddo", "sdivo", "smulo", "umulo", "ssubo",
           "usubo")


def signed(x, w):
    return x - (1 << w) if x >> (w - 1) else x


def unary(op, x, w):
    m = (1 << w) - 1
    return {"not": ~x, "inc": x + 1, "dec": x - 1, "neg": -x}[op] & m


def reduce(op, x, w):
    ones = bin(x).count("1")
    return {"redand": ones == w, "redor": ones > 0,
            "redxor": ones % 2 == 1}[op] * 1


def quotient(a, b):
    q = abs(a) // abs(b)
    return q if (a < 0) == (b < 0) else -q


def binary(op, x, y, w):
    m = (1 << w) - 1
    a, b = signed(x, w), signed(y, w)
    if op == "udiv":
        return m if y == 0 else x // y
    if op == "urem":
        return x if y == 0 else x % y
    if op == "sdiv":
        return (1 if a < 0 else m) if b == 0 else quotient(a, b) & m
    if op == "srem":
        return x if b == 0 else (a - b * quotient(a, b)) & m
    if op == "smod":
        return x if b == 0 else (a % b) & m
    if op in ("sll", "srl", "sra"):
        if op == "sra":
            return (a >> min(y, w)) & m
        return (x << y if op == "sll" else x >> y) & m if y < w else 0
    if op in ("rol", "ror"):
        k = y % w if op == "rol" else (w - y % w) % w
        return (x << k | x >> (w - k)) & m
    return {"and": x & y, "nand": ~(x & y), "or": x | y, "nor": ~(x | y),
            "xor": x ^ y, "xnor": ~(x ^ y), "add": x + y, "sub": x - y,
            "mul": x * y}[op] & m


def compare(op, x, y, w):
    m, a, b = (1 << w) - 1, signed(x, w), signed(y, w)
    fits = range(-(1 << (w - 1)), 1 << (w - 1))
    return {"eq": x == y, "neq": x != y, "ult": x < y, "ulte": x <= y,
            "ugt": x > y, "ugte": x >= y, "slt": a < b, "slte": a <= b,
            "sgt": a > b, "sgte": a >= b, "saddo": a + b not in fits,
            "uaddo": x + y > m, "smulo": a * b not in fits, "umulo": x * y > m,
            "ssubo": a - b not in fits, "usubo": x < y,
            "sdivo": b == -1 and a == fits[0]}[op] * 1


class Model:
    """A random model as its text and as a function of Python."""

    def __init__(self, seed):
        self.r = random.Random(seed)
        self.lines, self.code, self.next_id = [], [], 1
        self.sorts = {}
        self.values = []            # (id, width, name in Python)
        self.inputs, self.states = [], []
        self.inits, self.nexts = {}, {}
        self.bads, self.constraints, self.outputs = [], [], []
        self.array = None
        self.make()

    def line(self, text):
        n = self.next_id
        self.next_id += 1
        self.lines.append(f"{n} {text}")
        return n

    def sort(self, width):
        if width not in self.sorts:
            self.sorts[width] = self.line(f"sort bitvec {width}")
        return self.sorts[width]

    def add(self, n, width, expression):
        name = f"v{n}"
        self.code.append(f"{name} = {expression}")
        self.values.append((n, width, name))
        return self.values[-1]

    def pick(self, width=None):
        known = [v for v in self.values if width in (None, v[1])]
        if not known:
            return self.constant(width)
        n, w, name = self.r.choice(known[-12:])
        if self.r.random() < 0.15:
            return (-n, w, f"({name} ^ {(1 << w) - 1})")
        return (n, w, name)

    def constant(self, width):
        sort, value = self.sort(width), self.r.randrange(1 << width)
        style = self.r.randrange(4)
        if style == 0:
            n = self.line(f"const {sort} {value:0{width}b}")
        elif style == 1:
            n = self.line(f"consth {sort} {value:x}")
        elif style == 2:
            n = self.line(f"constd {sort} {signed(value, width)}")
        else:
            n = self.line(f"constd {sort} {value}")
        return self.add(n, width, str(value))

    def operator(self):
        r, kind = self.r, self.r.random()
        if kind < 0.1:
            a = self.pick()
            op = r.choice(UNARY)
            n = self.line(f"{op} {self.sort(a[1])} {a[0]}")
            return self.add(n, a[1], f"unary({op!r}, {a[2]}, {a[1]})")
        if kind < 0.18:
            a, op, s = self.pick(), r.choice(REDUCE), self.sort(1)
            n = self.line(f"{op} {s} {a[0]}")
            return self.add(n, 1, f"reduce({op!r}, {a[2]}, {a[1]})")
        if kind < 0.45:
            a = self.pick()
            b, op = self.pick(a[1]), r.choice(BINARY)
            n = self.line(f"{op} {self.sort(a[1])} {a[0]} {b[0]}")
            return self.add(n, a[1],
                            f"binary({op!r}, {a[2]}, {b[2]}, {a[1]})")
        if kind < 0.68:
            a = self.pick()
            b, op, s = self.pick(a[1]), r.choice(COMPARE), self.sort(1)
            n = self.line(f"{op} {s} {a[0]} {b[0]}")
            return self.add(n, 1, f"compare({op!r}, {a[2]}, {b[2]}, {a[1]})")
        if kind < 0.82:
            c, a = self.pick(1), self.pick()
            b = self.pick(a[1])
            n = self.line(f"ite {self.sort(a[1])} {c[0]} {a[0]} {b[0]}")
            return self.add(n, a[1], f"{a[2]} if {c[2]} else {b[2]}")
        if kind < 0.88:
            a = self.pick()
            hi = r.randrange(a[1])
            lo = r.randint(0, hi)
            s = self.sort(hi - lo + 1)
            n = self.line(f"slice {s} {a[0]} {hi} {lo}")
            return self.add(n, hi - lo + 1,
                            f"{a[2]} >> {lo} & {(1 << hi - lo + 1) - 1}")
        if kind < 0.94:
            a, more = self.pick(), r.choice((1, 2, 5, 70))
            if a[1] > 20:
                more = 1
            op, s = r.choice(("uext", "sext")), self.sort(a[1] + more)
            n = self.line(f"{op} {s} {a[0]} {more}")
            m = (1 << a[1] + more) - 1
            return self.add(n, a[1] + more, a[2] if op == "uext" else
                            f"signed({a[2]}, {a[1]}) & {m}")
        a, b = self.pick(), self.pick()
        if a[1] + b[1] > 90:
            return a
        s = self.sort(a[1] + b[1])
        n = self.line(f"concat {s} {a[0]} {b[0]}")
        return self.add(n, a[1] + b[1], f"{a[2]} << {b[1]} | {b[2]}")

    def make(self):
        r = self.r
        left = r.randint(1, 6)
        while left > 0:
            w = r.randint(1, min(left, 4))
            left -= w
            n = self.line(f"input {self.sort(w)}")
            self.inputs.append((n, w))
            self.values.append((n, w, f"i{n}"))
        left = r.randint(2, 12)
        if r.random() < 0.3:            # four elements of two bits
            index, element = self.sort(2), self.sort(2)
            s = self.line(f"sort array {index} {element}")
            self.array = (self.line(f"state {s}"), s)
            self.zero = self.line(f"zero {element}")
            left = max(1, left - 8)
        while left > 0:
            w = r.randint(1, min(left, 5))
            left -= w
            n = self.line(f"state {self.sort(w)}")
            self.states.append((n, w))
            self.values.append((n, w, f"s{n}"))
        for n, w in self.states:
            if r.random() < 0.75:
                value = r.choice((0, 0, r.randrange(1 << w)))
                c = self.line(f"constd {self.sort(w)} {value}")
                self.line(f"init {self.sort(w)} {n} {c}")
                self.inits[n] = value
        if self.array:
            self.line(f"init {self.array[1]} {self.array[0]} {self.zero}")
            at, data = self.pick(2), self.pick(2)
            n = self.line(f"read {self.sort(2)} {self.array[0]} {at[0]}")
            self.add(n, 2, f"mem >> 2 * {at[2]} & 3")
        for _ in range(r.randint(8, 30)):
            self.operator()
        for n, w in self.states:
            if r.random() < 0.06:
                continue                # free at each step
            value = self.pick(w)
            self.line(f"next {self.sort(w)} {n} {value[0]}")
            self.nexts[n] = value[2]
        if self.array:
            at, data, enable = self.pick(2), self.pick(2), self.pick(1)
            a, s = self.array
            wr = self.line(f"write {s} {a} {at[0]} {data[0]}")
            c = self.line(f"ite {s} {enable[0]} {wr} {a}")
            self.line(f"next {s} {a} {c}")
            self.store = (f"(mem & ~(3 << 2 * {at[2]}) | {data[2]} << 2 * "
                          f"{at[2]}) if {enable[2]} else mem")
        if r.random() < 0.3:
            c = self.pick(1)
            self.line(f"constraint {c[0]}")
            self.constraints.append(c[2])
        for _ in range(r.randint(1, 6)):
            bits = [self.pick(1) for _ in range(r.choice((1, 1, 2, 3)))]
            n, name = bits[0][0], bits[0][2]
            for b in bits[1:]:
                n = self.line(f"and {self.sort(1)} {n} {b[0]}")
                name = self.add(n, 1, f"{name} & {b[2]}")[2]
            self.bads.append((self.line(f"bad {n}"), name))
        for _ in range(r.randint(0, 3)):
            v = self.pick()
            self.outputs.append((self.line(f"output {v[0]}"), v[1], v[2]))
        self.free = [(n, w) for n, w in self.states if n not in self.nexts]

    def text(self):
        return "\n".join(self.lines) + "\n"

    def compiled(self):
        """step(state, inputs, free) -> None or (hits, outputs, state)"""
        names = [f"s{n}" for n, _ in self.states]
        out = ["def step(state, inputs, free):"]
        out.append(f"  {''.join(s + ', ' for s in names)}mem = state")
        if self.inputs:
            out.append("  " + "".join(f"i{n}, " for n, _ in self.inputs) +
                       "= inputs")
        if self.free:
            out.append("  " + "".join(f"f{n}, " for n, _ in self.free) +
                       "= free")
        out += ["  " + c for c in self.code]
        for c in self.constraints:
            out.append(f"  if not {c}: return None")
        out.append("  return (" + "".join(f"{b}, " for _, b in self.bads) +
                   "), (" + "".join(f"{o[2]}, " for o in self.outputs) +
                   "), (" + "".join(
                       (self.nexts[n] if n in self.nexts else f"f{n}") + ", "
                       for n, _ in self.states) +
                   (self.store if self.array else "mem") + ")")
        scope = {"unary": unary, "reduce": reduce, "binary": binary,
                 "compare": compare, "signed": signed}
        exec("\n".join(out), scope)
        return scope["step"]


def product(widths):
    rows = [()]
    for w in widths:
        rows = [row + (v,) for row in rows for v in range(1 << w)]
    return rows


def truth(model):
    """The least length for each bad; those missing cannot be reached."""
    step = model.compiled()
    front = [()]
    for n, w in model.states:
        values = [model.inits[n]] if n in model.inits else range(1 << w)
        front = [row + (v,) for row in front for v in values]
    front = [row + (0,) for row in front]
    letters = product([w for _, w in model.inputs])
    free = product([w for _, w in model.free])
    seen, depth, found, edges = set(front), 0, {}, 0
    while front:
        depth += 1
        after = []
        for state in front:
            for inputs in letters:
                for f in free:
                    now = step(state, inputs, f)
                    if now is None:
                        continue
                    edges += 1
                    for k, hit in enumerate(now[0]):
                        if hit and k not in found:
                            found[k] = depth
                    if now[2] not in seen:
                        seen.add(now[2])
                        after.append(now[2])
        front = after
    return found, edges


def check_tests(model, suite):
    """Outputs that tests expect are those of the interpreter."""
    step, wrong = model.compiled(), []
    for test in suite["tests"]:
        initial = test.get("initial", {}).get("values", {})
        chosen = {k: int(v) for k, v in initial.items()}
        state = tuple(model.inits.get(n, chosen.get(f"state{n}", 0))
                      for n, _ in model.states) + (0,)
        for s in test["steps"]:
            given = {k: int(v) for k, v in s.get("inputs", {}).items()}
            now = step(state, tuple(given.get(f"input{n}", 0)
                                    for n, _ in model.inputs),
                       tuple(given.get(f"state{n}.next", 0)
                             for n, _ in model.free))
            if now is None:
                return [f"test {test['id']}: a step breaks a constraint"]
            for (n, w, _), value in zip(model.outputs, now[1]):
                for low in range(0, w, 64):
                    width = min(64, w - low)
                    name = f"output{n}" if w <= 64 else \
                        f"output{n}[{low + width - 1}:{low}]"
                    said = s.get("expect", {}).get(name)
                    part = value >> low & (1 << width) - 1
                    if said is not None and int(said) != part:
                        wrong.append(f"{name} is {part}, not {said}")
            state = now[2]
    return wrong


def attack(catenary, seed, folder):
    model = Model(seed)
    found, edges = truth(model)
    path, out = folder / "m.btor2", folder / "s.json"
    path.write_text(model.text())
    problems, claims = [], 0
    engine = ENGINES[seed % len(ENGINES)]
    run = subprocess.run(
        [catenary, "generate", str(path), "--json", "--engine", engine,
         "--challenge", "off" if seed % 4 else "1s", "--force", "-o",
         str(out), "--timeout", "60s"], capture_output=True, text=True)
    if run.returncode not in (0, 1, 4):
        if edges == 0 and "contradictory-assumptions" in run.stderr:
            return [], 1
        return [f"exit code {run.returncode}: {run.stderr.strip()}"], 0
    document = json.loads(run.stdout)
    by_id = {g["id"]: g for g in document["goals"]}
    for k, (n, _) in enumerate(model.bads):
        goal = by_id.get(f"bad{n}")
        if goal is None:
            problems.append(f"bad{n} is missing")
            continue
        claims += 1
        if goal["status"] == "covered":
            if k not in found:
                problems.append(f"bad{n} is covered, but unreachable")
            elif goal["depth"] < found[k] or (
                    "perhaps" not in goal["reason"] and
                    goal["depth"] != found[k]):
                problems.append(f"bad{n}: length {goal['depth']}, "
                                f"but it is {found[k]}")
        elif goal["status"] == "unreachable" and k in found:
            problems.append(f"bad{n} is unreachable, but hit in {found[k]}")
        elif goal["status"] == "undecided" and engine in ("auto", "explicit"):
            problems.append(f"bad{n} is undecided: {goal['reason']}")
    problems += check_tests(model, json.loads(out.read_text()))
    return problems, claims


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("catenary")
    parser.add_argument("first", type=int)
    parser.add_argument("count", type=int)
    parser.add_argument("--keep", type=pathlib.Path)
    options = parser.parse_args()
    wrong = claims = 0
    for seed in range(options.first, options.first + options.count):
        with tempfile.TemporaryDirectory() as name:
            problems, count = attack(options.catenary, seed,
                                     pathlib.Path(name))
            claims += count
            if problems and options.keep:
                options.keep.mkdir(exist_ok=True)
                (options.keep / f"{seed}.btor2").write_text(
                    Model(seed).text())
        for problem in problems:
            print(f"seed {seed}: {problem}")
        wrong += bool(problems)
    print(f"{options.count} models, {claims} claims, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
