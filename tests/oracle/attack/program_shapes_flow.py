# SPDX-License-Identifier: Apache-2.0
"""Shapes of control flow and arithmetic: see program_shapes.py."""


def counter(x, k):
    t = x.integer()
    m = x.r.randint(2, 5)
    x.decl(f"{x.static()}{t} c{k} = {x.r.randint(0, m - 1)};")
    x.step(f"if ({x.cond()}) c{k} = (c{k} + 1) % {m};")
    if x.chance(.5):
        x.step(f"else if ({x.cond()}) c{k} = 0;")
    x.see(f"c{k}", m)


def static_local(x, k):
    m = x.r.randint(2, 4)
    keyword = x.r.choice(["static inline", "static", "__attribute__((noinline)"
                          ") static", "inline static __attribute__((always_"
                          "inline))"])
    x.decl(f"{keyword} int tick{k}(int v) {{")
    x.decl(f"  static uint8_t n = {x.r.randint(0, 1)};")
    x.decl("  static uint8_t *p = &n;")
    x.decl(x.bulk("v"))
    x.decl(f"  if (v > 0) *p = (n + 1) % {m};\n  return n;\n}}")
    x.decl(f"static int tick_result{k};")
    x.step(f"tick_result{k} = tick{k}({x.val()});")
    if x.chance(.5):
        x.step(f"if ({x.cond()}) tick_result{k} = tick{k}(1);")
    x.see(f"tick_result{k}", m)


def clean_up(x, k):
    """Jumps over a declaration to where it is read."""
    m = x.r.randint(2, 4)
    x.decl(f"static int e{k};")
    x.decl(f"static int open{k}(int v, int w) {{")
    x.decl("  int held = 0; //@T")
    x.decl(x.bulk("v"))
    x.decl(f"  if ({x.mark(f'v == {x.r.randint(0, 2)}')}) goto out;")
    x.decl("  int held; //@C")
    x.decl("  held = w + 1;")
    x.decl(f"  if ({x.mark(f'w {x.op()} 1')}) goto out;")
    x.decl(f"  e{k} = (e{k} + 1) % {m};")
    x.decl("out:")
    x.decl("  return held;\n}")
    if x.cpp:
        x.drop("  int held; //@C")
        x.replace_last("  int held = 0; //@T", "  int held = 0;")
    x.decl(f"static int opened{k};")
    x.step(f"opened{k} = {x.bounded(f'open{k}({x.val()}, {x.flag()})', 4)};")
    x.see(f"e{k}", m)
    x.see(f"opened{k}", 4)


def switch_declaration(x, k):
    if x.cpp:
        return fall_through(x, k)
    x.decl(f"static int sd{k};")
    x.decl(f"static void pick{k}(int v) {{")
    x.decl("  int t = 0; //@T")
    x.decl("  switch (v) {")
    x.decl("    int t; //@C")
    x.decl("    case 0: t = 2; break;")
    x.decl(f"    case 1: sd{k} = t; break;")
    x.decl(f"    default: t = v; sd{k} = (unsigned)t % 3u;")
    x.decl("  }\n}")
    x.step(f"pick{k}({x.val()});")
    x.see(f"sd{k}", 3)


def uninitialised(x, k):
    x.decl(f"static int un{k};")
    x.decl(f"static int maybe{k}(int v) {{")
    x.decl(f"  int t;\n  struct {{ int8_t a; short b; }} s;")
    x.decl(f"  if ({x.mark(f'v > {x.r.randint(0, 1)}')}) {{ t = v; "
           "s.b = 1; }")
    x.decl("  return (t + s.b) & 3;\n}")
    x.step(f"un{k} = maybe{k}({x.val()});")
    x.see(f"un{k}", 4)


def leave(x, k):
    how = x.r.choice(["exit(0)", "abort()", "exit(1)", "_Exit(0)"
                      if False else "exit(2)"])
    x.decl(f"static int l{k};")
    x.step(f"l{k} = (l{k} + 1) % {x.r.randint(2, 4)};")
    x.step(f"if ({x.mark(f'{x.val()} == {x.r.randint(1, 3)}')}) {{ "
           f"if ({x.cond()}) {{ l{k} = 3; {how}; }} }}")
    x.see(f"l{k}", 4)


def returns(x, k):
    x.decl(f"static int rt{k};")
    x.decl(f"static void early{k}(int v) {{")
    x.decl(f"  if ({x.mark(f'v == {x.r.randint(0, 2)}')}) return;")
    x.decl(f"  rt{k} = {x.bounded(f'rt{k} + v', 3)};\n}}")
    x.step(f"early{k}({x.val()});")
    x.see(f"rt{k}", 3)


def fall_through(x, k):
    x.decl(f"static int sw{k};")
    x.step(f"switch ({x.val()}) {{")
    x.step(f"  case {x.r.randint(0, 1)}: sw{k} = 1;"
           f"{x.r.choice([' break;', ''])}")
    x.step(f"  case 2: sw{k} = (sw{k} + 1) % 3;"
           f"{x.r.choice([' break;', ''])}")
    if x.chance(.7):
        x.step(f"  default: if ({x.cond()}) sw{k} = 2;")
    x.step("}")
    x.see(f"sw{k}", 3)


def duff(x, k):
    x.decl(f"static unsigned du{k};")
    x.step(f"{{ int n = {x.flag()} + 1; switch (n & 1) {{ case 0: do {{ "
           f"du{k}++; case 1: du{k} += 2; }} while (--n > 0); }} "
           f"du{k} %= {x.r.randint(3, 5)}; }}")
    x.see(f"du{k}", 5)


def operands(x, k):
    """Operands that are not evaluated."""
    x.decl(f"static int op{k};")
    if x.cpp:
        x.step(f"op{k} = (int)(sizeof(op{k} > 0 ? op{k}++ : 1) & 3) + "
               f"{x.flag()};")
    else:
        x.step(x.r.choice([
            f"op{k} = (int)(sizeof(op{k} > 0 && op{k}++ < 2) & 3) + "
            f"{x.flag()};",
            f"op{k} = _Generic(op{k}, char: op{k} ? 7 : 6, int: {x.flag()}, "
            f"default: op{k} < 3 ? 8 : 9);",
            f"{{ __typeof__(op{k} > 1 ? op{k} : 2) t = {x.flag()}; op{k} = t; "
            f"}}",
            f"op{k} = (int)_Alignof(int) / 4 + {x.flag()};"]))
    x.see(f"op{k}", 5)


def asserts(x, k):
    x.include("assert.h")
    x.decl(f"static int as{k};")
    x.step(f"as{k} = (as{k} + {x.flag()}) % {x.r.randint(2, 4)};")
    other = x.val()
    x.step(x.r.choice([
        f"assert(as{k} < 3);", f"assert(as{k} < 2 || {other} != 1);",
        f"assert(as{k} >= 0 && as{k} < 4);"]))
    x.see(f"as{k}", 4)


def recursion(x, k):
    x.decl(f"static int re{k};")
    x.decl(f"static int down{k}(int n) {{")
    x.decl(f"  if ({x.mark('n <= 0')}) return 0;")
    x.decl(x.bulk("n"))
    x.decl(f"  re{k} = (re{k} + 1) % {x.r.randint(2, 4)};")
    x.decl(f"  return 1 + down{k}(n - 1);\n}}")
    x.step(f"down{k}({x.bounded(x.val(), 4)});")
    x.see(f"re{k}", 4)


def varargs(x, k):
    x.include("stdarg.h")
    x.decl(f"static int va{k};")
    x.decl(f"static int sum{k}(int n, ...) {{")
    x.decl("  va_list l; int s = 0; va_start(l, n);")
    x.decl("  for (int i = 0; i < n; ++i) s += va_arg(l, int);")
    x.decl("  va_end(l); return s;\n}")
    x.step(f"va{k} = {x.bounded(f'sum{k}(2, {x.val()}, va{k})', 3)};")
    x.see(f"va{k}", 3)


def wide_arithmetic(x, k):
    t = x.r.choice(["uint64_t", "int64_t", "uint32_t", "int32_t"])
    c = x.r.choice(["6364136223846793005", "0x9E3779B97F4A7C15", "3",
                    "2147483647", "-5"])
    shift = x.r.choice([3, 7, 13, 29])
    x.decl(f"static {t} h{k} = {x.r.randint(1, 9)};")
    x.step(f"h{k} = ((({t})(h{k} + {x.val()}) * ({t}){c}) >> {shift}) & 3;")
    if x.chance(.4):
        test = f"h{k} * ({t})0x4000000000000001 / 7 == {x.r.randint(0, 3)}"
        x.step(f"if ({x.mark(test)}) h{k} = 0;")
    x.see(f"h{k}", 4)


def loops(x, k):
    x.decl(f"static int lo{k};")
    x.step(f"for (int i = 0, j = {x.bounded(x.val(), 4)}; i < j; ++i) {{")
    x.step(f"  if ({x.mark(f'i == {x.r.randint(0, 2)}')}) "
           f"{x.r.choice(['continue', 'break'])};")
    x.step(f"  lo{k} = (lo{k} + i) % 4;\n}}")
    x.see(f"lo{k}", 4)


def builtins(x, k):
    x.decl(f"static int bu{k};")
    v = x.val()
    x.step(x.r.choice([
        f"bu{k} = __builtin_popcount({v});",
        f"bu{k} = __builtin_add_overflow(({v}), 2147483646, &bu{k});",
        f"bu{k} = (unsigned)abs((int)({v}) - 1) % 4u;",
        f"bu{k} = __builtin_expect(({v}) > 1, 0);",
        f"bu{k} = {x.flag()} ? __builtin_ctz(({v}) | 4) : 0;"]))
    x.see(f"bu{k}", 4)


def may_crash(x, k):
    x.decl(f"static int cr{k}; static int8_t ci{k}[3];")
    x.step(f"cr{k} = (cr{k} + {x.flag()}) % {x.r.randint(3, 5)};")
    x.step(x.r.choice([f"ci{k}[cr{k}] ^= 1;",
                       f"ci{k}[0] = 3 / (3 - cr{k});",
                       f"if ({x.cond()}) ci{k}[1] = 1 % (cr{k} - 3);"]))
    x.see(f"cr{k}", 5)
    x.see(f"ci{k}[0]", 2)


def labels(x, k):
    x.decl(f"static int la{k};")
    x.decl(f"static void seek{k}(int v) {{")
    x.decl(f"  if (la{k} == {x.r.randint(1, 3)} && v == {x.r.randint(0, 2)}) "
           f"goto error_{k};")
    x.decl(f"  la{k} = {x.bounded(f'la{k} + v', x.r.randint(3, 4))};")
    x.decl("  return;")
    x.decl(f"error_{k}:")
    x.decl(f"  la{k} = 0;\n}}")
    x.step(f"seek{k}({x.val()});")
    x.see(f"la{k}", 4)


def goals(x, k):
    x.decl(f"static int go{k};")
    x.step(f"go{k} = (go{k} + {x.flag()}) % {x.r.randint(2, 6)};")
    x.step(f'CATENARY_GOAL("goal_{k}", go{k} == {x.r.randint(1, 5)});')
    x.see(f"go{k}", 5)


def before_main(x, k):
    x.decl(f"static int bm{k}; __attribute__((constructor)) static void "
           f"begin{k}(void) {{ bm{k} = 2; }}")
    x.step(f"if ({x.cond()}) bm{k} = (bm{k} + 1) % 3;")
    x.see(f"bm{k}", 3)


def at_scope_end(x, k):
    x.decl(f"static int se{k}; static void end{k}(int *p) {{ se{k} = *p; }}")
    x.decl(f"static int scope{k}(int v) {{ __attribute__((cleanup(end{k}))) "
           f"int t = v & 1; if (v > 1) return t; t = 2; return se{k}; }}")
    x.decl(f"static int sr{k};")
    x.step(f"sr{k} = scope{k}({x.val()});")
    x.see(f"se{k}", 3)
    x.see(f"sr{k}", 3)


def array_of_length(x, k):
    if x.cpp or x.case.whole:
        return loops(x, k)
    x.decl(f"static int vl{k};")
    x.step(f"{{ int n = {x.flag()} + 1; int v[n]; memset(v, 0, sizeof v); "
           f"v[n - 1] = 2; vl{k} = v[0]; }}")
    x.see(f"vl{k}", 3)
    return None


def memory_of_the_stack(x, k):
    """alloca() under its names: all of it begins as zeros."""
    name = x.r.choice(["__builtin_alloca", "__builtin_alloca_uninitialized"])
    x.decl(f"static int ms{k};")
    x.decl(f"static int stack{k}(int v) {{ int *p = (int *){name}(32);")
    x.decl(f"  if (v > {x.r.randint(0, 1)}) p[v & 7] = v;")
    x.decl("  return (p[0] + p[1] + p[2]) & 3;\n}")
    x.step(f"ms{k} = stack{k}({x.val()});")
    x.see(f"ms{k}", 4)


def computed_goto(x, k):
    x.decl(f"static int cg{k};")
    x.decl(f"static void jump{k}(int v) {{ static void *const to[] = {{&&a, "
           f"&&b, &&c}}; goto *to[(unsigned)v % 3u]; a: cg{k} = 0; return; "
           f"b: cg{k} = (cg{k} + 1) % 3; return; c: if ({x.mark('v == 2')}) "
           f"cg{k} = 2; }}")
    x.step(f"jump{k}({x.val()});")
    x.see(f"cg{k}", 3)


def wide_types(x, k):
    t = x.r.choice(["__int128", "unsigned __int128", "long double"])
    x.decl(f"static {t} wt{k}; static int wu{k};")
    if t == "long double":
        x.step(f"wt{k} = {x.flag()} ? wt{k} + 0.5L : wt{k}; if (wt{k} > 1) "
               f"wt{k} = -0.5L; wu{k} = (int)(wt{k} * 2 + 1);")
    else:
        x.step(f"wt{k} = (wt{k} + (({t}){x.val()} << 100)) & (({t})3 << 100); "
               f"wu{k} = (int)(wt{k} >> 100);")
    x.see(f"wu{k}", 4)


def atomics(x, k):
    if x.cpp:
        return counter(x, k)
    x.include("stdatomic.h")
    x.decl(f"static _Atomic int at{k};")
    x.step(f"atomic_fetch_add(&at{k}, {x.flag()}); if (at{k} > "
           f"{x.r.randint(1, 3)}) at{k} = 0;")
    x.see(f"at{k}", 4)
    return None


def mathematics(x, k):
    x.include("math.h")
    x.decl(f"static double ma{k}; static int mi{k};")
    f = x.r.choice(["floor({} / 2.0)", "fmod({}, 2.0)", "sqrt({} + 4.0)",
                    "fabs(1.5 - {})", "round({} * 0.5)", "copysign(1.0, -{})"])
    x.step(f"ma{k} = {f.format(x.val())}; mi{k} = (int)ma{k};")
    x.see(f"mi{k}", 3)


def always_inlined(x, k):
    """Clang inlines it at once, and may know its conditions where it is."""
    kind = x.r.choice(["", "static ", "static inline "])
    some, more = x.r.randint(0, 3), x.r.randint(1, 3)
    x.decl(f"static int ai{k};")
    x.decl(f"{kind}__attribute__((always_inline)) int inlined{k}(int v, int w)"
           f" {{")
    x.decl(f"  if ({x.mark(f'v > {some}')}) return w & 1;")
    x.decl(f"  do w++; while ({x.mark(f'(unsigned char)w < {more}')});")
    x.decl(f"  return ({x.cond()}) && ({x.mark('w > 255')}) ? 2 : v & 1;\n}}")
    x.decl(f"{kind}__attribute__((always_inline)) int one{k}(int v) {{")
    x.decl(f"  return ({x.mark(f'(unsigned char)v < 256 + {some} - v')}) ? 1 : "
           "0;\n}")
    x.step(f"ai{k} = inlined{k}({x.val()}, {some}) + "
           f"inlined{k}({more}, {x.val()});")
    x.step(f"if ({x.cond()}) ai{k} = one{k}({x.val()});")
    x.see(f"ai{k}", 5)


def leaves_condition(x, k):
    """A statement expression that a jump leaves."""
    x.decl(f"static int lc{k};")
    x.decl(f"#define TRY{k}(c) ({{ if (c) return; (v | 1) & 1; }})")
    x.decl(f"static void try{k}(int v) {{ lc{k} = 0;")
    x.decl(f"  if ({x.mark(f'TRY{k}(v > {x.r.randint(0, 2)})')}) lc{k} = 1;")
    x.decl(f"  if ({x.mark('v < 1')} && {x.mark(f'TRY{k}(v == 0)')}) lc{k} += 1;\n}}")
    x.step(f"try{k}({x.val()});")
    x.see(f"lc{k}", 3)


def registered(x, k):
    """A callback, of which the step knows only the pointer."""
    x.decl(f"static int (*volatile callback{k})(int);"
           if x.chance(.2) else f"static int (*callback{k})(int);")
    x.decl(f"static int called{k};")
    x.decl(f"static int on_call{k}(int v) {{")
    x.decl(f"  if ({x.mark(f'v > {x.r.randint(0, 2)}')}) return 1;")
    x.decl("  return v & 1;\n}")
    x.init(f"callback{k} = on_call{k};")
    x.step(f"called{k} = callback{k}({x.val()});")
    x.see(f"called{k}", 2)


SHAPES = [counter, static_local, clean_up, switch_declaration, uninitialised,
          leave, returns, fall_through, duff, operands, asserts, recursion,
          varargs, wide_arithmetic, loops, builtins, may_crash, labels, goals,
          before_main, at_scope_end, array_of_length, computed_goto,
          wide_types, atomics, mathematics, memory_of_the_stack, always_inlined,
          leaves_condition, registered]
