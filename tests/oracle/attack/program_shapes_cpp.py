# SPDX-License-Identifier: Apache-2.0
"""Shapes of C++ beside those of C: see program_shapes.py."""


def virtual(x, k):
    """Objects with virtual functions, called by pointer, reference and name."""
    m = x.r.randint(2, 4)
    x.decl(f"struct Base{k} {{ int n = 0; virtual void go(int v) {{ "
           f"{x.bulk('v')} if (v > "
           f"{x.r.randint(0, 1)}) n = (n + 1) % {m}; }} }};")
    x.decl(f"struct Child{k} : Base{k} {{ int z = 0; void go(int v) override "
           f"{{ {x.bulk('v')} z = (unsigned)(z + v) % 3u; }} }};")
    how = x.r.randint(0, 3)
    x.decl(f"static Base{k} ob{k}; static Child{k} oc{k};")
    if how == 0:
        x.step(f"ob{k}.go({x.val()}); oc{k}.go({x.flag()});")
    elif how == 1:
        x.decl(f"static Base{k} *who{k} = &ob{k};")
        x.step(f"if ({x.cond()}) who{k} = who{k} == &ob{k} ? &oc{k} : &ob{k};")
        x.step(f"who{k}->go({x.val()});")
    elif how == 2:
        x.decl(f"static void call{k}(Base{k} &b, int v) {{ b.go(v); }}")
        x.step(f"call{k}({x.flag()} ? (Base{k}&)ob{k} : oc{k}, {x.val()});")
    else:
        x.decl(f"static Base{k} *all{k}[] = {{&ob{k}, &oc{k}}};")
        x.step(f"for (Base{k} *b : all{k}) b->go({x.val()});")
    x.see(f"ob{k}.n", m)
    x.see(f"oc{k}.z", 3)


def references(x, k):
    x.decl(f"static int ra{k}, rb{k}; static int &rr{k} = ra{k};")
    x.decl(f"struct Ref{k} {{ int &to; void up(int v) {{ {x.bulk('v')} to = "
           f"(unsigned)(to + v) % 3u; }} }};")
    x.decl(f"static Ref{k} rf{k}{{rb{k}}};")
    x.step(f"if ({x.cond()}) rr{k} = (rr{k} + 1) % {x.r.randint(2, 4)};")
    x.step(f"rf{k}.up({x.val()});")
    x.see(f"ra{k}", 4)
    x.see(f"rb{k}", 3)


def template(x, k):
    x.decl(f"template <class T, int N> struct Ring{k} {{ T v[N] = {{}}; "
           f"int at = 0; void put(T t) {{ v[at] = t; at = (at + 1) % N; }} "
           f"T last() const {{ return v[(at + N - 1) % N]; }} }};")
    x.decl(f"static Ring{k}<{x.r.choice(['int', 'uint8_t', 'bool'])}, "
           f"{x.r.randint(1, 3)}> rg{k};")
    x.step(f"if ({x.cond()}) rg{k}.put({x.bounded(x.val(), 2)});")
    x.see(f"(int)rg{k}.last()", 2)
    x.see(f"rg{k}.at", 3)


def constructors(x, k):
    """Constructors of globals, and objects that are made at first use."""
    x.decl(f"static int cn{k}; static int seed{k}(int v) {{ cn{k} = "
           f"(cn{k} + 1) % 3; return v; }}")
    x.decl(f"struct Ctor{k} {{ int v; Ctor{k}(int a) : v(seed{k}(a)) {{}} "
           f"~Ctor{k}() {{ cn{k} = 0; }} }};")
    if x.chance(.5):
        x.decl(f"static int first{k}(int a) {{ static int kept = seed{k}(a);"
               f" return kept; }}")
        x.decl(f"static int cf{k};")
        x.step(f"if ({x.cond()}) cf{k} = first{k}({x.flag()});")
        x.see(f"cf{k}", 2)
    else:
        x.step(f"if ({x.cond()}) {{ Ctor{k} c({x.flag()}); if (c.v) cn{k} = "
               f"2; }} else seed{k}(0);")
    x.see(f"cn{k}", 3)


def lambdas(x, k):
    x.decl(f"static int lm{k};")
    x.step(f"{{ int by = {x.flag()}; auto f = [&](int v) {{ lm{k} = "
           f"(unsigned)(lm{k} + v + by) % 3u; return by; }}; f({x.val()}); }}")
    x.see(f"lm{k}", 3)


def member_pointer(x, k):
    x.decl(f"struct Mp{k} {{ int n = 0; void up() {{ {x.bulk('n')} "
           f"n = (n + 1) % 3; }} "
           f"void off() {{ n = 0; }} }};")
    x.decl(f"static Mp{k} mp{k}; static void (Mp{k}::*mf{k})() = "
           f"&Mp{k}::up;")
    x.step(f"if ({x.cond()}) mf{k} = mf{k} == &Mp{k}::up ? &Mp{k}::off : "
           f"&Mp{k}::up;")
    x.step(f"(mp{k}.*mf{k})();")
    x.see(f"mp{k}.n", 3)


def guard(x, k):
    """A destructor that writes at the end of a scope, also on return."""
    x.decl(f"static int gd{k}; struct Guard{k} {{ int to; ~Guard{k}() "
           f"{{ gd{k} = to; }} }};")
    x.decl(f"static int guarded{k}(int v) {{ Guard{k} g{{v & 1}}; "
           f"if ({x.mark('v > 1')}) return 2; g.to = 2; return gd{k}; }}")
    x.decl(f"static int gr{k};")
    x.step(f"gr{k} = guarded{k}({x.val()});")
    x.see(f"gd{k}", 3)
    x.see(f"gr{k}", 3)


def bases(x, k):
    v = x.r.choice(["", "virtual "])
    x.decl(f"struct Ba{k} {{ int a = 0; virtual int f() {{ return a; }} }};")
    x.decl(f"struct Bb{k} : {v}Ba{k} {{ int b = 1; }};")
    x.decl(f"struct Bc{k} : Bb{k} {{ int f() override {{ return b; }} }};")
    x.decl(f"static Bc{k} bc{k}; static Ba{k} &bd{k} = bc{k}; static int "
           f"be{k};")
    x.step(f"bd{k}.a = (bd{k}.a + {x.flag()}) % 3; if ({x.cond()}) bc{k}.b = "
           f"bd{k}.a;")
    x.step(f"be{k} = bd{k}.f();")
    x.see(f"be{k}", 3)


def enum_class(x, k):
    x.decl(f"enum class E{k} : uint8_t {{ off, on, hot }}; static E{k} e{k} = "
           f"E{k}::off;")
    x.step(f"switch (e{k}) {{ case E{k}::off: if ({x.cond()}) e{k} = "
           f"E{k}::on; break; case E{k}::on: e{k} = {x.flag()} ? E{k}::hot : "
           f"E{k}::off; break; default: if ({x.cond()}) e{k} = E{k}::off; }}")
    x.see(f"(int)e{k}", 3)


def statics(x, k):
    x.decl(f"namespace ns{k} {{ struct S {{ static int n; inline static "
           f"uint8_t m = 1; static void up() {{ n = (n + m) % 3; }} }}; int "
           f"S::n = 1; }}")
    x.step(f"if ({x.cond()}) ns{k}::S::up(); else ns{k}::S::m ^= 1;")
    x.see(f"ns{k}::S::n", 3)


def operators(x, k):
    x.decl(f"struct Op{k} {{ int v; Op{k} operator+(Op{k} o) const {{ return "
           f"{{(unsigned)(v + o.v) % 4u > 3u ? 0 : (int)((unsigned)(v + o.v) "
           f"% 4u)}}; }} explicit operator bool() const {{ return v; }} }};")
    x.decl(f"static Op{k} oo{k}{{0}};")
    x.step(f"oo{k} = oo{k} + Op{k}{{{x.val()}}}; if (!oo{k}) oo{k}.v = "
           f"{x.flag()};")
    x.see(f"oo{k}.v", 4)


SHAPES = [virtual, virtual, virtual, references, template, constructors,
          lambdas, member_pointer, guard, bases, enum_class, statics, operators]
