// SPDX-License-Identifier: Apache-2.0
// WHY:    32 and 64 bit inputs that are only compared with constants fall into classes; one value a class is a proof.
// RUN:    check --json
// JSON:   summary.inputs[name=speed].values == 5
// JSON:   summary.inputs[name=speed].exhaustive == true
// JSON:   summary.inputs[name=stamp].exhaustive == true
// JSON:   summary.inputs[name=stamp].values == 3
// RUN:    generate --cover branch
// EXPECT: goals 8  covered 7  unreachable 1  undecided 0
// JSON:   goals[id=wide_inputs_in_classes.c:27:7:true].status == unreachable
#include <stdint.h>

uint32_t speed;
int64_t stamp;
int gear;

void init(void) { gear = 0; }

void step(void) {
  if (speed > 4000000000u) {
    gear = 3;
  } else if (speed >= 1000) {
    gear = 2;
  } else {
    gear = stamp == -9000000000 ? 1 : 0;
  }
  if (gear == 4) gear = 5;
}
