#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What comes out does not depend on --jobs: the suite byte by byte, and the
document but for times, by each kind of search."""
import pathlib
import sys
import tempfile

from same_results import count_differences, generated

# Most of 13^4 states; levels of some thousand, so that several threads have
# work. One counter has an end that is an error.
LARGE = """
[program]
sources = ["large.c"]
step = "step(in);"
declare = "static int in;"
assume = ["in != 4 || a[0] != 3"]
[inputs]
"in" = { range = [0, 5] }
[[property]]
id = "sum"
when = "a[0] + a[1] + a[2] + a[3] == 37 && in == 5"
[[property]]
id = "even"
when = "a[0] == 11 && a[1] == 2 && a[2] == 9"
[[property]]
id = "never"
when = "a[0] > 12"
[[property]]
id = "wrong"
when = "a[1] == 6 && in == 1"
then = "a[1] == 7 && a[3] != 9"
"""
LARGE_C = """
void abort(void);
static unsigned char a[4];
void step(int in) {
  if (in < 4) {
    if (a[in] < 12) ++a[in];
  } else if (in == 4) {
    a[0] = a[1], a[1] = a[2], a[2] = a[3], a[3] = 0;
  } else {
    a[3] = (unsigned char)(12 - a[3]);
  }
  if (a[0] == 12 && a[1] == 12 && a[2] == 7) abort();
}
"""

# An input of 32 bits that is computed with: nothing to enumerate.
WIDE = """
#include <catenary/c.h>
static int total;
int main(void) {
  for (;;) {
    int x;
    CATENARY_INPUT(x);
    if (x > 1000 && x % 7 == 3 && total < 100) total += x & 15;
    CATENARY_GOAL("forty", total >= 40);
    CATENARY_GOAL("odd", total == 11);
    CATENARY_GOAL("never", total > 120);
  }
}
"""


def main():
    catenary, source = sys.argv[1:3]
    examples = pathlib.Path(source) / "examples"
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        large = folder / "large.toml"
        large.write_text(LARGE, encoding="utf-8")
        (folder / "large.c").write_text(LARGE_C, encoding="utf-8")
        wide = folder / "wide.c"
        wide.write_text(WIDE, encoding="utf-8")
        cases = [
            # All edges are kept; then none but those that end runs matter.
            (large, ["--engine", "explicit"]),
            (large, ["--engine", "explicit", "--max-steps", "25"]),
            (large, ["--engine", "explicit", "--memory", "4M"]),
            (large, ["--method", "single"]),
            (large, ["--method", "random", "--runs", "300"]),
            (wide, ["--engine", "symbolic"]),
            (wide, []),
            (examples / "car_alarm" / "car_alarm.toml", []),
            (examples / "window_lifter" / "window_lifter.toml",
             ["--cover", "branch,mcdc"]),
            (examples / "safing" / "safing.req", []),
            (examples / "atm_bank" / "atm_bank.xlia", []),
        ]
        failures = 0
        for model, options in cases:
            first = generated(catenary, model, options + ["--jobs", "1"], folder)
            for jobs in (2, 4):
                other = generated(
                    catenary, model, options + ["--jobs", str(jobs)], folder)
                failures += count_differences(
                    first, other, f"{model.name} {' '.join(options)} with "
                                  f"{jobs} jobs")
            summary = first[1]["summary"]
            print(f"{model.name} {' '.join(options)}: "
                  f"{summary['covered']} of {summary['goals']}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
