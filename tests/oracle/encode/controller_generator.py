# SPDX-License-Identifier: Apache-2.0
"""Random controllers: see controller_text.py for what one is."""
from controller_expressions import Expressions
from controller_features import Features
from controller_memory import MemoryFeatures
from controller_statements import Statements
from controller_text import Place, Program


class Generator(Expressions, Statements, Features, MemoryFeatures):
    """Writes one controller."""

    def __init__(self, seed):
        self.p = Program(seed)
        self.r = self.p.r
        self.places = []
        self.loop_variables = []  # (name, values it has less than this)
        self.calls = []           # statements that call something
        self.names = 0
        self.in_step = False
        # How often an operation is left unguarded: it may trap.
        self.risk = 0.02 if self.chance(0.3) else 0

    def run(self):
        self.inputs()
        self.globals()
        features = [self.timer, self.chart, self.handlers, self.ring,
                    self.table, self.pid, self.low_pass, self.debounce,
                    self.lfsr, self.parser, self.edges, self.fixed_point,
                    self.record, self.packet, self.buffers, self.linked,
                    self.queue, self.recursive, self.sorting, self.matrix,
                    self.search, self.transitions, self.objects,
                    self.message]
        self.r.shuffle(features)
        step = []
        for feature in features[:self.r.randint(2, 5)]:
            text = feature()
            if self.chance(0.3):
                text = f"if ({self.condition(1)}) {{\n{text}\n}}"
            step.append(text)
            if self.chance(0.6):
                step.append(self.statement(2))
        self.in_step = True
        step.insert(self.r.randint(0, len(step)), self.block(2, 2))
        self.in_step = False
        self.p.step = step
        if self.chance(0.5):
            self.p.init.append(self.block(2, 1))
        self.interface()
        return self.p

    def inputs(self):
        for k in range(self.r.randint(1, 4)):
            t = self.pick(self.int_type(), self.int_type(), "_Bool", "float",
                          "double")
            span = None
            if t not in ("_Bool", "float", "double") and \
                    not self.p.whole and self.chance(0.3):
                span = (0, self.r.randint(1, 20))
            name = f"in{k}"
            self.p.declarations.append(f"{t} {name};")
            # Values that are no numbers come from here.
            self.places.append(Place(name, t, writable=False))
            self.p.inputs.append((name, t, span))
        if self.chance(0.2) and not self.p.whole:
            t = self.int_type()
            self.p.declarations.append(f"{t} start;")
            self.places.append(Place("start", t))
            self.p.initial.append(("start", t, (0, 5)))

    def globals(self):
        for _ in range(self.r.randint(1, 4)):
            t = self.int_type()
            self.variable("g", t, static=self.chance(0.6),
                          start=self.constant(t))
        if self.chance(0.5):
            self.variable("f", self.pick("float", "double"),
                          start=self.r.randint(-3, 3))
        if self.chance(0.5):
            t = self.int_type()
            self.variable("a", t, (self.r.randint(2, 6),))
        if self.chance(0.3):
            self.variable("b", self.int_type(), (2, self.r.randint(2, 4)))
        if self.chance(0.1):
            self.p.declarations.append("static volatile uint16_t vol = 3;")
            self.places.append(Place("vol", "uint16_t"))

    def interface(self):
        plain = [p for p in self.places if not p.dims and
                 not p.text.startswith("in") and not p.text.startswith("(*")]
        self.r.shuffle(plain)
        for place in plain[:self.r.randint(1, 6)]:
            text = place.text
            # The type of a bit-field is that of the declaration.
            self.p.outputs.append((f"({place.c_type}){text}", place.c_type))
        if self.chance(0.5):
            self.checksum()
        if self.chance(0.15) and not self.p.whole:
            name, t, _ = self.p.inputs[0]
            self.p.assume = f"{name} != {self.r.randint(0, 3)}"
        if self.chance(0.2) and plain:
            self.p.final = f"{plain[0].text} == {self.r.randint(0, 1)}"

    def checksum(self):
        """One output that depends on everything."""
        lines = []
        for place in self.places:
            text = place.text
            value = f"bits_d({text})" if place.is_float \
                else f"(uint64_t)({text})"
            line = f"h = (h ^ {value}) * 1099511628211u;"
            for k in reversed(range(len(place.dims))):
                text = f"k{k}"
                line = (f"for (int k{k} = 0; k{k} < {place.dims[k]}; ++k{k}) "
                        f"{line}")
            lines.append(line.replace("[{}]", "[k0]", 1)
                         .replace("[{}]", "[k1]", 1))
        self.p.functions.append("static uint64_t checksum(void) {\n"
                                "uint64_t h = 14695981039346656037u;\n" +
                                "\n".join(lines) + "\nreturn h;\n}")
        self.p.outputs.append(("checksum()", "uint64_t"))


def generate(seed):
    return Generator(seed).run()
