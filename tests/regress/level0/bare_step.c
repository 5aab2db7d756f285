// SPDX-License-Identifier: Apache-2.0
// WHY:    a C file with init() and step() needs no description: globals that are only read are inputs, those written are outputs, and branches are the goals.
// RUN:    generate
// EXPECT: goals 4  covered 4  tests 1  steps 3
// RUN:    check --json
// JSON:   summary.inputs[0].name == button
// JSON:   len(summary.inputs) == 1
// JSON:   summary.outputs[0].name == light
// JSON:   summary.state_bytes == 4
#include <stdbool.h>

bool button;
int light;
static int ticks;

void init(void) { light = 0; ticks = 0; }

void step(void) {
  if (button) ++ticks;
  if (ticks == 2) {
    light = 1;
    ticks = 0;
  } else {
    light = 0;
  }
}
