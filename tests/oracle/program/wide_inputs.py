# SPDX-License-Identifier: Apache-2.0
"""What programs do with inputs of whole types: compare them with constants of
all signs and widths, keep them, pass them on, and now and then more than that.
"""
from program_text import INTS, limits, literal


class WideInputs:
    """Part of a generator; needs its declarations."""

    def constant(self, t):
        r = self.r
        lo, hi = limits(t)
        c = r.choice([r.randint(lo, hi), r.randint(-5, 5), hi, lo, hi - 1,
                      lo + 1, r.randint(0, 127), r.randint(128, 300),
                      1 << (INTS[t][0] - 1)])
        if self.chance(0.85):
            c = max(lo, min(hi, c))
        self.constants.add(c)
        return c

    def wide_compare(self, what=None):
        r = self.r
        if len(self.wide_in) > 1 and self.chance(0.15):
            alike = [(a, b) for a, t in self.wide_in for b, u in self.wide_in
                     if a != b and (t == u or self.chance(0.1))]
            if alike:
                a, b = r.choice(alike)
                return f"{a} {self.pick('==', '!=', '<', '>', '<=')} {b}"
        if what is None:
            what = r.choice([(n, t) for n, t in self.wide_in] +
                            [(n, t) for n, t, _ in self.wide_cells])
        name, t = what
        op = self.pick("==", "!=", "<", ">", "<=", ">=")
        cast = r.random()
        if cast < 0.6:
            return f"{name} {op} {literal(self.constant(t))}"
        bits, signed = INTS[t]
        other = [u for u, (b, _) in INTS.items() if b >= bits]
        u = r.choice(other)
        if cast < 0.85 or not signed:
            return f"({u}){name} {op} {literal(self.constant(t))}"
        return f"{name} {op} {abs(self.constant(t))}ull"

    def wide_block(self):
        r, out = self.r, []
        for _ in range(r.randint(2, 6)):
            name, t = r.choice(self.wide_in)
            k = int(name[4:])
            target = r.choice([c for c, _, i in self.wide_cells if i == k])
            kind = r.random()
            if kind < 0.2:
                out.append(f"{target} = {name};")
            elif kind < 0.3:
                out.append(f"if ({self.wide_compare((name, t))}) "
                           f"{target} = {name};")
            elif kind < 0.4:
                out.append(f"wb{k} = wa{k};")
            elif kind < 0.45:
                out.append(f"memcpy(&wa{k}, &wb{k}, sizeof wa{k});")
            elif kind < 0.52:
                out.append(f"{{ {t} *q = which{k} ? &wa{k}.x : &wb{k}.y; "
                           f"*q = {name}; which{k} = !which{k}; }}")
            elif kind < 0.57:
                out.append(f"wa{k}.x = {self.wide_compare()} ? {name} : "
                           f"{literal(self.constant(t))};")
            elif kind < 0.6:
                out.append(f"((uint8_t*)&{target})[0] = 1;")
            elif kind < 0.64:
                out.append(f"{target} = 0;")
            elif kind < 0.72:
                labels = sorted({self.constant(t) for _ in range(2)})
                lo, hi = limits(t)
                text = "".join(f"case {literal(c)}: g0 = {i + 1} % 2; break; "
                               for i, c in enumerate(labels)
                               if lo <= c <= hi)
                out.append(f"switch ({name}) {{ {text} default: break; }}")
            elif kind < 0.75:
                out.append(f"{target} = {target} == {name} ? 0 : 1;")
            elif kind < 0.77:
                out.append(f"{target} = {name} / 2;")
            else:
                out.append(f"if ({self.wide_compare()}) {{\n{self.assign()}\n"
                           "}")
        return "\n".join(out)
