#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Programs with timers and buttons, made by bench/timed_program.py. Small ones:
a plain search finds the fewest and shortest chains again; what is called minimal
is, and no bound is above. Large ones: a single chain, and how far it can be from
the shortest.

Usage: timed_programs_test.py CATENARY CC SOURCE_DIRECTORY small|large
"""
import json
import pathlib
import subprocess
import sys
import tempfile
import tomllib

SMALL = [
    *(f"machine --goals 7 --modes 4 --timers 2 5 --seed {s}".split()
      for s in range(1, 7)),
    *(f"{shape} --goals 6 --parts 2 --modes 3 --timers 2 4 --seed {s}".split()
      for shape in ("independent", "shared", "gated", "nested")
      for s in range(1, 5))]
# Arguments, and percent of the steps that may be more than what is proved.
LARGE = [("machine --seed 9 --modes 10".split(), 10),
         ("machine --seed 2 --parts 3 --modes 16 --timers 40 80".split(), 15),
         ("nested --parts 5 --modes 4 --seed 1".split(), 10)]


def fail(text):
    sys.exit(f"timed_programs_test.py: {text}")


def model_inc(description, goals):
    """The program for search.c, with these goals."""
    program = description["program"]
    buttons = list(description["inputs"])
    declare = program["declare"]
    begin = declare.index("static void step")
    names = [line.split()[-1].rstrip(";")
             for line in declare[:begin].splitlines() if line]
    state = [n for n in names if n not in buttons]
    out = [f"static unsigned char {', '.join(buttons)};",
           f"static struct {{ unsigned char {', '.join(state)}; }} all;"]
    out += [f"#define {n} all.{n}" for n in state]
    out += [declare[begin:], "#define STATE all",
            "static void start(void) { memset(&all, 0, sizeof all); }",
            "static void take_letter(int letter) {"]
    out += [f"  {b} = letter == {i + 1};" for i, b in enumerate(buttons)]
    out += ["}", "static int is_final(void) { return "
            f"{program['final']}; }}",
            "static uint32_t met(uint64_t progress_, uint64_t* next_) {",
            "  uint32_t hits = 0;", "  (void)progress_;", "  (void)next_;"]
    when = {p["id"]: p["when"] for p in description["property"]}
    out += [f"  if ({when[g]}) hits |= 1u << {i};" for i, g in enumerate(goals)]
    out += ["  return hits;", "}",
            "static int violated(uint32_t hits) { (void)hits; return 0; }",
            f"enum {{ GOALS = {len(goals)}, LETTERS = {len(buttons) + 1} }};"]
    return "\n".join(out) + "\n"


def generate(catenary, source, args, folder):
    """The description, and what Catenary says of it."""
    maker = pathlib.Path(source) / "bench/timed_program.py"
    text = subprocess.run([sys.executable, maker, *args], check=True,
                          capture_output=True, text=True).stdout
    model = folder / "model.toml"
    model.write_text(text)
    done = subprocess.run([catenary, "generate", model, "--json"],
                          capture_output=True, text=True, check=False)
    if done.returncode != 0:
        fail(f"{args}: exit code {done.returncode}: {done.stderr}")
    return tomllib.loads(text), json.loads(done.stdout)


def check_small(catenary, cc, source, args, folder):
    """True where the suite is proved minimal."""
    description, said = generate(catenary, source, args, folder)
    summary = said["summary"]
    if any(t["kind"] != "chain" for t in said["tests"]):
        return False  # no final state after some goal
    goals = [g["id"] for g in said["goals"] if g["status"] == "covered"]
    (folder / "model.inc").write_text(model_inc(description, goals))
    search = pathlib.Path(source) / "tests/oracle/models/search.c"
    subprocess.run([cc, "-O2", "-w", "-I", folder, search, "-o", folder / "search"],
                   check=True)
    found = subprocess.run([folder / "search"], check=True,
                           capture_output=True, text=True).stdout.split()
    tests, steps = int(found[0]), int(found[1])
    bound = summary["bound"]
    ours = (summary["tests"], summary["total_steps"])
    if ours < (tests, steps):
        fail(f"{args}: {ours}, but nothing beats {(tests, steps)}")
    if bound["minimal"] and ours != (tests, steps):
        fail(f"{args}: {ours} is called minimal, {(tests, steps)} is")
    if ours[0] == tests and bound["lower"] > steps:
        fail(f"{args}: at least {bound['lower']} steps, but {steps} do")
    return bound["minimal"]


def check_large(catenary, source, args, percent, folder):
    _, said = generate(catenary, source, args, folder)
    summary = said["summary"]
    lower, steps = summary["bound"]["lower"], summary["total_steps"]
    print(f"{' '.join(args)}: {summary['tests']} tests, {steps} steps, at "
          f"least {lower}, {summary['seconds']:.0f} s")
    if summary["tests"] != 1:
        fail(f"{args}: {summary['tests']} tests")
    if 100 * (steps - lower) > percent * steps:
        fail(f"{args}: at least {lower} of {steps} steps")


def main():
    catenary, cc, source, which = sys.argv[1:5]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        if which == "large":
            for args, percent in LARGE:
                check_large(catenary, source, args, percent, folder)
            return
        proved = sum(check_small(catenary, cc, source, args, folder)
                     for args in SMALL)
        print(f"{proved} of {len(SMALL)} proved minimal")
        if proved < len(SMALL) // 2:
            fail("hardly anything is proved")


if __name__ == "__main__":
    main()
