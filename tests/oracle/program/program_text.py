# SPDX-License-Identifier: Apache-2.0
"""Step programs in C, each in two readings of the same text.

A program is text with marks. Read for Catenary, the marks vanish; read for the
oracle, they become calls that check what C leaves undefined or that record the
outcome of a condition:

    [[N|condition]]     outcome of condition N, a branch goal of that line
    IDX(i, n)           i is an index of an array of n elements
    DIV(d)              d is not zero
    AT(p)               *p where p is not null
"""
import re

INTS = {"int8_t": (8, True), "uint8_t": (8, False), "int16_t": (16, True),
        "uint16_t": (16, False), "int32_t": (32, True),
        "uint32_t": (32, False), "int64_t": (64, True),
        "uint64_t": (64, False), "char": (8, True), "int": (32, True)}


def limits(c_type):
    bits, signed = INTS[c_type]
    return (-(1 << bits - 1), (1 << bits - 1) - 1) if signed \
        else (0, (1 << bits) - 1)


def literal(value):
    if value >= 1 << 63:
        return f"{value}ull"
    if value == -(1 << 63):
        return f"({value + 1}ll - 1)"
    suffix = "ll" if abs(value) >= 1 << 31 else ""
    return f"({value}{suffix})" if value < 0 else f"{value}{suffix}"


class Program:
    """A program with its description and its goals."""

    def __init__(self):
        self.text = ""         # with marks
        self.conditions = 0    # marks [[N|...]]
        self.goals = []        # (id, C expression or None); annotations: None
        self.inputs = []       # (lvalue, type, values, range or None)
        self.initial = []      # the same
        self.outputs = []      # lvalues
        self.properties = []   # (id, [when], then or None)
        self.assume = None
        self.final = None
        self.has_init = False
        self.wide = False

    def for_catenary(self):
        head = ("#define IDX(i, n) (i)\n#define DIV(d) (d)\n"
                "#define AT(p) (*(p))\n"
                "void __catenary_goal(const char*, _Bool);\n"
                "#define GOAL(n, c) __catenary_goal(\"a\" #n, c)\n"
                "void __VERIFIER_assume(int);\n"
                "#define ASSUME(c) __VERIFIER_assume(c)\n"
                "#define EXIT() exit(0)\n"
                "#define EARLY(t, n)\n#define LATE(t, n, v) t n = v\n")
        return head + unmark(self.text, lambda n, c: c)

    def for_oracle(self):
        names = [g for g, _ in self.goals]
        head = ("#include \"explore.h\"\n"
                "#define IDX(i, n) o_index(i, n)\n"
                "#define DIV(d) ({ __typeof__((d) + 0) d_ = (d);"
                " (void)o_divisor(d_ != 0); d_; })\n"
                "#define AT(p) (*({ __typeof__(p) p_ = (p);"
                " if (!p_) o_stop(CRASHED); p_; }))\n"
                "#define GOAL(n, c) do { if (c) o_hits |= (uint64_t)1 << "
                f"({names.index('a0') if 'a0' in names else 0} + n);"
                " } while (0)\n"
                "#define ASSUME(c) do { if (!(c)) o_stop(DISCARDED); } "
                "while (0)\n"
                # What a run was until it ended is judged.
                "static void o_judge(void);\n"
                "#define EXIT() (o_judge(), o_stop(ENDED))\n"
                # A local variable that a jump passes starts at 0.
                "#define EARLY(t, n) t n = 0;\n#define LATE(t, n, v) n = v\n")
        base = len(self.goals)
        body = unmark(self.text, lambda n, c:
                      f"o_branch({base + 2 * n}, !!({c}))")
        return head + body + self.driver()

    def lines_of_conditions(self):
        """Line of each condition in the text for Catenary."""
        lines = {}
        tagged = unmark(self.text, lambda n, c: f"\0{n}\0" + c)
        shift = self.for_catenary().count("\n") - self.text.count("\n")
        for at, line in enumerate(tagged.split("\n"), 1):
            for n in re.findall("\0(\\d+)\0", line):
                lines[int(n)] = at + shift
        return lines

    def letters(self, variables):
        rows = [[]]
        for _, _, values, _ in variables:
            rows = [r + [v] for r in rows for v in values]
        return rows

    def driver(self):
        out = []

        def table(name, variables):
            rows = self.letters(variables)
            width = max(1, len(variables))
            out.append(f"static const long long {name}[][{width}] = {{")
            for row in rows:
                numbers = [literal(v if v < 1 << 63 else v - (1 << 64))
                           for v in row]
                out.append("{" + (", ".join(numbers) or "0") + "},")
            out.append("};")
            return len(rows)

        letters = table("o_letter", self.inputs)
        starts = table("o_start", self.initial)
        chain = (1 << len(self.goals)) - 1
        for k, (name, _) in enumerate(self.goals):
            if name.endswith(".violated"):
                chain &= ~(1 << k)
        properties = sum(1 << k for k, (name, _) in enumerate(self.goals)
                         if name.startswith("p"))
        out.append(f"const uint64_t o_property_goals = {properties}u;")
        branches = ((1 << 2 * self.conditions) - 1) << len(self.goals)
        out.append(f"const int o_letters = {letters};"
                   f" const int o_initial_letters = {starts};")
        out.append(f"const int o_goals = {len(self.goals)} + "
                   f"2 * {self.conditions};")
        out.append(f"const int o_has_final = {int(self.final is not None)};")
        out.append("#ifdef WITH_BRANCHES\nconst uint64_t o_chain_goals = "
                   f"{chain | branches}u;\n#else\nconst uint64_t "
                   f"o_chain_goals = {chain}u;\n#endif")
        out.append("void o_set_values(const long long* v) {")
        for k, (lvalue, _, _, _) in enumerate(self.inputs):
            out.append(f"  {lvalue} = v[{k}];")
        out.append("}\nvoid o_set_inputs(int l) { o_set_values(o_letter[l]); }")
        out.append("void o_set_initial(int l) { (void)l;")
        for k, (lvalue, _, _, _) in enumerate(self.initial):
            out.append(f"  {lvalue} = o_start[l][{k}];")
        out.append("}")
        out.append("static unsigned char o_seen[8][4];")
        out.append("void o_init(void) {" +
                   (" init();" if self.has_init else "") + " }")
        out.append(f"int o_final(void) {{ return !!({self.final or 1}); }}")
        out.append(f"const int o_outputs = {len(self.outputs)};")
        out.append("long long o_output(int k) { switch (k) {")
        for k, lvalue in enumerate(self.outputs):
            out.append(f"  case {k}: return (long long)({lvalue});")
        out.append("  } return 0; }")
        ids = [g for g, _ in self.goals]
        out.append("static _Thread_local int o_met[8];")
        out.append("static void o_judge(void) {")
        for p, (name, whens, then) in enumerate(self.properties):
            if then:
                out.append(f"  if (o_met[{p}] && !({then})) o_hits |= "
                           f"(uint64_t)1 << {ids.index(name + '.violated')};")
        out.append("  for (int p = 0; p < 8; ++p) o_met[p] = 0;\n}")
        out.append("int o_step(void) {")
        out.append("  for (int p = 0; p < 8; ++p) o_met[p] = 0;")
        if self.assume:
            out.append(f"  if (!({self.assume})) return 0;")
        for p, (name, whens, then) in enumerate(self.properties):
            last = len(whens) - 1
            before = f"o_seen[{p}][{last - 1}] && " if last else ""
            out.append(f"  o_met[{p}] = {before}({whens[last]});")
            for j in range(last - 1, -1, -1):
                earlier = f"o_seen[{p}][{j - 1}] && " if j else ""
                out.append(f"  o_seen[{p}][{j}] = {earlier}({whens[j]});")
            out.append(f"  if (o_met[{p}]) o_hits |= (uint64_t)1 << "
                       f"{ids.index(name)};")
        out.append("  { const uint64_t o_kept = o_hits; (void)o_kept; }")
        out.append("  step();\n  o_judge();\n  return 1;\n}")
        return "\n" + "\n".join(out) + "\n"

    def description(self, source):
        out = ["[program]", f'sources = ["{source}"]', 'step = "step();"']
        if self.has_init:
            out.append('init = "init();"')
        if self.assume:
            out.append(f'assume = ["{self.assume}"]')
        if self.final:
            out.append(f'final = "{self.final}"')
        for section, variables in (("inputs", self.inputs),
                                   ("initial", self.initial)):
            if variables:
                out.append(f"[{section}]")
            for lvalue, _, _, span in variables:
                inside = f"range = [{span[0]}, {span[1]}]" if span else ""
                out.append(f'"{lvalue}" = {{ {inside} }}')
        if self.outputs:
            out.append("[outputs]")
            out += [f'"{lvalue}" = {{}}' for lvalue in self.outputs]
        for name, whens, then in self.properties:
            out.append("[[property]]")
            out.append(f'id = "{name}"')
            text = ", ".join(f'"{w}"' for w in whens)
            out.append(f"when = [{text}]" if len(whens) > 1
                       else f"when = {text}")
            if then:
                out.append(f'then = "{then}"')
        return "\n".join(out) + "\n"


def unmark(text, replace):
    """Replaces the marks, innermost first."""
    pattern = re.compile(r"\[\[(\d+)\|((?:(?!\[\[|\]\]).)*)\]\]", re.S)
    while True:
        changed = pattern.sub(lambda m: replace(int(m[1]), m[2]), text)
        if changed == text:
            return text
        text = changed
