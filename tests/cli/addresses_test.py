#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Programs whose state holds addresses, in every form that C and C++ have: each
engine says the same with 1, 2, 4 and 8 threads, byte by byte where no solver is
pressed for time, and nothing that is not true. What is true is found by running the program, as the C compiler
makes it, with every sequence of inputs, in a new process each."""
import json
import pathlib
import subprocess
import sys
import tempfile

INPUTS = 3
DEPTH = 8   # of the sequences: every state of each program is nearer
OUTS = 8    # values of `out` that are asked for

MODEL = """
[program]
sources = ["{source}"]
declare = '''
{linkage} void init(void);
{linkage} void step(int in);
int out;
static int in;
'''
init = "init();"
step = "step(in);"
[inputs]
"in" = {{ range = [0, {last}] }}
[outputs]
"out" = {{}}
"""
PROPERTY = """
[[property]]
id = "out{value}"
when = "out == {value}"
"""

# Prints, as bits, the values of `out` that any sequence of inputs leads to.
DRIVER = """
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>
int out;
void init(void);
void step(int in);
static unsigned run(unsigned code) {
  unsigned seen;
  init();
  seen = 1u << out;
  for (int k = 0; k < %(depth)d; ++k, code /= %(inputs)d) {
    step((int)(code %% %(inputs)d));
    if (out >= 0 && out < 32) seen |= 1u << out;
  }
  return seen;
}
int main(void) {
  unsigned count = 1, seen = 0;
  for (int k = 0; k < %(depth)d; ++k) count *= %(inputs)d;
  for (unsigned code = 0; code < count; ++code) {
    int ends[2], status;
    unsigned here = 0;
    if (pipe(ends) != 0) return 2;
    if (fork() == 0) {
      here = run(code);
      _exit(write(ends[1], &here, sizeof here) != sizeof here);
    }
    if (wait(&status) < 0 || status != 0) return 2;
    if (read(ends[0], &here, sizeof here) != sizeof here) return 2;
    close(ends[0]);
    close(ends[1]);
    seen |= here;
  }
  printf("%%u", seen);
  return 0;
}
"""

# Options, whether they decide every goal, and numbers of threads.
WAYS = [
    ([], True, (1, 2, 4, 8)),
    (["--engine", "explicit"], True, (1, 2, 4, 8)),
    (["--engine", "explicit", "--method", "single"], True, (1, 8)),
    (["--engine", "symbolic"], False, (1, 4)),
    (["--engine", "classes"], False, (1, 4)),
    (["--method", "random", "--runs", "300"], False, (1, 2, 8)),
    (["--method", "concolic"], False, (1, 2)),
    (["--method", "concolic", "--strategy", "sc"], False, (1, 2)),
    (["--method", "concolic", "--strategy", "se"], False, (1, 2)),
]


def truth(source, compiler, folder):
    """The values of `out` of all runs."""
    driver = folder / "driver.c"
    driver.write_text(DRIVER % {"depth": DEPTH, "inputs": INPUTS},
                      encoding="utf-8")
    objects = []
    for path in (driver, source):
        objects.append(folder / (path.name + ".o"))
        subprocess.run([compiler, "-O0", "-w", "-c", str(path), "-o",
                        str(objects[-1])], check=True, timeout=60)
    program = folder / "driver"
    subprocess.run([compiler, *map(str, objects), "-o", str(program),
                    "-lstdc++"], check=True, timeout=60)
    done = subprocess.run([str(program)], capture_output=True, text=True,
                          timeout=300, check=True)
    return {v for v in range(OUTS) if int(done.stdout) >> v & 1}


def without_times(value):
    """A document without what measures this run."""
    if isinstance(value, dict):
        return {key: without_times(inner) for key, inner in value.items()
                if key not in ("seconds", "stats", "explore_seconds")}
    if isinstance(value, list):
        return [without_times(inner) for inner in value]
    return value


def generated(catenary, model, options, jobs, folder):
    """Exit code, document and suite of one run."""
    suite = folder / "suite.json"
    done = subprocess.run(
        [catenary, "generate", str(model), *options, "--jobs", str(jobs),
         "--json", "-o", str(suite), "--force"],
        capture_output=True, text=True, timeout=300, check=False)
    if done.returncode not in (0, 1, 4, 5):
        raise SystemExit(f"{model} {options} -j {jobs}: exit code "
                         f"{done.returncode}\n{done.stderr}{done.stdout}")
    return done.returncode, without_times(json.loads(done.stdout)), \
        suite.read_text(encoding="utf-8")


def wrong_verdicts(suite, seen, complete):
    """What a suite says that is not so; or does not say, and should."""
    out = []
    for goal in json.loads(suite)["goals"]:
        real = int(goal["id"].removeprefix("out")) in seen
        status = goal["status"]
        if (status == "covered" and not real) or \
                (status == "unreachable" and real) or \
                (complete and status not in ("covered", "unreachable")):
            out.append(f"{goal['id']} is {status}, which is wrong: "
                       + goal.get("reason", ""))
    return out


def main():
    catenary, compiler, source = sys.argv[1:4]
    wanted = sys.argv[4:]
    failures = 0
    for program in sorted(pathlib.Path(source).resolve().glob(
        "addresses/*.c*")):
        if wanted and program.stem not in wanted:
            continue
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            seen = truth(program, compiler, folder)
            cpp = program.suffix == ".cpp"
            model = folder / (program.stem + ".toml")
            text = MODEL.format(source=program, last=INPUTS - 1,
                                linkage='extern "C"' if cpp else "")
            model.write_text(text + "".join(
                PROPERTY.format(value=v) for v in range(OUTS)),
                encoding="utf-8")
            print(f"{program.name}: out is one of {sorted(seen)}", flush=True)
            for options, complete, numbers in WAYS:
                first = None
                for jobs in numbers:
                    result = generated(catenary, model, options, jobs, folder)
                    first = first or result
                    where = f"{program.name} {' '.join(options)} -j {jobs}"
                    for line in wrong_verdicts(result[2], seen, complete):
                        failures += 1
                        print(f"{where}: {line}")
                    # How a solver proves something may depend on its time.
                    if "symbolic" in options:
                        continue
                    for what, a, b in zip(("exit code", "document", "suite"),
                                          first, result):
                        if a != b:
                            failures += 1
                            print(f"{where}: {what} differs from that of one")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
