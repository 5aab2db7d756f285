// SPDX-License-Identifier: Apache-2.0
// WHY:    an input that the program calculates with has no classes: what samples do not reach is undecided, never unreachable, until a solver reaches it.
// RUN:    generate --cover branch --engine explicit
// EXPECT: goals 2  covered 1  unreachable 0  undecided 1
// JSON:   goals[id=wide_inputs_in_arithmetic.c:21:7:true].status == undecided
// JSON:   goals[id=wide_inputs_in_arithmetic.c:21:7:true].reason contains speed
// EXIT:   1
// RUN:    generate --cover branch
// EXPECT: goals 2  covered 2  tests 1  steps 2
// RUN:    check --json
// JSON:   findings[code=input-not-enumerable].message contains arithmetic
#include <stdint.h>

uint32_t speed;
int alarm_on;

void init(void) { alarm_on = 0; }

void step(void) {
  alarm_on = 0;
  if (speed * 7u == 700007u) alarm_on = 1;
}
