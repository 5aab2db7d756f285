# SPDX-License-Identifier: Apache-2.0
"""BTOR2 as the format's paper defines it (Niemetz et al., CAV 2018), evaluated
step by step: a reader that shares nothing with the program."""
import re


def signed(value, width):
    return value - (1 << width) if value >> (width - 1) else value


def divided(kind, a, b, width):
    """Division as in SMT-LIB: what a division by 0 gives is fixed."""
    mask = (1 << width) - 1
    if kind == "udiv":
        return mask if b == 0 else a // b
    if kind == "urem":
        return a if b == 0 else a % b
    x, y = signed(a, width), signed(b, width)
    if kind == "sdiv":
        if b == 0:
            return 1 if x < 0 else mask
        return (abs(x) // abs(y) * (1 if (x < 0) == (y < 0) else -1)) & mask
    if b == 0:
        return a
    if kind == "srem":
        return (abs(x) % abs(y) * (-1 if x < 0 else 1)) & mask
    return (x % y) & mask  # smod: the sign of the divisor


class Array:
    def __init__(self, default, entries=None):
        self.default, self.entries = default, dict(entries or {})

    def __getitem__(self, index):
        return self.entries.get(index, self.default)

    def written(self, index, value):
        return Array(self.default, {**self.entries, index: value})

    def __eq__(self, other):
        keys = set(self.entries) | set(other.entries)
        return self.default == other.default and all(
            self[k] == other[k] for k in keys)


class Model:
    """Lines by id; `symbols` of each kind, in order."""

    COMPARE = {"eq": lambda a, b: a == b, "neq": lambda a, b: a != b,
               "iff": lambda a, b: a == b, "ult": lambda a, b: a < b,
               "ulte": lambda a, b: a <= b, "ugt": lambda a, b: a > b,
               "ugte": lambda a, b: a >= b}
    BITS = {"and": lambda a, b: a & b, "or": lambda a, b: a | b,
            "xor": lambda a, b: a ^ b, "nand": lambda a, b: ~(a & b),
            "nor": lambda a, b: ~(a | b), "xnor": lambda a, b: ~(a ^ b),
            "add": lambda a, b: a + b, "sub": lambda a, b: a - b,
            "mul": lambda a, b: a * b}

    def __init__(self, text):
        self.lines, self.width, self.names = {}, {}, {}
        self.init, self.next = {}, {}
        self.kinds = {k: [] for k in
                      ("input", "state", "bad", "constraint", "output")}
        for line in text.splitlines():
            words = re.split(r"\s;", line, maxsplit=1)[0].split()
            if not words or words[0].startswith(";"):
                continue
            number, kind, rest = int(words[0]), words[1], words[2:]
            assert number not in self.lines, line
            for word in rest[:3]:  # only what stands before is mentioned
                if re.fullmatch(r"-?\d+", word) and kind not in (
                        "sort", "constd", "const", "consth", "slice", "uext",
                        "sext"):
                    assert abs(int(word)) in self.lines, line
            self.lines[number] = (kind, rest)
            if kind == "sort":
                self.width[number] = (int(rest[1]) if rest[0] == "bitvec"
                                      else None)
            elif kind in ("init", "next"):
                getattr(self, kind)[int(rest[1])] = int(rest[2])
                # As btor2parser has it.
                assert kind == "next" or int(rest[2]) < int(rest[1]), line
            elif kind in self.kinds:
                self.kinds[kind].append(number)
                self.names[number] = rest[1] if len(rest) > 1 else ""

    def by_name(self, kind):
        return {self.names[n]: n for n in self.kinds[kind]}

    def width_of(self, number):
        """In bits, of what an output or bad shows."""
        at = self.lines[number][1][0]
        return self.width[int(self.lines[abs(int(at))][1][0])]

    def value(self, number, known):
        """Of a line, negated where the number is negative."""
        if abs(number) not in known:
            known[abs(number)] = self.compute(abs(number), known)
        if number > 0:
            return known[number]
        width = self.width[int(self.lines[-number][1][0])]
        return ~known[-number] & ((1 << width) - 1)

    def compute(self, number, known):
        kind, rest = self.lines[number]
        width = self.width[int(rest[0])]
        mask = (1 << width) - 1 if width else None
        if kind in ("zero", "one", "ones"):
            return {"zero": 0, "one": 1, "ones": mask}[kind]
        if kind in ("const", "constd", "consth"):
            base = {"const": 2, "constd": 10, "consth": 16}[kind]
            return int(rest[1], base) & mask
        at = int(rest[1])
        a = self.value(at, known)
        of = self.width[int(self.lines[abs(at)][1][0])]
        if kind == "slice":
            return (a >> int(rest[3])) & mask
        if kind == "uext":
            return a
        if kind == "sext":
            return signed(a, of) & mask
        if kind in ("not", "neg"):
            return (~a if kind == "not" else -a) & mask
        if kind == "ite":
            return self.value(int(rest[2 if a else 3]), known)
        b = self.value(int(rest[2]), known)
        if kind == "read":
            return a[b]
        if kind == "write":
            return a.written(b, self.value(int(rest[3]), known))
        if kind == "concat":
            low = self.width[int(self.lines[abs(int(rest[2]))][1][0])]
            return a << low | b
        if kind == "implies":
            return ~a & 1 | b
        if kind in self.BITS:
            return self.BITS[kind](a, b) & mask
        if kind in self.COMPARE:
            return int(self.COMPARE[kind](a, b))
        if kind in ("slt", "slte", "sgt", "sgte"):
            return int(self.COMPARE["u" + kind[1:]](signed(a, of) + (1 << of),
                                                    signed(b, of) + (1 << of)))
        if kind in ("sll", "srl", "sra"):
            if kind == "sll":
                return 0 if b >= of else a << b & mask
            return (a if kind == "srl" else signed(a, of)) >> min(b, of) & mask
        return divided(kind, a, b, of)

    def start(self, chosen):
        """The first state; `chosen` are values of states without init."""
        known = {}
        for state in self.kinds["state"]:
            sort = self.width[int(self.lines[state][1][0])]
            if state in self.init:
                value = self.value(self.init[state], known)
                if sort is None and not isinstance(value, Array):
                    value = Array(value)
            else:
                value = chosen.get(self.names[state],
                                   0 if sort else Array(0))
                value = value & ((1 << sort) - 1) if sort else value
            known[state] = value
        return {s: known[s] for s in self.kinds["state"]}

    def step(self, state, inputs):
        """What one step shows (None: it does not exist), and the state after
        it."""
        known = dict(state)
        for number in self.kinds["input"]:
            width = self.width[int(self.lines[number][1][0])]
            known[number] = inputs.get(self.names[number], 0) & (
                (1 << width) - 1)
        if not all(self.value(int(self.lines[c][1][0]), known)
                   for c in self.kinds["constraint"]):
            return None, state
        shown = {kind: {self.names[n]: self.value(int(self.lines[n][1][0]),
                                                  known)
                        for n in self.kinds[kind]}
                 for kind in ("bad", "output")}
        return shown, {s: self.value(self.next[s], known) for s in state}
