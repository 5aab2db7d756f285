# SPDX-License-Identifier: Apache-2.0
"""Parts of controllers that make memory hard: unions, bit-fields, pointers,
lists, copies, recursion, sorting, matrices.
"""
from controller_text import Place


class MemoryFeatures:
    """Part of a generator; needs its expressions and statements."""

    def record(self):
        """Structures with everything in them, copied and passed by value."""
        r, s = self.r, self.new_name("S")
        n, t, u = r.randint(2, 4), self.int_type(), self.int_type()
        b = [r.randint(1, 7), r.randint(2, 15), r.randint(1, 31),
             r.randint(20, 45)]
        real = self.pick("float", "double")
        packed = self.pick("", "", " __attribute__((packed))")
        self.p.declarations.append(
            f"typedef struct{packed} {{ {t} a; unsigned b0 : {b[0]}; int b1 : "
            f"{b[1]}; _Bool ok : 1; uint32_t b2 : {b[2]}; {u} v[{n}]; "
            f"struct {{ int8_t x; {real} y; }} in[2]; uint64_t b3 : {b[3]}; "
            f"}} {s};\nstatic {s} {s}_1, {s}_2, {s}_all[2];")
        for k in (f"{s}_1", f"{s}_2"):
            self.places += [Place(k + ".a", t, addressable=False),
                            Place(k + ".b0", "uint32_t", addressable=False),
                            Place(k + ".b1", "int32_t", addressable=False),
                            Place(k + ".ok", "_Bool", addressable=False),
                            Place(k + ".b2", "uint32_t", addressable=False),
                            Place(k + ".b3", "uint64_t", addressable=False),
                            Place(k + ".v[{}]", u, (n,), addressable=False),
                            Place(k + ".in[{}].x", "int8_t", (2,),
                                  addressable=False),
                            Place(k + ".in[{}].y", real, (2,),
                                  addressable=False)]
        self.places += [Place(s + "_all[{}].v[{}]", u, (2, n),
                              addressable=False),
                        Place(s + "_all[{}].b1", "int32_t", (2,),
                              addressable=False)]
        f = self.new_name("change")
        self.p.functions.append(
            f"static {s} {f}({s} one, const {s} *other, int by) {{\n"
            f"one.a += by;\none.v[(unsigned)by % {n}u] = other->v[0];\n"
            "if (other->ok) one.b1 = by;\none.in[by & 1].x++;\n"
            "return one;\n}")
        where = self.index(2)
        choices = [f"{s}_1 = {f}({s}_2, &{s}_1, {self.int_atom()});",
                   f"{s}_all[{where}] = {s}_1;",
                   f"{s}_2 = {s}_all[{self.index(2)}];",
                   f"memcpy(&{s}_2, &{s}_1, sizeof {s}_1);",
                   f"memset(&{s}_1, 0, sizeof {s}_1);",
                   f"memcpy({s}_1.v, {s}_2.v, sizeof {s}_1.v);",
                   f"{{ {s} t = {s}_1; {s}_1 = {s}_2; {s}_2 = t; }}"]
        return "\n".join(f"if ({self.condition(1)}) {c}"
                         for c in r.sample(choices, 3))

    def packet(self):
        """A union of raw bytes, words and bit-fields."""
        u = self.new_name("U")
        self.p.declarations.append(
            f"static union {{ uint32_t raw; uint8_t byte[4]; int16_t half[2]; "
            "struct { uint32_t id : 11; int32_t value : 12; uint32_t flag : 1;"
            f" uint32_t rest : 8; }} f; }} {u}, {u}_next;")
        self.places += [Place(u + ".raw", "uint32_t"),
                        Place(u + ".byte[{}]", "uint8_t", (4,)),
                        Place(u + ".half[{}]", "int16_t", (2,)),
                        Place(u + ".f.id", "uint32_t", addressable=False),
                        Place(u + ".f.value", "int32_t", addressable=False),
                        Place(u + ".f.flag", "uint32_t", addressable=False)]
        other = self.pick(f"{u}_next = {u};", f"{u} = {u}_next;",
                          f"memmove(&{u}.byte[1], {u}.byte, 3);",
                          f"memcpy(&{u}.half[1], &{u}_next.byte[1], 2);",
                          f"memset({u}.byte, {self.int_atom()}, "
                          f"(unsigned)({self.int_atom()}) % 5u);")
        return (f"{u}.f.value = {self.int_expression(1)};\n"
                f"if ({self.condition(1)}) {other}\n"
                f"{u}.f.rest += {u}.byte[{self.index(4)}];")

    def buffers(self):
        """Pointers kept in the state: double buffering and a cursor."""
        t = self.int_type()
        n = self.r.randint(2, 5)
        a = self.variable("front", t, (n,))
        b = self.variable("back", t, (n,))
        p, q = self.new_name("now"), self.new_name("cursor")
        self.p.declarations.append(f"static {t} *{p} = {a};\n"
                                   f"static {t} *{q} = &{b}[{n - 1}];")
        self.places.append(Place(p + "[{}]", t, (n,), checked=False))
        self.places.append(Place(f"(*{q})", t))
        move = self.pick(f"{q} = &{p}[{self.index(n, False)}];",
                         f"{q} = {self.condition(1)} ? &{a}[0] : {b};",
                         f"if ({q} != {a} && {q} != {b}) {q}--;\n"
                         f"else {q} = {b} + {n - 1};",
                         f"for (int k = 0; k < {n}; ++k) if ({q} == {a} + k) "
                         f"{self.target()} = (int)({q} - {a});")
        extra = ""
        if self.chance(0.3):
            z = self.new_name("maybe")
            self.p.declarations.append(f"static {t} *{z};")
            check = f"if ({z}) " if not self.chance(10 * self.risk) else ""
            extra = (f"\n{check}*{z} = {self.int_atom()};\n{z} = "
                     f"{self.condition(1)} ? 0 : {p};")
        if self.chance(0.4):
            pp = self.new_name("pp")
            self.p.declarations.append(f"static {t} **{pp} = &{p};")
            extra += (f"\n**{pp} = {self.int_atom()};\n"
                      f"{pp} = {self.condition(1)} ? &{p} : &{q};")
        return (f"if ({self.condition(1)}) {p} = {p} == {a} ? {b} : {a};\n"
                f"{move}\n*{q} += {self.int_atom()};{extra}")

    def linked(self):
        """Static nodes in a list whose order changes."""
        s = self.new_name("node")
        n = self.r.randint(3, 4)
        self.p.declarations.append(
            f"typedef struct {s} {{ int16_t key; struct {s} *next; }} {s};\n"
            f"static {s} {s}_pool[{n}];\nstatic {s} *{s}_head;")
        self.places.append(Place(s + "_pool[{}].key", "int16_t", (n,)))
        self.p.init.append(
            f"for (int k = 0; k < {n}; k++) {{ {s}_pool[k].next = {s}_head; "
            f"{s}_pool[k].key = k * 3; {s}_head = &{s}_pool[k]; }}")
        out = self.variable("walked", "int32_t")
        change = self.pick(
            f"if ({s}_head && {s}_head->next) {{ {s} *t = {s}_head->next; "
            f"{s}_head->next = t->next; t->next = {s}_head; {s}_head = t; }}",
            f"{{ {s} *r = 0; for (int k = 0; {s}_head && k < {n}; k++) {{ "
            f"{s} *t = {s}_head->next; {s}_head->next = r; r = {s}_head; "
            f"{s}_head = t; }} {s}_head = r; }}")
        return (f"if ({self.condition(1)}) {change}\n{out} = 0;\n"
                f"for (const {s} *w = {s}_head; w; w = w->next) "
                f"{out} = {out} * 2 + w->key;")

    def queue(self):
        """A queue of structures, moved up when one is taken."""
        s = self.new_name("Q")
        n = self.r.randint(2, 4)
        t = self.int_type()
        self.p.declarations.append(
            f"typedef struct {{ uint8_t kind; {t} value; }} {s};\n"
            f"static {s} {s}_items[{n}];\nstatic uint8_t {s}_count;")
        self.places += [Place(s + "_items[{}].value", t, (n,)),
                        Place(s + "_count", "uint8_t", writable=False)]
        return (f"if ({self.condition(1)} && {s}_count < {n}) {{\n"
                f"const {s} x = {{{self.int_atom()}, {self.int_atom()}}};\n"
                f"{s}_items[{s}_count++] = x;\n"
                f"}} else if ({s}_count > 0 && {self.condition(1)}) {{\n"
                f"{self.target()} = {s}_items[0].value;\n"
                f"memmove(&{s}_items[0], &{s}_items[1], ({n} - 1) * "
                f"sizeof({s}));\nmemset(&{s}_items[--{s}_count], 0, "
                f"sizeof({s}));\n}}")

    def recursive(self):
        """Recursion whose depth depends on data, with a bound."""
        f = self.new_name("rec")
        t = self.pick("int32_t", "uint32_t", "int64_t", "uint8_t")
        depth = self.r.choice([3, 5, 7])
        kind = self.r.randint(0, 3)
        if kind == 0:
            self.p.functions.append(
                f"static {t} {f}({t} a, {t} b, int n) {{\n"
                "return b == 0 || n <= 0 ? a : "
                f"{f}(b, ({t})((uint64_t)a % (uint64_t)b), n - 1);\n}}")
            call = (f"{f}({self.int_atom()}, {self.int_atom()}, "
                    f"{2 * depth})")
        elif kind == 1:
            self.p.functions.append(
                f"static {t} {f}({t} x, unsigned n) {{\n"
                f"if (n < 2 || x == 7) return x + n;\n"
                f"return {f}(x + 1, n - 1) + 2 * {f}(x * 3, n - 2);\n}}")
            call = f"{f}({self.int_atom()}, {min(depth, 5)})"
        elif kind == 2:
            self.p.functions.append(
                f"static {t} {f}_b(unsigned n, {t} x);\n"
                f"static {t} {f}(unsigned n, {t} x) {{\n"
                f"if (n == 0) return x;\nreturn {f}_b(n - 1, x + n);\n}}\n"
                f"static {t} {f}_b(unsigned n, {t} x) {{\n"
                f"if (n == 0) return x;\nreturn {f}(n - 1, x * 3);\n}}")
            call = f"{f}(({self.int_atom()}) & {depth}, {self.int_atom()})"
        else:
            self.p.functions.append(
                f"static void {f}_fill({t} *a, unsigned n) {{\n"
                f"if (n == 0) return;\na[n - 1] += n;\n{f}_fill(a, n - 1);\n}}"
                f"\nstatic {t} {f}(unsigned n) {{\n{t} a[8] = {{1, 2}};\n"
                f"{f}_fill(a, n & 7);\nreturn a[n & 7] + a[1];\n}}")
            call = f"{f}({self.int_atom()})"
        to = self.variable("deep", t)
        return f"{to} = {call};"

    def sorting(self):
        t = self.pick("int8_t", "uint16_t", "int32_t", "float")
        n = self.r.randint(3, 5)
        a = self.variable("sorted", t, (n,))
        value = self.float_expression(1) if t == "float" \
            else self.int_expression(1)
        found = self.variable("found", "int8_t", start=-1)
        return (f"{a}[{self.index(n)}] = {value};\n"
                f"for (int k = 0; k < {n} - 1; k++) {{\n_Bool moved = 0;\n"
                f"for (int m = 0; m < {n} - 1 - k; m++) {{\n"
                f"if (!({a}[m] > {a}[m + 1])) continue;\n"
                f"const {t} x = {a}[m];\n{a}[m] = {a}[m + 1];\n"
                f"{a}[m + 1] = x;\nmoved = 1;\n}}\nif (!moved) break;\n}}\n"
                f"{found} = -1;\nfor (int k = 0; k < {n}; k++)\n"
                f"if ({a}[k] == {self.constant('int8_t')}) {{ {found} = k; "
                "break; }")

    def matrix(self):
        t = self.pick("int16_t", "int32_t", "float", "double")
        m, n = self.r.randint(2, 3), self.r.randint(2, 3)
        a = self.variable("matrix", t, (m, n))
        v = self.variable("vector", t, (n,))
        w = self.variable("product", t, (m,))
        value = self.float_expression(1) if t in ("float", "double") \
            else self.int_expression(1)
        row = self.new_name("row")
        return (f"{a}[{self.index(m)}][{self.index(n)}] = {value};\n"
                f"{{\n{t} (*{row})[{n}] = &{a}[{self.index(m, False)}];\n"
                f"(*{row})[{self.index(n)}] += 1;\n}}\n"
                f"for (int k = 0; k < {m}; k++) {{\n{w}[k] = 0;\n"
                f"for (int l = 0; l < {n}; l++) {w}[k] += {a}[k][l] * "
                f"{v}[l];\n}}")

    def search(self):
        """Loops whose end only the data knows: square root, digits."""
        to = self.variable("root", "uint32_t")
        if self.chance(0.5):
            return (f"{{\nuint32_t x = {self.int_expression(1)}, r = 0;\n"
                    "for (uint32_t bit = 1u << 30; bit; bit >>= 2) {\n"
                    "if (x >= r + bit) { x -= r + bit; r = (r >> 1) + bit; }\n"
                    f"else r >>= 1;\n}}\n{to} = r;\n}}")
        return (f"{{\nuint16_t x = {self.int_expression(1)};\n{to} = 0;\n"
                f"do {{ {to} += x % 10u; x /= 10u; }} while (x);\n}}")

    def transitions(self):
        """A chart as a table of rows with guards and actions."""
        f, n = self.new_name("rule"), self.r.randint(3, 5)
        self.p.declarations.append(f"static uint8_t at_{f};")
        self.places.append(Place(f"at_{f}", "uint8_t", writable=False))
        for k in range(2):
            self.p.functions.append(
                f"static _Bool {f}_if{k}(const int *x) {{\n"
                f"return *x {self.pick('>', '==', '<=')} {self.constant()};\n}}"
                f"\nstatic void {f}_do{k}(int *x) {{\n*x += {k + 1};\n"
                f"{self.assign()}\n}}")
        rows = ",\n".join(
            f"{{{self.r.randint(0, 3)}, {self.r.randint(0, 3)}, "
            f"{{{self.pick('0', f + '_if0', f + '_if1')}, "
            f"{self.pick('0', f + '_do0', f + '_do1')}}}}}" for _ in range(n))
        self.p.functions.append(
            f"static const struct {{ uint8_t from, to; struct {{ _Bool (*ok)"
            f"(const int*); void (*act)(int*); }} f; }} {f}[] = {{\n{rows}\n}};")
        x = self.new_name("x")
        return (f"{{\nint {x} = {self.int_expression(1)};\n"
                f"for (unsigned k = 0; k < sizeof {f} / sizeof *{f}; k++) {{\n"
                f"if ({f}[k].from != at_{f}) continue;\n"
                f"if ({f}[k].f.ok && !{f}[k].f.ok(&{x})) continue;\n"
                f"if ({f}[k].f.act) {f}[k].f.act(&{x});\n"
                f"at_{f} = {f}[k].to;\nbreak;\n}}\n"
                f"{self.target()} = {x};\n}}")

    def objects(self):
        """Objects with functions of their own, behind pointers to a part."""
        c = self.new_name("Cell")
        t = self.int_type()
        self.p.declarations.append(
            f"struct {c}; typedef struct {c} {{ {t} level; int (*change)("
            f"struct {c}*, int); struct {{ {t} low, high; }} span; }} {c};")
        self.p.functions.append(
            f"static int {c}_add({c} *me, int by) {{\nme->level += by;\n"
            "if (me->level > me->span.high) me->level = me->span.low;\n"
            f"return me->level;\n}}\nstatic int {c}_set({c} *me, int by) {{\n"
            f"me->change = {c}_add;\nreturn me->level = by & 15;\n}}\n"
            f"static {c} {c}_1 = {{1, {c}_add, {{0, 9}}}}, {c}_2 = "
            f"{{.change = {c}_set, .span.high = 20}};\n"
            f"static {c} *{c}_now = &{c}_2;")
        out = self.new_name("was")
        part = ""
        if self.chance(0.5):
            part = (f"{t} *high = &{c}_now->span.high;\n{c} *whole = ({c}*)"
                    f"((char*)high - offsetof({c}, span.high));\n"
                    f"whole->level ^= *high;\n")
        return (f"{{\nconst int {out} = {c}_now->change({c}_now, "
                f"(int)({self.int_atom()}));\n{part}"
                f"if ({self.condition(1)}) {c}_now = {c}_now == &{c}_1 ? "
                f"&{c}_2 : &{c}_1;\nelse if ({out} == {self.r.randint(0, 9)}) "
                f"{c}_now->change = {c}_set;\n{self.target()} = {out};\n}}")

    def message(self):
        """Text: constants behind pointers, and a buffer it is copied to."""
        m, n = self.new_name("text"), self.r.choice([4, 6, 8])
        words = self.r.sample(["idle", "run", "stop", "e", "", "hold", "up"],
                              3)
        self.p.declarations.append(
            f"static const char *const {m}_all[3] = {{" +
            ", ".join(f'"{w}"' for w in words) + "};\n"
            f"static const char *{m} = \"{words[0]}\";\n"
            f"static char {m}_out[{n}];")
        self.places.append(Place(m + "_out[{}]", "char", (n,)))
        return (f"if ({self.condition(1)}) {m} = {m}_all[{self.index(3)}];\n"
                f"{{\nint k = 0;\nwhile (k < {n - 1} && {m}[k]) {{ "
                f"{m}_out[k] = {m}[k]; k++; }}\n"
                f"memset({m}_out + k, 0, {n} - k);\n}}\n"
                f"if ({m}_out[0] == 'r' && {m}_out[1] == {m}[1]) "
                f"{self.assign()}")
