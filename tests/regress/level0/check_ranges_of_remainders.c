// SPDX-License-Identifier: Apache-2.0
// WHY:    ranges were those of the values that were tried, where an input is used by its
//         remainder, and were contradicted by a run of the program.
// RUN:    check --json
// JSON:   summary.inputs[name=speed].classes == true
// JSON:   summary.state[name=last].numbers[0].range.lo == -32768
// JSON:   summary.state[name=last].numbers[0].range.hi == 900
short speed;
static short last;
int fast;
short shown;
void step(void) {
  shown = last;
  fast = last > 500;
  if (speed % 4 == 1) fast += 2;
  if (speed <= 900) last = speed;
  if (speed > 900 && fast > 8) last = 0;
}
