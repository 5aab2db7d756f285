// SPDX-License-Identifier: Apache-2.0
// WHY:    one value stands for each class of an input; where the program keeps
//         the input, a range must hold for all values of the class, and what an
//         output computes from it is not known.
// RUN:    check --json
// JSON:   summary.inputs[name=speed].classes == true
// JSON:   summary.state[name=last].numbers[0].range.lo == -32768
// JSON:   summary.state[name=last].numbers[0].range.hi == 900
// JSON:   summary.state[name=last].numbers[0].range.proved == true
// JSON:   summary.state[name=count].numbers[0].range.hi == 3
// JSON:   summary.state[name=count].numbers[0].range.proved == true
// JSON:   summary.outputs[name=fast].range.proved == true
// JSON:   summary.outputs[name=shown].range.proved == false
// JSON:   summary.search.closed == true
short speed;
static short last;
static int count;
int fast;
short shown;

void step(void) {
  shown = last;
  fast = last > 500;
  if (speed <= 900) last = speed;
  if (fast && count < 3) ++count;
  if (last < -7) count = 0;
}
