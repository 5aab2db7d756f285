#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The models of bench/models: their fewest and shortest chains are found again
by a plain search, and expected in bench/chains.toml; properties hold there too.

Usage: models_test.py CATENARY CC SOURCE_DIRECTORY [WHICH ...]

WHICH are names of models; default: those that the plain search does in seconds;
"all": all.
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import tomllib

# What a program keeps from step to step.
STATE = {"window.c": "window", "window_ext.c": "window", "alarm.c": "alarm_",
         "elevator.c": "elevator", "robotarm.c": "arm"}
LONG = {"window_ext_2", "robotarm_3", "alarm_2_original"}


def fail(text):
    sys.exit(f"models_test.py: {text}")


def as_list(x):
    return x if isinstance(x, list) else [x]


def model_inc(folder, description):
    """C text: the program, and the description as functions."""
    program = description["program"]
    source = program["sources"][0]
    text = (folder / source).read_text()
    for name, value in program.get("redefine", {}).items():
        text, n = re.subn(rf"(#define {name}) \S+", rf"\1 {value}", text)
        if n != 1:
            fail(f"{source} has no {name}")
    out = [text, program.get("declare", ""), f"#define STATE {STATE[source]}",
           "static unsigned char initial[sizeof STATE];"]
    letters, setters = 1, []
    for name, about in description["inputs"].items():
        low, high = about.get("range", [0, 1])
        setters.append(f"  {name} = {low} + letter / {letters} % "
                       f"{high - low + 1};")
        letters *= high - low + 1
    out.append("static void take_letter(int letter) {\n" +
               "\n".join(setters) + "\n}")
    out.append("static void start(void) {\n"
               "  memcpy(&STATE, initial, sizeof STATE);\n  " +
               program.get("init", "") + "\n}")
    out.append("static void step(void) { " + program["step"] + " }")
    out.append("static int is_final(void) { return " + program["final"] +
               "; }")
    bit, met, violated = 0, [], []
    for g, p in enumerate(description["property"]):
        conditions = as_list(p["when"])
        for k, c in enumerate(conditions):
            begun = "1" if k == 0 else f"(progress >> {bit - 1} & 1)"
            if k + 1 == len(conditions):
                met.append(f"  if ({begun} && ({c})) hits |= 1u << {g};")
            else:
                met.append(f"  if ({begun} && ({c})) *next |= "
                           f"(uint64_t)1 << {bit};")
                bit += 1
        violated.append(f"  if ((hits >> {g} & 1) && !({p['then']})) return 1;")
    out.append("static uint32_t met(uint64_t progress, uint64_t* next) {\n"
               "  uint32_t hits = 0;\n  (void)progress;\n  (void)next;\n" +
               "\n".join(met) + "\n  return hits;\n}")
    out.append("static int violated(uint32_t hits) {\n" + "\n".join(violated) +
               "\n  return 0;\n}")
    if bit > 64:
        fail("too many steps of properties")
    out.append(f"enum {{ GOALS = {len(description['property'])}, "
               f"LETTERS = {letters} }};")
    return "\n".join(out) + "\n"


def plain_search(compiler, folder, description, scratch):
    (scratch / "model.inc").write_text(model_inc(folder, description))
    program = scratch / "search"
    here = pathlib.Path(__file__).resolve().parent
    subprocess.run([compiler, "-O2", "-w", "-fwrapv", "-I", str(scratch), "-o",
                    str(program), str(here / "search.c")], check=True)
    done = subprocess.run([program], capture_output=True, text=True,
                          timeout=3000, check=False)
    if done.returncode != 0:
        fail(f"the plain search: {done.returncode} {done.stdout}")
    return map(int, done.stdout.split())


def main():
    catenary, compiler, root = sys.argv[1], sys.argv[2], sys.argv[3]
    folder = pathlib.Path(root) / "bench" / "models"
    names = sorted(p.stem for p in folder.glob("*.toml"))
    which = sys.argv[4:]
    if which != ["all"]:
        names = which or [n for n in names if n not in LONG]
    table = tomllib.loads(
        (pathlib.Path(root) / "bench" / "chains.toml").read_text())
    rows = {pathlib.PurePath(r["model"]).stem: r["expect"]
            for r in table["row"] if "/bench/models/" in r.get("model", "")}
    for name in names:
        path = folder / (name + ".toml")
        description = tomllib.loads(path.read_text())
        with tempfile.TemporaryDirectory() as scratch:
            runs, steps, faults, nodes = plain_search(
                compiler, folder, description, pathlib.Path(scratch))
        done = subprocess.run([catenary, "generate", str(path), "--json"],
                              capture_output=True, text=True, timeout=600,
                              check=False)
        if done.returncode != 0:
            fail(f"{name}: exit code {done.returncode}\n{done.stderr}")
        s = json.loads(done.stdout)["summary"]
        n = len(description["property"])
        print(f"{name}: {runs} runs, {steps} steps, {nodes} states; catenary "
              f"{s['tests']}, {s['total_steps']}", flush=True)
        found = (s["tests"], s["total_steps"], s["covered"], s["unreachable"])
        if found != (runs, steps, n, n):
            fail(f"{name}: {found}, but the plain search {(runs, steps, n, n)}")
        if not s["bound"]["minimal"]:
            fail(f"{name}: not proved minimal: {s['bound']}")
        if faults:
            fail(f"{name}: properties are violated")
        row = rows.get(name)
        if row is None:
            fail(f"{name} has no row in bench/chains.toml")
        if (row["tests"], row["steps"], row["covered"]) != (runs, steps, n):
            fail(f"{name}: bench/chains.toml expects {row}")


main()
