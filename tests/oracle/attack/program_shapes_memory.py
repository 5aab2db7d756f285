# SPDX-License-Identifier: Apache-2.0
"""Shapes of memory: pointers, structures, unions, calls through pointers. See
program_shapes.py.
"""
from program_shapes_flow import counter


def address_taken(x, k):
    """State that is reached through a parameter of a function whose address
    is taken."""
    t = x.integer()
    m = x.r.randint(2, 4)
    x.decl(f"struct A{k} {{ {t} n; uint8_t on; }};")
    x.decl(f"static struct A{k} a{k}, aa{k};")
    x.decl(f"static int bump{k}(struct A{k} *a, int by) {{")
    x.decl(x.bulk("by"))
    reads = x.chance(.3)
    if reads:
        x.decl(f"  return by {x.op()} {x.r.randint(0, 2)} ? a->n : a->on;\n}}")
        x.decl(f"static int am{k};")
        x.step(f"am{k} = bump{k}(&a{k}, {x.val()});")
        x.step(f"a{k}.n = {x.cond()}; a{k}.on = {x.flag()};")
        x.see(f"am{k}", 2)
    else:
        x.decl(f"  if (by {x.op()} {x.r.randint(0, 2)}) a->n = (a->n + 1) % "
               f"{m};")
        x.decl("  else a->on = !a->on;\n  return 0;\n}")
    how = x.r.randint(0, 3)
    if how == 0:
        x.decl(f"int (*hook{k})(struct A{k}*, int) = bump{k};")
        x.step(f"hook{k}(&a{k}, {x.val()});")
    elif how == 1:
        x.decl(f"static int (*const hook{k}[])(struct A{k}*, int) = "
               f"{{bump{k}}};")
        x.step(f"bump{k}(&a{k}, {x.val()});")
        x.step(f"if ({x.cond()}) hook{k}[0](&aa{k}, 0);")
    elif how == 2:
        x.decl(f"static void each{k}(int (*f)(struct A{k}*, int), int v) {{ "
               f"f(&a{k}, v); f(&aa{k}, v + 1); }}")
        x.step(f"each{k}(bump{k}, {x.val()});")
    else:
        x.decl(f"void *{x.r.choice(['', 'volatile '])}keep{k} = "
               f"(void*)bump{k};")
        x.step(f"bump{k}(&a{k}, {x.val()}); bump{k}(&aa{k}, {x.flag()});")
    x.see(f"a{k}.n", m)
    x.see(f"a{k}.on", 2)
    if how:
        x.see(f"aa{k}.n", m)


def function_table(x, k):
    """A machine whose state is a pointer to the function for it."""
    x.decl(f"static int fs{k};")
    x.decl(f"static void fa{k}(int v); static void fb{k}(int v);")
    x.decl(f"typedef void (*F{k})(int);")
    x.decl(f"static F{k} now{k} = fa{k};")
    x.decl(f"static void fc{k}(int v) {{ if (v != 1) {{ now{k} = fa{k}; "
           f"fs{k} = 0; }} }}")
    x.decl(f"static void fa{k}(int v) {{ {x.bulk('v')} "
           f"if (v == {x.r.randint(0, 2)}) {{ "
           f"now{k} = fb{k}; fs{k} = 1; }} }}")
    x.decl(f"static void fb{k}(int v) {{ {x.bulk('v')} fs{k} = v > 1 ? 2 : 1; "
           f"now{k} = v > 1 ? fc{k} : fb{k}; }}")
    x.step(f"now{k}({x.val()});")
    x.see(f"fs{k}", 3)
    if x.chance(.4):
        x.see(f"(now{k} == fb{k})", 2)


def ring(x, k):
    """Linked structures; the state is where a pointer stands."""
    n = x.r.randint(2, 4)
    x.decl(f"typedef struct N{k} {{ uint8_t v; struct N{k} *next; }} N{k};")
    x.decl(f"static N{k} n{k}[{n}];")
    x.decl(f"static N{k} *at{k};")
    x.init(f"for (int i = 0; i < {n}; ++i) n{k}[i].next = &n{k}[(i + 1) % "
           f"{n}];")
    x.init(f"at{k} = &n{k}[0];")
    x.step(f"if ({x.cond()}) at{k} = at{k}->next;")
    x.step(f"at{k}->v = (at{k}->v + {x.flag()}) % 3;")
    if x.chance(.4):
        x.step(f"if ({x.cond()}) at{k}->next = at{k};")
    x.see(f"at{k}->v", 3)
    if x.chance(.5):
        x.see(f"(int)(at{k} - n{k})", n)


def pointer_walk(x, k):
    n = x.r.randint(2, 4)
    t = x.integer()
    x.decl(f"{x.static()}{t} w{k}[{n}];")
    x.decl(f"static {t} *pw{k} = w{k};")
    x.step(f"if ({x.cond()}) {{ if (++pw{k} == w{k} + {n}) pw{k} = w{k}; }}")
    x.step(f"*pw{k} = {x.bounded(x.val(), 3)};")
    x.see(f"w{k}[{x.r.randint(0, n - 1)}]", 3)
    x.see(f"*pw{k}", 3)


def self_pointer(x, k):
    x.decl(f"static struct Q{k} {{ struct Q{k} *me; int v; struct Q{k} *o; }} "
           f"q{k}, r{k};")
    x.init(f"q{k}.me = &q{k}; r{k}.me = &q{k}; q{k}.o = &r{k};")
    x.step(f"if ({x.cond()}) q{k}.me = q{k}.me == &q{k} ? q{k}.o : &q{k};")
    x.step(f"q{k}.me->v = (q{k}.me->v + 1) % {x.r.randint(2, 4)};")
    x.see(f"q{k}.v", 4)
    x.see(f"r{k}.v", 4)


def pointer_chain(x, k):
    x.decl(f"static int8_t pa{k}, pb{k}; static int8_t *pp{k} = &pa{k}; "
           f"static int8_t **ppp{k} = &pp{k};")
    x.step(f"if ({x.cond()}) *ppp{k} = pp{k} == &pa{k} ? &pb{k} : &pa{k};")
    x.step(f"**ppp{k} = {x.bounded(x.val(), 3)};")
    x.see(f"pa{k}", 3)
    x.see(f"*pp{k}", 3)


def pun(x, k):
    x.decl(f"static union {{ uint32_t u; uint8_t b[4]; int8_t s; float f; "
           f"struct {{ uint16_t lo, hi; }} h; }} u{k};")
    x.step(x.r.choice([
        f"u{k}.b[{x.index(4)}] = {x.bounded(x.val(), 3)};",
        f"u{k}.h.hi = {x.bounded(x.val(), 3)};",
        f"if ({x.cond()}) u{k}.f = u{k}.f == 1.0f ? 0.0f : 1.0f;"]))
    x.step(f"if ({x.cond()}) u{k}.u = u{k}.u >> 8;")
    x.see(f"u{k}.b[{x.r.randint(0, 3)}]", 3)
    x.see(f"(int)(u{k}.u % 5u)", 5)


def bit_fields(x, k):
    a, b = x.r.randint(1, 3), x.r.randint(2, 4)
    x.decl(f"static struct {{ unsigned a : {a}; int b : {b}; unsigned : 0; "
           f"uint8_t c : 2; _Bool d : 1; }} b{k};"
           .replace("_Bool", x.boolean))
    x.step(x.r.choice([f"b{k}.a++;", f"b{k}.a = {x.val()};",
                       f"b{k}.b = b{k}.b + {x.flag()};"]))
    x.step(f"if ({x.cond()}) {{ b{k}.c += 1; b{k}.d = b{k}.c; }}")
    x.see(f"b{k}.a", 1 << a)
    x.see(f"b{k}.b", 2)
    x.see(f"b{k}.c", 4)


def flexible(x, k):
    if x.cpp:
        return counter(x, k)
    x.decl(f"static struct {{ int n; uint8_t v[]; }} x{k} = "
           f"{{3, {{1, 0, 2}}}};")
    x.step(f"x{k}.v[{x.index(3)}] = {x.bounded(x.val(), 3)};")
    x.step(f"if ({x.cond()}) x{k}.n = x{k}.n % 3 + 1;")
    x.see(f"x{k}.v[{x.r.randint(0, 2)}]", 3)
    x.see(f"x{k}.n", 4)


def moves(x, k):
    x.decl(f"typedef struct {{ uint8_t a; int16_t b; uint8_t w[2]; }} M{k};")
    x.decl(f"static M{k} ma{k}, mb{k};")
    x.step(f"ma{k}.b = {x.bounded(x.val(), 3)};")
    x.step(x.r.choice([
        f"if ({x.cond()}) memcpy(&mb{k}, &ma{k}, sizeof mb{k});",
        f"if ({x.cond()}) mb{k} = ma{k}; else memset(&mb{k}, 0, sizeof "
        f"mb{k});",
        f"memmove(mb{k}.w, ma{k}.w + {x.flag()}, 1);",
        f"memset(mb{k}.w, {x.flag()}, {x.bounded(x.val(), 3)});",
        f"memcpy(&mb{k}.b, &ma{k}.b, {x.flag()} ? 2 : 1);"]))
    x.step(f"if ({x.cond()}) ma{k}.w[{x.index(2)}] ^= 1;")
    x.see(f"mb{k}.b", 3)
    x.see(f"mb{k}.w[{x.r.randint(0, 1)}]", 2)


def by_value(x, k):
    n = x.r.choice([1, 3, 12])
    x.decl(f"typedef struct {{ int v; char pad[{n}]; uint8_t on; }} V{k};")
    x.decl(f"static V{k} v{k}, arr{k}[2];")
    x.decl(f"static V{k} next{k}(V{k} s, int by) {{ {x.bulk('by')} "
           f"s.v = (unsigned)(s.v + by)"
           f" % 3u; s.on ^= 1; return s; }}")
    x.step(f"v{k} = next{k}(v{k}, {x.val()});")
    x.step(f"if ({x.cond()}) arr{k}[{x.index(2)}] = v{k};")
    x.see(f"v{k}.v", 3)
    x.see(f"arr{k}[{x.r.randint(0, 1)}].on", 2)


def context(x, k):
    """A callback with a context, registered at run time."""
    x.decl(f"typedef void (*Call{k})(void*, int);")
    x.decl(f"static struct {{ Call{k} f; void *to; }} slot{k}[2];")
    x.decl(f"static int8_t ca{k}; static struct {{ int16_t a, b; }} cb{k};")
    x.decl(f"static void set{k}(void *p, int v) {{ {x.bulk('v')} *(int8_t*)p = "
           f"(int8_t)((unsigned)v % 3u); }}")
    x.decl(f"static void add{k}(void *p, int v) {{ {x.bulk('v')} "
           f"int16_t *q = (int16_t*)p; "
           f"q[v & 1] = (q[v & 1] + 1) % 3; }}")
    x.init(f"slot{k}[0].f = set{k}; slot{k}[0].to = &ca{k};")
    x.step(f"if ({x.cond()}) {{ slot{k}[1].f = add{k}; slot{k}[1].to = "
           f"&cb{k}; }}")
    x.step(f"for (int i = 0; i < 2; ++i) if (slot{k}[i].f) "
           f"slot{k}[i].f(slot{k}[i].to, {x.val()});")
    x.see(f"ca{k}", 3)
    x.see(f"cb{k}.{x.r.choice('ab')}", 3)


def hidden_reads(x, k):
    """Written in one step by one way, read in the next by another one."""
    x.decl(f"static struct {{ int16_t v[2]; }} hr{k}; static int hs{k};")
    x.decl(f"static int16_t *place{k}(int i) {{ {x.bulk('i')} "
           f"return &hr{k}.v[i & 1]; }}")
    x.step(f"hs{k} = *place{k}({x.val()});")
    x.step(f"if ({x.cond()}) *(int16_t*)((char*)&hr{k} + {x.r.choice([0, 2])})"
           f" = {x.bounded(x.val(), 3)};")
    x.see(f"hs{k}", 3)


def matrix(x, k):
    x.decl(f"static int8_t mx{k}[2][2];")
    x.step(f"mx{k}[{x.index(2)}][{x.index(2)}] = {x.bounded(x.val(), 3)};")
    x.step(f"if ({x.cond()}) {{ int8_t (*row)[2] = &mx{k}[{x.index(2)}]; "
           f"(*row)[1] = (*row)[0]; }}")
    x.see(f"mx{k}[1][1]", 3)


def other_source(x, k):
    x.other += ["#include <stdint.h>", f"extern int shared{k};",
                f"static uint8_t inside{k};",
                f"int from_other{k}(int v) {{",
                f"  inside{k} = (inside{k} + (v > 0)) % 3;",
                f"  shared{k} = inside{k} == 2;",
                f"  return inside{k};", "}"]
    if x.cpp:
        x.decl(f'extern "C" {{ int shared{k}; int from_other{k}(int v); }}')
    else:
        x.decl(f"int shared{k}; int from_other{k}(int v);")
    x.decl(f"static int ot{k};")
    x.step(f"ot{k} = from_other{k}({x.val()});")
    x.see(f"ot{k}", 3)
    x.see(f"shared{k}", 2)


def compound(x, k):
    if x.cpp:
        return by_value(x, k)
    x.decl(f"struct K{k} {{ int a, b; }};")
    x.decl(f"static struct K{k} k{k} = {{.b = 1}};")
    x.decl(f"static int take{k}(const struct K{k} *p) {{ return p->a + "
           f"p->b; }}")
    x.step(f"if ({x.cond()}) k{k} = (struct K{k}){{.a = {x.flag()}}};")
    x.step(f"k{k}.b = take{k}(&(struct K{k}){{k{k}.a, {x.flag()}}});")
    x.see(f"k{k}.b", 3)
    return None


def queue(x, k):
    """A list that elements are put into and taken from."""
    x.decl(f"typedef struct L{k} {{ struct L{k} *next; uint8_t ticks; void "
           f"(*on)(struct L{k}*); }} L{k};")
    x.decl(f"static L{k} la{k}, lb{k}, *head{k}; static int lc{k};")
    x.decl(f"static void hear{k}(L{k} *l) {{ {x.bulk('l->ticks')} l->ticks = "
           f"(l->ticks + 1) % 2; }}")
    x.decl(f"static void mute{k}(L{k} *l) {{ l->on = hear{k}; lc{k} = "
           f"l == &la{k}; }}")
    x.decl(f"static void put{k}(L{k} *l) {{ for (L{k} *p = head{k}; p; p = "
           f"p->next) if (p == l) return; l->next = head{k}; head{k} = l; "
           f"l->on = {x.r.choice(['hear', 'mute'])}{k}; }}")
    x.decl(f"static void cut{k}(L{k} *l) {{ for (L{k} **p = &head{k}; *p; ) "
           f"if (*p == l) *p = l->next; else p = &(*p)->next; }}")
    x.step(f"if ({x.cond()}) put{k}(&la{k});")
    x.step(f"if ({x.cond()}) put{k}(&lb{k});")
    x.step(f"if ({x.cond()}) cut{k}(&la{k});")
    x.step(f"for (L{k} *p = head{k}; p; p = p->next) p->on(p);")
    x.see(f"la{k}.ticks", 2)
    x.see(f"(head{k} == &lb{k})", 2)
    x.see(f"lc{k}", 2)


def packed(x, k):
    x.decl(f"static struct __attribute__((packed)) {{ uint8_t a; uint32_t b; "
           f"uint16_t c : 9; }} pk{k};")
    x.step(f"pk{k}.b = {x.bounded(x.val(), 3)} + pk{k}.a; if ({x.cond()}) "
           f"pk{k}.a = !pk{k}.a; pk{k}.c = (uint16_t)pk{k}.b;")
    x.see(f"pk{k}.c", 4)


def thread_local(x, k):
    keyword = "thread_local" if x.cpp else "_Thread_local"
    x.decl(f"static {keyword} int tl{k}; //@C")
    x.decl(f"static int tl{k}; //@T")
    x.decl(f"static int to{k};")
    x.step(f"to{k} = tl{k}; tl{k} = {x.bounded(x.val(), 3)};")
    x.see(f"to{k}", 3)


def volatiles(x, k):
    x.decl(f"static volatile uint8_t vo{k};")
    x.step(f"vo{k}; vo{k} = (vo{k} + {x.flag()}) % {x.r.randint(2, 4)};")
    x.see(f"vo{k}", 4)


def const_table(x, k):
    x.decl(f"static const struct {{ uint8_t to, out; }} ct{k}[3][2] = {{"
           f"{{{{1, 0}}, {{0, 1}}}}, {{{{2, 1}}, {{0, 0}}}}, "
           f"{{{{{x.r.randint(0, 2)}, 1}}, {{1, 2}}}}}};")
    x.decl(f"static unsigned cs{k}; static int co{k};")
    x.step(f"co{k} = ct{k}[cs{k}][{x.flag()}].out;")
    x.step(f"cs{k} = ct{k}[cs{k}][{x.flag()}].to;")
    x.see(f"cs{k}", 3)
    x.see(f"co{k}", 3)


def strings(x, k):
    x.decl(f"static char st{k}[4] = \"a\";")
    x.step(f"if ({x.cond()}) strcpy(st{k}, {x.flag()} ? \"ab\" : \"\");")
    x.decl(f"static int sl{k};")
    x.step(x.r.choice([f"sl{k} = (int)strlen(st{k});",
                       f"sl{k} = strcmp(st{k}, \"a\") > 0;",
                       f"sl{k} = strncmp(st{k}, \"abc\", 2) == 0;"]))
    x.see(f"sl{k}", 3)


def number_of_address(x, k):
    """A member behind an address that was computed as a number."""
    n = x.r.randint(2, 3)
    x.decl(f"struct N{k} {{ int c, i; }};")
    x.decl(f"static struct N{k} na{k}[{n}]; static int nr{k};")
    at = x.r.randint(0, n - 1)
    x.step(f"{{ unsigned long u = (unsigned long)na{k} + {8 * at}; "
           f"nr{k} = ((struct N{k} *)u)->i; }}")
    x.step(f"if ({x.cond()}) na{k}[{at}].i = {x.bounded(x.val(), 3)};")
    x.see(f"nr{k}", 3)


def tagged_address(x, k):
    """A pointer with a tag in its lowest bit, kept as a number."""
    x.decl(f"static int ta{k}, tb{k}; static unsigned long tt{k};")
    x.init(f"tt{k} = (unsigned long)&ta{k};")
    x.step(f"if ({x.cond()}) tt{k} = (unsigned long)({x.flag()} ? &ta{k} : "
           f"&tb{k}) | 1;")
    x.step(f"*(int *)(tt{k} & ~1ul) = {x.bounded(x.val(), 3)};")
    x.see(f"ta{k}", 3)
    x.see(f"tb{k}", 3)
    x.see(f"(int)(tt{k} & 1)", 2)


def local_context(x, k):
    """A variable that holds the address of a local one during a step only."""
    x.decl(f"struct L{k} {{ int in, out; }};")
    x.decl(f"static struct L{k} *now{k}; static int lc{k};")
    x.decl(f"static void work{k}(void) {{ now{k}->out = now{k}->in + 1; }}")
    x.step(f"{{ struct L{k} l = {{ (int)({x.bounded(x.val(), 3)}), 0 }}; "
           f"now{k} = &l; work{k}(); lc{k} = l.out; now{k} = 0; }}")
    x.see(f"lc{k}", 4)


def read_through_function(x, k):
    """State that is only read through an address that a function returns."""
    x.decl(f"struct G{k} {{ int a; }}; static struct G{k} rg{k};")
    x.decl(f"static const struct G{k} *get{k}(void) {{ return &rg{k}; }}")
    x.decl(f"static int rr{k};")
    x.step(f"rr{k} = get{k}()->a;")
    x.step(f"if ({x.cond()}) rg{k}.a = {x.bounded(x.val(), 3)};")
    x.see(f"rr{k}", 3)


def place_of_object(x, k):
    """A choice by where an object lies, which differs between runs."""
    m = x.r.randint(2, 3)
    x.decl(f"static int pg{k}, ph{k}, pa{k}[4], pb{k}[4], pl{k};")
    x.decl(f"static uintptr_t pk{k};")
    one, other = x.r.sample([f"&pg{k}", f"&ph{k}", f"&pa{k}[2]", f"pb{k}"], 2)
    place, next_place = f"(uintptr_t){one}", f"(uintptr_t){other}"
    order = x.r.choice(["<", ">", "<=", ">="])
    number = x.val()
    question = x.r.choice([
        f"{place} {order} 0x10000000000u", f"({place} >> 12) & 1",
        f"{place} % 7 == 3", f"({place} & 4) != 0",
        f"{place} {order} {next_place}", f"{one} {order} {other}",
        f"{place} - {next_place} > 64", f"{one} - {other} {order} 2",
        f"({place} ^ {next_place}) == 8", f"{place} == 0x404040u",
        f"(unsigned){place} == (unsigned){next_place} + 4",
        f"(pk{k} = {place}) {order} {next_place} + ({number})",
        f"&pa{k}[({number}) & 3] + 1 == &pb{k}[0]",
        f"pb{k} + (({number}) & 3) + 1 == &pa{k}[0]",
        f"({one} {order} {other}) {x.r.choice('&|^')} (pa{k} > pb{k})",
        f"pf{k}({one})", f"pr{k}(({number}) & 3).at >> 5 & 1",
        f"(__builtin_add_overflow({place}, (uintptr_t)(({number}) & 7), "
        f"&pk{k}), pk{k} >> 5 & 1)"])
    if f"pf{k}" in question:
        for bit in (4, 5):
            x.decl(f"static unsigned pf{k}_{bit}(const void *p) "
                   f"{{ return ((uintptr_t)p >> {bit}) & 1; }}")
        x.decl(f"static unsigned (*pf{k})(const void *) = pf{k}_4;")
        x.step(f"pf{k} = {x.cond()} ? pf{k}_4 : pf{k}_5;")
    if f"pr{k}" in question:
        x.decl(f"struct pr{k} {{ uintptr_t at, n; }};\n"
               f"static struct pr{k} pr{k}(int n) {{\n"
               f"  struct pr{k} r = {{{place}, 1}};\n"
               f"  if (n > 0) {{ r = pr{k}(n - 1); r.n++; }}\n"
               f"  return r;\n}}")
    also = x.r.choice(["", f" || {x.cond()}", f" && {x.cond()}"])
    body = f"if (({question}){also}) pl{k}++;"
    x.step(body if x.chance(.5) else f"if ({x.cond()}) {{ {body} }}")
    x.step(f"if (pl{k} >= {m}) pl{k} = 0;")
    x.see(f"pl{k}", m)


def leaves_object(x, k):
    """A pointer that leaves its array, next to another one. The plain compiler
    has no check for it, so the truth has one of its own."""
    n, m = x.r.randint(1, 4), x.r.randint(2, 4)
    x.decl("#ifdef TRUTH\n#define AT(p, a) ((char *)(p) < (char *)(a) || "
           "(char *)((p) + 1) > (char *)(a) + sizeof(a) ? "
           "(__builtin_trap(), (p)) : (p))\n#define LENGTH(n, a) ((n) > "
           "sizeof(a) ? (__builtin_trap(), (n)) : (n))\n#else\n"
           "#define AT(p, a) (p)\n#define LENGTH(n, a) (n)\n#endif")
    t = x.r.choice(["unsigned char", "short", "int"])
    x.decl(f"static {t} oa{k}[{n}], ob{k}[4] = {{1, 2, 3, 1}}, ol{k};")
    x.decl(f"static {t} *op{k} = oa{k}, *oq{k} = ob{k};")
    way = x.r.choice([f"op{k} = oa{k} + ({x.val()});",
                      f"op{k} = oa{k} + (({x.val()}) & {m});",
                      f"if ({x.cond()}) op{k}++; else op{k} = oa{k};"])
    x.step(way)
    if x.chance(.5):
        x.step(f"if ({x.cond()}) ++oq{k}; else oq{k} = ob{k};")
    x.step(f"if ({x.cond()} && *AT(op{k}, oa{k}) == {m - 1}) ol{k} = 1;")
    x.step(f"*AT(oq{k}, ob{k}) = {x.bounded(x.val(), 3)};")
    if x.chance(.5):
        x.step(f"*AT(op{k}, oa{k}) = {x.bounded(x.val(), m)};")
    if x.chance(.3):
        # Computed by the optimiser.
        values = ", ".join(str(x.r.randint(1, 3)) for _ in range(n))
        x.decl(f"static const {t} oc{k}[{n}] = {{{values}}};\n"
               f"static int og{k}(const {t} *p, int n) {{\n"
               f"  int r = 0;\n"
               f"  for (int i = 0; i < n; i++, p++) r += *AT(p, oc{k});\n"
               f"  return r;\n}}")
        x.step(f"if ({x.cond()} && og{k}(oc{k}, {n + x.r.randint(0, 2)}) "
               f"{x.r.choice(['<', '>', '=='])} {x.r.randint(1, 7)}) "
               f"ol{k} = 1;")
    if x.chance(.3):
        x.decl(f"static {t} *on{k};")
        x.step(f"{{ size_t n = ({x.val()}) & 7;\n"
               f"on{k} = {x.cond()} ? oa{k} : ob{k};\n"
               f"memset(oa{k}, 0, LENGTH(n, oa{k}));\n"
               f"if (on{k} == ob{k}) ob{k}[0] = 1; }}")
    if x.chance(.2):
        x.step(f"if (__atomic_exchange_n(AT(op{k}, oa{k}), 1, 5) == 0) "
               f"ol{k} = 0;")
    x.see(f"ol{k}", 2)
    x.see(f"ob{k}[{x.r.randint(0, 3)}]", 4)


def leaves_local(x, k):
    """A pointer that leaves a local array, passed on, kept or chosen."""
    x.decl("#ifdef TRUTH\n#define IN(p, a, n) ((p) < (a) || (p) > (a) + (n) - 1 "
           "? (__builtin_trap(), (p)) : (p))\n#else\n#define IN(p, a, n) (p)\n"
           "#endif")
    t = x.r.choice(["unsigned char", "short", "int"])
    n, m = x.r.randint(2, 4), x.r.randint(2, 4)
    x.decl(f"static int ll{k}; static const {t} *lk{k};\n"
           f"static int lg{k}(const {t} *p, const {t} *a, int i) "
           f"{{ return *IN(p + i, a, {n}); }}\n"
           f"static int lh{k}(const {t} *a, int i) "
           f"{{ return *IN(lk{k} + i, a, {n}); }}")
    index = f"(int)(unsigned char)({x.val()}) % {n + x.r.randint(0, 2)}"
    values = ", ".join(str(x.r.randint(0, 3)) for _ in range(n))
    others = ", ".join(str(x.r.randint(0, 3)) for _ in range(n))
    way = x.r.choice([
        f"return lg{k}(a, a, i);",
        f"lk{k} = b; lk{k} = a; return lh{k}(a, i);",
        f"const {t} *p = w ? a : b; return *IN(p + i, (w ? a : b), {n});",
        f"{t} *p = b; if (w) p = a + i; return *IN(p, (w ? a : b), {n});",
        f"{t} *p = a; if (w) p += i; *IN(p, a, {n}) = {m}; return a[0];",
        f"a[i % {n}] = {m}; return lg{k}(w ? b : a, w ? b : a, i);"])
    x.decl(f"static int lf{k}(int i, int w) {{\n"
           f"  {t} a[{n}] = {{{values}}}, b[{n}] = {{{others}}};\n"
           f"  {way}\n}}")
    x.step(f"if ({x.cond()}) ll{k} = lf{k}({index}, {x.cond()}) & 3;")
    x.see(f"ll{k}", 4)


SHAPES = [address_taken, function_table, ring, pointer_walk, self_pointer,
          pointer_chain, pun, bit_fields, flexible, moves, by_value, context,
          hidden_reads, matrix, other_source, compound, queue, packed,
          thread_local, volatiles, const_table, strings,
          number_of_address, tagged_address, local_context,
          read_through_function, place_of_object, leaves_object,
          leaves_local]
