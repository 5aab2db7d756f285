# SPDX-License-Identifier: Apache-2.0
"""Statements that make it hard to say which memory a step reads and writes."""


class MemoryStatements:
    """Part of a generator; needs its expressions."""

    def memory_declarations(self):
        if not self.chance(0.5):
            return ""
        self.memory = True
        self.scalars += [("m0", "int32_t", 3), ("m1", "int32_t", 3),
                         ("scratch.a", "int16_t", 3),
                         ("scratch.b", "int16_t", 3)]
        self.arrays += [("bytes", "uint8_t", 4), ("other", "uint8_t", 4)]
        return (
            "static int32_t m0, m1;\n"
            "static int32_t *pool[2] = {&m0, &m1};\n"
            "static int32_t **where = pool;\n"
            "static struct { int16_t a, b; } scratch;\n"
            "static uint8_t bytes[4], other[4];\n"
            "static int add(int a) { m0 = (m0 + a) & 1; return m0; }\n"
            "static int sub(int a) { return (a - m1) & 3; }\n"
            "static int (*const table[2])(int) = {add, sub};\n"
            "static int (*chosen)(int) = sub;\n"
            "static int down(int n, int32_t *to) {\n"
            "if (n <= 0) return *to & 1;\n"
            "*to = (unsigned)(*to + n) % 3u;\nreturn down(n - 1, to);\n}\n"
            "static int32_t *either(int c) { return c ? &m0 : &m1; }\n"
            # Too large to be inlined, with a taken address.
            "#define PART(k) if (r % (k + 5) == (a & 3)) r += *p + k; "
            "else r ^= (r >> 3) + k;\n"
            "static int peek(int32_t *p, int a) {\nint r = a & 7;\n"
            "PART(1) PART(2) PART(3) PART(4) PART(5) PART(6) PART(7) PART(8)\n"
            "PART(9) PART(10) PART(11) PART(12) PART(13) PART(14) PART(15)\n"
            "return (a & 8) ? *p & 3 : r & 3;\n}\n"
            "static int (*hook)(int32_t *, int) = peek;\n"
            "static uintptr_t number = (uintptr_t)&m1;\n"
            "static void fill(uint8_t *to, int n, int v) {\n"
            "for (int i = 0; i < n; ++i) to[i] = (uint8_t)v;\n}\n")

    def memory_statement(self):
        e = self.expression(1)
        a = self.atom()
        place = f"IDX((unsigned)({a}) % 2u, 2)"
        size = f"(unsigned)({a}) % 5u"
        name, t, m = self.r.choice(self.scalars)
        m = m if t != "float" else 2
        to = self.pick("&m0", "&m1", "*where")
        first = self.r.randint(0, 2)
        self.labels = getattr(self, "labels", 0) + 1
        n = self.labels
        return self.r.choice([
            f"*pool[{place}] = (unsigned)({e}) % 3u;",
            f"pool[{place}] = {self.condition()} ? &m0 : &m1;",
            f"where = &pool[{place}];",
            f"**where = (unsigned)(**where + 1) % 3u;",
            f"*where = either(({e}) > 1);",
            f"*either(({e}) > 0) = (unsigned)({a}) % 3u;",
            f"{name} = (unsigned)(table[{place}]({a} & 3)) % {m}u;",
            f"chosen = table[{place}];",
            f"{name} = (unsigned)(peek({to}, {a} | 8)) % {m}u;",
            f"{name} = (unsigned)(peek(&m1, {a})) % {m}u;",
            f"{name} = (unsigned)(hook(&m0, {a} | 8)) % {m}u;",
            f"number = (uintptr_t)({to});",
            # A jump past a declaration.
            f"{{\nEARLY(int32_t, late{n})\n"
            f"if ({self.condition()}) goto past{n};\n"
            f"LATE(int32_t, late{n}, 2);\nm1 = (m1 + late{n}) % 3;\n"
            f"past{n}:\n{name} = (unsigned)(late{n} + ({a})) % {m}u;\n}}",
            f"{name} = (unsigned)(*(int32_t *)number) % {m}u;",
            f"{name} = (unsigned)(chosen({a} & 3)) % {m}u;",
            f"{name} = (unsigned)(down({a} & 3, {to})) % {m}u;",
            f"memset(bytes, {a} & 1, {size});",
            f"memcpy(bytes, other, {size});",
            f"memmove(bytes + 1, bytes, {self.r.randint(1, 3)});",
            "memcpy(other, bytes, sizeof other);",
            f"fill(bytes, {self.r.randint(2, 4)}, {a} & 1);",
            f"fill(other + ({size} & 1), 2, {a} & 1);",
            f"fill(bytes, 4, {a} & 1);\n{name} = bytes[{place}] & 1;",
            "scratch.a = 0;\nscratch.b = 1;",
            f"if ({self.condition()}) scratch.a = (unsigned)({e}) % 3u;\n"
            f"else memset(&scratch, 0, sizeof scratch);",
            f"{{\nint8_t t[3] = {{1, 0, 2}};\n"
            f"t[IDX((unsigned)({a}) % 3u, 3)] = (int8_t)(({e}) & 1);\n"
            f"m1 = t[0] + t[1];\n}}",
            f"{{\nint32_t *q = {self.condition()} ? either({a} & 1) : *where;\n"
            f"*q = (unsigned)({e}) % 2u;\n}}",
            f"{{\nuint16_t two;\nmemcpy(&two, bytes + {first}, 2);\n"
            f"m0 = two % 3;\n}}",
        ])
