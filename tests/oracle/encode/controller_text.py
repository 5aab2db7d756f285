# SPDX-License-Identifier: Apache-2.0
"""A random controller as text: for Catenary, and as a program of its own.

The C text names what the two see differently by macros: GOAL(n, c), ASSUME(c),
EXIT().
"""
import random

INTS = {"int8_t": (8, True), "uint8_t": (8, False), "int16_t": (16, True),
        "uint16_t": (16, False), "int32_t": (32, True),
        "uint32_t": (32, False), "int64_t": (64, True),
        "uint64_t": (64, False), "_Bool": (1, False), "char": (8, True),
        "long": (64, True), "unsigned": (32, False)}
FLOATS = ("float", "double")

# What every program may use: conversions and divisions that are defined.
PROLOGUE = """\
#include <stdint.h>
#include <string.h>
#include <stdlib.h>
#include <math.h>
#include <stddef.h>
static int32_t div_s(int32_t a, int32_t b) {
  return b == 0 || (a == INT32_MIN && b == -1) ? a : a / b;
}
static int64_t rem_l(int64_t a, int64_t b) {
  return b == 0 || (a == INT64_MIN && b == -1) ? 0 : a % b;
}
static int32_t to_int(double x) {
  return x > -2147483649.0 && x < 2147483648.0 ? (int32_t)x : -1;
}
static uint16_t to_u16(float x) {
  return x > -1.0f && x < 65536.0f ? (uint16_t)x : 7;
}
static uint64_t to_u64(double x) {
  return x > -1.0 && x < 18446744073709551616.0 ? (uint64_t)x : 3;
}
static uint32_t bits_f(float f) {
  uint32_t u;
  if (f != f) return 0x7fc00000u;
  memcpy(&u, &f, 4);
  return u;
}
static uint64_t bits_d(double f) {
  union { double d; uint64_t u; } both;
  if (f != f) return 1;
  both.d = f;
  return both.u;
}
"""

# The stand-alone program: reads what encode_oracle --trace wrote, runs each
# run in a process of its own, and writes the same lines.
DRIVER = """
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <sys/wait.h>
static void tell(const char* outcome) {
  printf("%s ", outcome);
  for (int g = 0; g < GOALS; ++g)
    if (o_hits >> g & 1) printf("%s,", o_ids[g]);
  if (outcome[0] != 'd') o_outputs();
  printf("\\n");
  fflush(stdout);
}
static void o_stop(const char* outcome) { tell(outcome); _exit(9); }
static void show(uint64_t v, int is_nan) {
  if (is_nan) printf(" nan");
  else printf(" %llx", (unsigned long long)v);
}
int main(void) {
  static char line[4096];
  for (;;) {
    const long at = ftell(stdin);
    if (!fgets(line, sizeof line, stdin)) return 0;
    if (line[0] != 'R') continue;
    fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
      FILE* in = fopen("/dev/stdin", "r");
      fseek(in, at, SEEK_SET);
      for (int first = 1; fgets(line, sizeof line, in); first = 0) {
        if (line[0] == 'R' && !first) break;
        if (line[0] != 'R' && line[0] != 'S') continue;
        char* p = line + 1;
        uint64_t v[64] = {0};
        for (int k = 0; k < 64 && *p && *p != '\\n'; ++k)
          v[k] = strtoull(p, &p, 16);
        o_hits = 0;
        fputs(line, stdout);
        fflush(stdout);
        if (first) { o_initial(v); o_init(); }
        else { o_inputs(v); o_step(); }
        tell("running");
      }
      _exit(0);
    }
    int status;
    waitpid(child, &status, 0);
    if (WIFSIGNALED(status)) printf("crashed\\n");
    fflush(stdout);
  }
}
"""


def limits(c_type):
    bits, signed = INTS[c_type]
    return (-(1 << bits - 1), (1 << bits - 1) - 1) if signed \
        else (0, (1 << bits) - 1)


def literal(value):
    """An integer as C writes it, of any size."""
    if value >= 1 << 63:
        return f"{value}ull"
    if value == -(1 << 63):
        return f"({value + 1}ll - 1)"
    if value == -(1 << 31):
        return f"({value + 1} - 1)"
    suffix = "ll" if abs(value) >= 1 << 31 else ""
    return f"({value}{suffix})" if value < 0 else f"{value}{suffix}"


class Place:
    """Something of arithmetic type that can be read and perhaps written.

    `text` has one {} for each dimension of an array.
    """

    def __init__(self, text, c_type, dims=(), writable=True, addressable=True,
                 values=None, checked=True):
        self.text, self.c_type, self.dims = text, c_type, dims
        self.writable, self.addressable = writable, addressable
        self.values = values    # number of values: an enumeration or bit-field
        self.checked = checked  # an index out of bounds is a trap

    @property
    def is_float(self):
        return self.c_type in FLOATS


class Program:
    """The parts of a controller; `r` is its source of randomness."""

    def __init__(self, seed):
        self.seed = seed
        self.r = random.Random(seed)
        self.declarations, self.functions = [], []
        self.init, self.step = [], []
        self.goals = 0
        self.inputs = []    # (lvalue, type, range or None)
        self.initial = []   # the same
        self.outputs = []   # (expression, type)
        self.assume = self.final = None
        self.whole = seed % 10 == 7  # with a main() that reads its inputs
        self.criteria = "branch" if seed % 3 == 0 else "property"

    def body(self):
        return (PROLOGUE + "\n".join(self.declarations + self.functions) +
                "\nvoid init(void) {\n" + "\n".join(self.init) +
                "\n}\nvoid step(void) {\n" + "\n".join(self.step) + "\n}\n")

    def for_catenary(self):
        return ("#include <catenary/c.h>\n"
                "#define GOAL(n, c) CATENARY_GOAL(\"goal\" #n, c)\n"
                "#define ASSUME(c) CATENARY_ASSUME(c)\n"
                "#define EXIT() exit(0)\n" + self.body() + self.main())

    def main(self):
        if not self.whole:
            return ""
        read = {"int8_t": "char", "uint8_t": "uchar", "int16_t": "short",
                "uint16_t": "ushort", "int32_t": "int", "uint32_t": "uint",
                "int64_t": "long", "uint64_t": "ulong", "_Bool": "bool",
                "float": "float", "double": "double"}
        lines = [f"{name} = __VERIFIER_nondet_{read[t]}();"
                 for name, t, _ in self.inputs]
        return ("int main(void) {\ninit();\nwhile (1) {\n" +
                "\n".join(lines) + "\nstep();\n}\n}\n")

    def description(self, source):
        out = ["[program]", f'sources = ["{source}"]']
        if not self.whole:
            out += ['init = "init();"', 'step = "step();"']
        if self.assume:
            out.append(f'assume = ["{self.assume}"]')
        if self.final:
            out.append(f'final = "{self.final}"')
        for section, variables in (("inputs", self.inputs),
                                   ("initial", self.initial)):
            if self.whole:
                break
            out.append(f"[{section}]")
            for lvalue, _, span in variables:
                inside = f"range = [{span[0]}, {span[1]}]" if span else ""
                out.append(f'"{lvalue}" = {{ {inside} }}')
        out.append("[outputs]")
        out += [f'"{text}" = {{}}' for text, _ in self.outputs]
        out += ["[coverage]", f'criteria = ["{self.criteria}"]']
        return "\n".join(out) + "\n"

    def for_gcc(self):
        head = ("#include <stdint.h>\nstatic uint64_t o_hits;\n"
                "static void o_stop(const char*);\n"
                "#define GOAL(n, c) do { if (c) o_hits |= 1ull << (n); } "
                "while (0)\n"
                "#define ASSUME(c) do { if (!(c)) o_stop(\"discarded\"); } "
                "while (0)\n#define EXIT() o_stop(\"ended\")\n")
        ids = ", ".join(f'"goal{n}"' for n in range(self.goals)) or "0"
        out = [head, self.body(), f"#define GOALS {self.goals}",
               f"static const char* const o_ids[] = {{{ids}}};",
               "static void o_outputs(void);", DRIVER]
        for name, variables in (("o_inputs", self.inputs),
                                ("o_initial", self.initial)):
            body = []
            for k, (lvalue, c_type, _) in enumerate(variables):
                if c_type == "float":
                    body.append(f"{{ uint32_t u = v[{k}]; float f; "
                                f"memcpy(&f, &u, 4); {lvalue} = f; }}")
                elif c_type == "double":
                    body.append(f"{{ double f; memcpy(&f, &v[{k}], 8); "
                                f"{lvalue} = f; }}")
                else:
                    body.append(f"{lvalue} = ({c_type})v[{k}];")
            out.append(f"static void {name}(uint64_t* v) {{ (void)v; " +
                       "\n".join(body) + "}")
        out.append("static void o_init(void) { init(); }")
        check = f"ASSUME({self.assume});" if self.assume else ""
        out.append(f"static void o_step(void) {{ {check} step(); }}")
        shown = []
        for text, c_type in self.outputs:
            if c_type == "float":
                shown.append(f"{{ float f = {text}; show(bits_f(f), f != f); }}")
            elif c_type == "double":
                shown.append(f"{{ double f = {text}; "
                             "show(bits_d(f), f != f); }")
            else:
                unsigned = {8: "uint8_t", 16: "uint16_t", 32: "uint32_t",
                            64: "uint64_t", 1: "_Bool"}[INTS[c_type][0]]
                shown.append(f"show(({unsigned})({text}), 0);")
        out.append("static void o_outputs(void) {\n" + "\n".join(shown) +
                   "\n}")
        # Declared before they are used by the driver.
        declared = ("static void o_inputs(uint64_t*);\n"
                    "static void o_initial(uint64_t*);\n"
                    "static void o_init(void);\nstatic void o_step(void);\n")
        out.insert(1, declared)
        return "\n".join(out) + "\n"
