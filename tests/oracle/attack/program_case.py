# SPDX-License-Identifier: Apache-2.0
"""A small reactive program with its description, in two readings.

The text is that of the program, with marks:

    ⟦condition⟧   a condition whose outcomes are goals of this line; a line break
                  follows, so that the line names the condition
    //@C          this line is only in the program that Catenary reads
    //@T          this line is only in the program that is enumerated; for what
                  a plain compiler leaves open and Catenary defines

Both readings have the same line numbers. Everything else that the enumeration
needs is in a harness, which includes the second reading.
"""
import dataclasses
import re
import struct

INTS = {"int8_t": (8, True), "uint8_t": (8, False), "int16_t": (16, True),
        "uint16_t": (16, False), "int32_t": (32, True), "uint32_t": (32, False),
        "int64_t": (64, True), "uint64_t": (64, False), "char": (8, True),
        "int": (32, True), "_Bool": (1, False), "bool": (1, False)}
FLOATS = {"float": ("<f", "<I", "<i"), "double": ("<d", "<Q", "<q")}
NONDET = {"int": "int", "uchar": "unsigned char", "bool": "_Bool",
          "short": "short", "uint": "unsigned"}


@dataclasses.dataclass
class Input:
    """A variable that is set before every step. `values` are all that can make
    a difference; of a float they are bit patterns."""
    name: str
    type: str
    values: list
    range: tuple = None     # as in the description; None: the whole type
    complete: bool = True   # `values` are all there are


@dataclasses.dataclass
class Case:
    seed: int
    cpp: bool = False
    whole: bool = False                 # a program with main() and a loop
    lines: list = dataclasses.field(default_factory=list)
    other: list = dataclasses.field(default_factory=list)  # second source
    inputs: list = dataclasses.field(default_factory=list)
    initial: list = dataclasses.field(default_factory=list)
    outputs: list = dataclasses.field(default_factory=list)
    watched: list = dataclasses.field(default_factory=list)  # more lvalues
    properties: list = dataclasses.field(default_factory=list)
    invariants: list = dataclasses.field(default_factory=list)
    assume: str = None
    has_init: bool = False
    criteria: str = None
    nondets: dict = dataclasses.field(default_factory=dict)  # name: values
    chance: bool = False                # some of it differs from run to run
    shapes: list = dataclasses.field(default_factory=list)

    @property
    def source(self):
        return "prog.cpp" if self.cpp else "prog.c"

    def texts(self):
        """The files that Catenary reads."""
        files = {self.source: reading(self.lines, "C")}
        if self.other:
            files["other.c"] = reading(self.other, "C")
        if not self.whole:
            files["prog.toml"] = self.description()
        return files

    def description(self):
        sources = [self.source] + (["other.c"] if self.other else [])
        out = ["[program]", "sources = [%s]" % ", ".join(
            '"%s"' % s for s in sources), 'step = "step();"']
        if self.has_init:
            out.append('init = "init();"')
        if self.assume:
            out.append(f'assume = ["{self.assume}"]')
        for section, variables in (("inputs", self.inputs),
                                   ("initial", self.initial)):
            if variables:
                out.append(f"[{section}]")
            for v in variables:
                inside = f"range = [{v.range[0]}, {v.range[1]}]" if v.range \
                    else ""
                out.append(f'"{v.name}" = {{ {inside} }}')
        if self.outputs:
            out.append("[outputs]")
            out += [f'"{name}" = {{}}' for name in self.outputs]
        for name, whens, then in self.properties:
            text = ", ".join(f'"{w}"' for w in whens)
            out += ["[[property]]", f'id = "{name}"',
                    f"when = [{text}]" if len(whens) > 1 else f"when = {text}"]
            if then:
                out.append(f'then = "{then}"')
        for when in self.invariants:
            out += ["[[invariant]]", f'when = "{when}"']
        if self.criteria:
            out += ["[coverage]", f'criteria = ["{self.criteria}"]']
        return "\n".join(out) + "\n"

    def goal_ids(self):
        """The ids of the goals that the enumeration knows, in its order."""
        ids, chain = [], []
        for name, _, then in self.properties:
            ids.append(name)
            chain.append(name)
            if then:
                ids.append(name + ".violated")
        ids += [f"invariant{k + 1}.violated"
                for k in range(len(self.invariants))]
        text = "\n".join(self.lines)
        for name in dict.fromkeys(re.findall(r'GOAL\("(\w+)"', text)):
            ids.append(name)
            chain.append(name)
        for name in dict.fromkeys(re.findall(r"^ *(error_\w+):", text, re.M)):
            ids.append(name)
            chain.append(name)
        for at, line in enumerate(self.lines, 1):
            if re.match(r"\s*assert\(", line):
                ids.append(f"assert@{self.source}:{at}")
        self.first_branch = len(ids)
        for at, line in enumerate(self.lines, 1):
            if "⟦" in line and "//@T" not in line:
                ids += [f"{self.source}:{at}:true", f"{self.source}:{at}:false"]
                if self.criteria == "branch":
                    chain += ids[-2:]
        return ids, chain

    def harness(self):
        """The program that is enumerated, as one text."""
        ids, chain = self.goal_ids()
        out = ['#include "truth.h"', "#include <stdint.h>",
               "#include <string.h>",
               "#define CATENARY_C_H",
               "#define CATENARY_ASSUME(c) do { if (!(c)) "
               "truth_stop(TRUTH_DISCARDED); } while (0)",
               "#define CATENARY_GOAL(id, c) do { if (c) "
               "truth_hit(truth_goal_of(id)); } while (0)",
               "static inline int truth_goal_of(const char* id) {"]
        for k, name in enumerate(ids):
            if re.fullmatch(r"\w+", name):
                out.append(f'  if (strcmp(id, "{name}") == 0) return {k};')
        out += ["  __builtin_trap();", "}"]
        linkage = 'extern "C" ' if self.cpp else ""
        out.append(f"{linkage}void truth_failed(unsigned line) {{")
        for k, name in enumerate(ids):
            if name.startswith("assert@"):
                out.append(f"  if (line == {name.split(':')[1]}) "
                           f"truth_hit({k});")
        out.append("  (void)line;\n}")
        for name, values in self.nondets.items():
            c_type = NONDET[name]
            table = ", ".join(map(str, values))
            out += [f"{linkage}{c_type} __VERIFIER_nondet_{name}(void) {{",
                    f"  static const long long v[] = {{{table}}};",
                    f"  return ({c_type})v[truth_choose({len(values)})];", "}"]
        if self.nondets:
            out.append(f"{linkage}void __VERIFIER_assume(int c) "
                       "{ if (!c) truth_stop(TRUTH_DISCARDED); }")
        if self.whole:
            out.append("#define main program_main")
        out.append(f'#include "{self.truth_source}"')
        if self.cpp:
            out.append('extern "C" {')
        out += self.driver(ids, chain)
        if self.cpp:
            out.append("}")
        return "\n".join(out) + "\n"

    @property
    def truth_source(self):
        return "truth_" + self.source

    def truth_texts(self):
        text = reading(self.lines, "T")
        ids, _ = self.goal_ids()
        count = -1

        def mark(found):
            nonlocal count
            count += 1
            return (f"truth_branch({self.first_branch + 2 * count}, "
                    f"!!({found[1]}))")

        text = re.sub("⟦([^⟦⟧]*)⟧", mark, text, flags=re.S)
        text = re.sub(r"^( *)(error_\w+):", lambda m:
                      f"{m[1]}{m[2]}: truth_hit({ids.index(m[2])});", text,
                      flags=re.M)
        files = {self.truth_source: text,
                 "harness" + self.source[4:]: self.harness()}
        if self.other:
            files["truth_other.c"] = reading(self.other, "T")
        return files

    def driver(self, ids, chain):
        def words(names):
            bits = sum(1 << k for k, name in enumerate(ids) if name in names)
            return ", ".join(f"{bits >> 64 * w & (1 << 64) - 1}ull"
                             for w in range(4))

        ext = "extern " if self.cpp else ""
        prop = {p[0] for p in self.properties}
        out = [f"{ext}const int truth_goals = {len(ids)};",
               f"{ext}const unsigned long long truth_chain_goals[4] = "
               f"{{{words(set(chain))}}};",
               f"{ext}const unsigned long long truth_property_goals[4] = "
               f"{{{words(prop)}}};",
               f"{ext}const int truth_whole_program = {int(self.whole)};"]
        rows = letters(self.inputs)
        out.append(f"{ext}const int truth_letters = {len(rows)};")
        out.append("void truth_set_values(const long long* v) { (void)v;")
        for k, v in enumerate(self.inputs):
            if v.type in FLOATS:
                out.append(f"  memcpy((void*)&{v.name}, &v[{k}], "
                           f"sizeof {v.name});")
            else:
                out.append(f"  {v.name} = {cast(v)}v[{k}];")
        out.append("}")
        for name, variables, rows in (
                ("inputs", self.inputs, rows),
                ("initial", self.initial, letters(self.initial))):
            width = max(1, len(variables))
            out.append(f"void truth_set_{name}(int letter) {{")
            out.append(f"  static const long long t[][{width}] = {{")
            for row in rows:
                out.append("    {" + (", ".join(map(literal, row)) or "0") +
                           "},")
            out.append("  };")
            if name == "inputs":
                out.append("  truth_set_values(t[letter]);")
            for k, v in enumerate(self.initial if name == "initial" else []):
                out.append(f"  {v.name} = {cast(v)}t[letter][{k}];")
            out.append("  (void)t; (void)letter;\n}")
        out.append(f"{ext}const int truth_initial_letters = "
                   f"{len(letters(self.initial))};")
        out.append("static unsigned char truth_seen[8][4];")
        out.append("static unsigned char truth_met[8];")
        if self.whole:
            out.append("void truth_init(void) { program_main(); }")
            out.append("void truth_step(void) {}")
        else:
            out.append("void truth_init(void) {" +
                       (" init();" if self.has_init else "") + " }")
            out.append("void truth_step(void) { step(); }")
        out.append("int truth_before(void) {")
        if self.assume:
            out.append(f"  if (!({self.assume})) return 0;")
        for p, (name, whens, _) in enumerate(self.properties):
            last = len(whens) - 1
            before = f"truth_seen[{p}][{last - 1}] && " if last else ""
            out.append(f"  truth_met[{p}] = {before}({whens[last]});")
            for j in range(last - 1, -1, -1):
                earlier = f"truth_seen[{p}][{j - 1}] && " if j else ""
                out.append(f"  truth_seen[{p}][{j}] = {earlier}({whens[j]});")
            out.append(f"  if (truth_met[{p}]) truth_hit({ids.index(name)});")
        out.append("  return 1;\n}\nvoid truth_after(int step) { (void)step;")
        for p, (name, _, then) in enumerate(self.properties):
            if then:
                out.append(f"  if (step && truth_met[{p}] && !({then})) "
                           f"truth_hit({ids.index(name + '.violated')});")
            out.append(f"  truth_met[{p}] = 0;")
        for k, when in enumerate(self.invariants):
            at = ids.index(f"invariant{k + 1}.violated")
            out.append(f"  if (!({when})) truth_hit({at});")
        out.append("}")
        out.append(f"{ext}const int truth_outputs = "
                   f"{len(self.outputs + self.watched)};")
        out.append("long long truth_output(int k) { switch (k) {")
        for k, name in enumerate(self.outputs + self.watched):
            out.append(f"  case {k}: return (long long)({name});")
        out.append("  } return 0; }")
        return out


def cast(variable):
    return f"({variable.type})"


def literal(value):
    if value >= 1 << 63:
        value -= 1 << 64
    if value == -(1 << 63):
        return f"({value + 1}ll - 1)"
    return f"{value}ll"


def letters(variables):
    rows = [[]]
    for v in variables:
        rows = [r + [x] for r in rows for x in v.values]
    return rows


def reading(lines, keep):
    out = []
    for line in lines:
        if "//@" in line:
            line = line.split("//@")[0].rstrip() \
                if line.split("//@")[1][0] == keep else ""
        if keep == "C":
            line = line.replace("⟦", "").replace("⟧", "")
        out.append(line)
    return "\n".join(out) + "\n"


def float_bits(c_type, value):
    pack, _, signed = FLOATS[c_type]
    return struct.unpack(signed, struct.pack(pack, value))[0]
