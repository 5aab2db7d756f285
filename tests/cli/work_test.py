#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""With a limit of work the result is the same, byte by byte, on an idle machine
and on a busy one, with one processor and with two. The limits are such that
they end searches in the middle: without them there is more to find."""
import multiprocessing
import os
import pathlib
import sys
import tempfile

from same_results import count_differences, generated

# 13^5 states, and goals that lie deep: exploration does not end.
LARGE = """
#include <catenary/c.h>
static unsigned char a[5];
int main(void) {
  for (;;) {
    unsigned char in;
    CATENARY_INPUT(in);
    CATENARY_ASSUME(in < 7);
    if (in < 5) {
      if (a[in] < 12) ++a[in];
    } else {
      a[in - 5] = (unsigned char)(12 - a[in - 5]);
    }
    CATENARY_GOAL("near", a[0] == 3 && a[4] == 2);
    CATENARY_GOAL("far", a[0] + a[1] + a[2] + a[3] + a[4] == 59);
    CATENARY_GOAL("pattern", a[0] == 7 && a[1] == 8 && a[2] == 9);
    CATENARY_GOAL("never", a[0] > 12);
  }
}
"""

# Inputs of 32 bits that are computed with, and a float: nothing to enumerate,
# and much for a solver.
WIDE = """
#include <catenary/c.h>
static int total, last;
static float level;
int main(void) {
  for (;;) {
    int x;
    float y;
    CATENARY_INPUT(x);
    CATENARY_INPUT(y);
    if (x > 1000 && x % 7 == 3 && total < 100) total += x & 15;
    if (y > 0.5f && y < 2.0f) level = level * 0.75f + y;
    CATENARY_GOAL("forty", total >= 40);
    CATENARY_GOAL("product", x * last == 123456789 && x > last && last > 1);
    CATENARY_GOAL("level", level > 4.5f);
    CATENARY_GOAL("high", level > 7.9f);
    CATENARY_GOAL("hash", (unsigned)x * 2654435761u == 0xdeadbeefu + last);
    last = x;
  }
}
"""

# Catches up with the time: one step takes from nanoseconds to a tenth of a second.
LATE = """
#include <catenary/c.h>
static unsigned last, sum, periods;
int main(void) {
  for (unsigned i = 0; i < 100000; ++i) sum = (sum * 31 + i) ^ sum >> 7;
  for (;;) {
    unsigned now;
    CATENARY_INPUT(now);
    periods = 0;
    while (now - last >= 100) {
      last += 100;
      sum = sum * 31 + last;
      sum ^= sum >> 7;
      ++periods;
    }
    CATENARY_GOAL("three", periods == 3);
    CATENARY_GOAL("many", periods > 100 && sum % 1000 == 7);
    CATENARY_GOAL("sum", sum == 123456789);
  }
}
"""


def burn():
    """A process that keeps a processor busy."""
    while True:
        pass


def main():
    catenary, source = sys.argv[1:3]
    examples = pathlib.Path(source) / "examples"
    processors = sorted(os.sched_getaffinity(0))[:2]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        large = folder / "large.c"
        large.write_text(LARGE, encoding="utf-8")
        wide = folder / "wide.c"
        wide.write_text(WIDE, encoding="utf-8")
        late = folder / "late.c"
        late.write_text(LATE, encoding="utf-8")
        cases = [
            (large, ["--work", "100"]),
            (large, ["--work", "800"]),
            (large, ["--engine", "explicit", "--work", "30"]),
            (large, ["--engine", "symbolic", "--work", "500"]),
            (large, ["--method", "random", "--work", "20"]),
            (large, ["--method", "concolic", "--work", "500"]),
            (wide, ["--work", "300"]),
            (wide, ["--work", "1500"]),
            (wide, ["--method", "single", "--work", "1000"]),
            (wide, ["--cover", "branch", "--work", "1000"]),
            (late, ["--work", "1000"]),
            (late, ["--method", "random", "--work", "100"]),
            (examples / "car_alarm" / "car_alarm.toml",
             ["--cover", "branch,mcdc", "--work", "5"]),
            (examples / "fabric_dyeing" / "dyeing.sm", ["--work", "50"]),
            (examples / "safing" / "safing.req", ["--work", "20"]),
            (examples / "atm_bank" / "atm_bank.xlia", ["--work", "6"]),
        ]
        # The work of each engine is compared as well.
        cases = [(model, options + ([] if model.suffix == ".req" else ["--stats"]))
                 for model, options in cases]
        idle = [generated(catenary, model, options + ["--jobs", "1"], folder,
                          processors)
                for model, options in cases]
        failures = 0
        # A suite, but not of everything: else no limit decided anything. The
        # violation in the machine has the exit code 1.
        for (model, options), (code, _, _) in zip(cases, idle):
            if code != (1 if model.suffix == ".sm" else 4):
                failures += 1
                print(f"{model.name} {' '.join(options)}: exit code {code}, so "
                      "that the limit did not cut the search")
        load = [multiprocessing.Process(target=burn, daemon=True)
                for _ in processors]
        for process in load:
            process.start()
        for (model, options), first in zip(cases, idle):
            for jobs, on in ((2, processors), (2, processors[:1])):
                other = generated(
                    catenary, model, options + ["--jobs", str(jobs)], folder, on)
                failures += count_differences(
                    first, other, f"{model.name} {' '.join(options)} on "
                                  f"{len(on)} busy processors")
            summary = first[1]["summary"]
            print(f"{model.name} {' '.join(options)}: exit code {first[0]}, "
                  f"{summary['covered']} of {summary['goals']}")
        for process in load:
            process.kill()
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
