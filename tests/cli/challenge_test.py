#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The native challenge: runs of the unmodified program against what was proved.
No program here may contradict a claim, whatever it does that the plain compiler
could do differently; that wrong claims are found is for the unit tests."""
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

PROGRAMS = {
    # Declares nothing: Catenary does, for both compilers.
    "declared.c": """
        unsigned char kept;
        int main(void) {
          for (;;) {
            unsigned char in = __VERIFIER_nondet_uchar();
            if (in < 3) kept = 1;
            if (kept > 1) reach_error();
          }
        }""",
    # Ends of steps by the program itself, judged or not.
    "ends.c": """
        #include <stdlib.h>
        #include <assert.h>
        unsigned char in; int out;
        void step(void) {
          out = in > 3;
          if (in == 6) exit(0);
          if (in == 7) abort();
          assert(in != 5 || out == 1);
          if (in == 9 && out == 0) goto error_never;
          return;
        error_never:
          out = 2;
        }""",
    "ends.toml": """
        [program]
        sources = ["ends.c"]
        step = "step();"
        [inputs]
        "in" = { range = [0, 8] }
        [outputs]
        "out" = {}
        [[property]]
        id = "p"
        when = "in == 7"
        then = "out == 1"
        [[invariant]]
        when = "out < 2"
        """,
    # Undefined behaviour ends a run; what comes behind it is never reached.
    "traps.c": """
        int in, out, table[4];
        void step(void) {
          out = table[in & 7];
          if (in > 3 && in < 8) out = 5;
          if (in == 9) out = 10 / (in - 9);
          if (out == 5) out = 1 << (in + 40);
          if (out > 100) out = 6;
        }""",
    "traps.toml": """
        [program]
        sources = ["traps.c"]
        step = "step();"
        [inputs]
        "in" = { range = [0, 15] }
        [outputs]
        "out" = {}
        [coverage]
        criteria = ["branch", "condition", "mcdc"]
        """,
    # A macro's conditions are at one place, whoever uses it; those of code that
    # only the initialisation runs are no goals.
    "macro.c": """
        #define BOTH(a, b) ((a) > 3 && (b) > 3)
        int in, out, never;
        void init(void) { out = BOTH(in + 4, in); }
        void step(void) {
          if (never) out = BOTH(in, out);
          out = in;
        }""",
    "macro.toml": """
        [program]
        sources = ["macro.c"]
        init = "init();"
        step = "step();"
        [inputs]
        "in" = { range = [0, 15] }
        [outputs]
        "out" = {}
        [coverage]
        criteria = ["branch", "condition"]
        """,
    # Floats of every kind, and padding and unions that nobody sets.
    "floats.c": """
        #include <string.h>
        #include <math.h>
        float x; double y; int out;
        struct padded { char c; int i; };
        union both { float f; unsigned u; };
        static struct padded old;
        static float sum;
        void step(void) {
          struct padded now;
          union both b;
          memset(&now, 0, sizeof now);
          now.c = x > 1; now.i = y > 2;
          b.f = x;
          out = memcmp(&now, &old, sizeof now) == 0;
          if (x != x && !isnan(x)) out = 9;
          if (b.u == 0x80000000u && x != 0) out = 9;
          if (y < 0) sum = 0; else if (sum < 3) sum += 0.5f;
          old = now;
        }""",
    "floats.toml": """
        [program]
        sources = ["floats.c"]
        step = "step();"
        [inputs]
        "x" = {}
        "y" = { range = [-1.0, 3.0] }
        [outputs]
        "out" = {}
        "sum" = {}
        [coverage]
        criteria = ["branch"]
        """,
    # A whole program with an assumption, also one of its own.
    "whole.c": """
        extern int __VERIFIER_nondet_int(void);
        extern void abort(void);
        void reach_error(void) {}
        void assume_abort_if_not(int c) { if (!c) abort(); }
        int main(void) {
          int level = 0;
          while (1) {
            int in = __VERIFIER_nondet_int();
            assume_abort_if_not(in >= 0 && in < 4);
            if (in == 3) level = 0; else if (level < 5) level += in;
            if (level > 7) { reach_error(); }
          }
        }""",
    # A jump passes the declaration: 0 for the model, nothing for a compiler.
    "unset.c": """
        unsigned char in; int out;
        static int fill(void) {
          volatile int a[8];
          int s = 0;
          for (int i = 0; i < 8; ++i) { a[i] = 7; s += a[i]; }
          return s;
        }
        static int late(void) {
          if (in & 1) goto inside;
          {
            int z = 3;
            out += z;
          inside:
            return z;
          }
        }
        void step(void) {
          out = fill() > 0;
          if (late() == 7) out = 9;
        }""",
    # Several instances of a class with virtual methods.
    "virtual.cpp": """
        class Door {
         public:
          virtual void step(int in);
          int open = 0, since = 0;
        };
        void Door::step(int in) {
          if (in == 1) { open = 1; since = 0; } else if (open && in == 2) since++;
          if (since > 3) open = 0;
          if (since > 4) open = 7;
        }
        static Door front;
        int key, shown;
        void step() { front.step(key); shown = front.open; }""",
    "virtual.toml": """
        [program]
        sources = ["virtual.cpp"]
        step = "step();"
        [inputs]
        "key" = { range = [0, 3] }
        [outputs]
        "shown" = {}
        [coverage]
        criteria = ["branch"]
        """,
}


def run(catenary, directory, *arguments):
    return subprocess.run([catenary, *map(str, arguments)], cwd=directory,
                          capture_output=True, text=True, timeout=300)


def challenged(run_result):
    """Steps, contradictions, observable claims, claims."""
    found = re.search(r"challenge: ([\d,]+) native steps, (\d+) contradictions? "
                      r"\((\d+) of (\d+) claims observable\)",
                      run_result.stderr)
    assert found, (run_result.args, run_result.stderr, run_result.stdout)
    return [int(n.replace(",", "")) for n in found.groups()]


def no_contradiction(catenary, directory, model, least):
    for command in ("generate", "check"):
        result = run(catenary, directory, command, model, "--verbose")
        steps, contradictions, observable, claims = challenged(result)
        assert result.returncode in (0, 1), (result.args, result.stderr)
        assert contradictions == 0 and steps > 0, result.stderr
        assert least <= observable <= claims, result.stderr


def left_out(catenary, directory):
    result = run(catenary, directory, "check", "unset.c", "--verbose")
    assert result.returncode == 0, result.stderr
    assert "challenge: left out: " in result.stderr, result.stderr
    assert "unset.c:10:" in result.stderr, result.stderr


def options(catenary, directory):
    off = run(catenary, directory, "generate", "virtual.toml", "--verbose",
              "--challenge", "off", "--json")
    on = run(catenary, directory, "generate", "virtual.toml", "--verbose",
             "--challenge", "10s", "--json")
    assert "challenge:" not in off.stderr, off.stderr
    challenged(on)
    strip = lambda d: {k: v for k, v in json.loads(d.stdout).items()
                       if k != "seconds"}
    assert strip(off)["goals"] == strip(on)["goals"]
    bad = run(catenary, directory, "check", "virtual.toml", "--challenge", "no")
    assert bad.returncode == 2 and "challenge" in bad.stderr, bad.stderr


def without_gcc(catenary, directory):
    """Clang links as well: the same steps and claims."""
    tools = directory / "tools"
    tools.mkdir()
    for tool in ("clang-19", "objcopy", "ld", "mv", "sh"):
        (tools / tool).symlink_to(shutil.which(tool))
    arguments = ["check", "declared.c", "--verbose"]
    with_gcc = run(catenary, directory, *arguments)
    without = subprocess.run([catenary, *arguments], cwd=directory,
                             env={"PATH": str(tools)}, capture_output=True,
                             text=True, timeout=300)
    assert challenged(with_gcc)[2] > 0, with_gcc.stderr
    assert challenged(with_gcc) == challenged(without), without.stderr


def main():
    catenary, source = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(
        sys.argv[2])
    with tempfile.TemporaryDirectory() as name:
        directory = pathlib.Path(name)
        for file, text in PROGRAMS.items():
            if text is not None:
                (directory / file).write_text(text)
        no_contradiction(catenary, directory, "ends.toml", 2)
        no_contradiction(catenary, directory, "traps.toml", 1)
        no_contradiction(catenary, directory, "floats.toml", 1)
        no_contradiction(catenary, directory, "macro.toml", 1)
        no_contradiction(catenary, directory, "whole.c", 0)
        no_contradiction(catenary, directory, "virtual.toml", 1)
        left_out(catenary, directory)
        options(catenary, directory)
        without_gcc(catenary, directory)
    for model in sorted(source.glob("examples/*/*.toml")):
        if "[program]" not in model.read_text():
            continue
        result = run(catenary, model.parent, "check", model.name, "--verbose",
                     "--timeout", "60s")
        assert result.returncode != 70, (model, result.stderr)


if __name__ == "__main__":
    main()
