// SPDX-License-Identifier: Apache-2.0
// WHY:    a goal behind a long delay is reached, and what lies behind a longer one than the counter holds is proved not to be.
// RUN:    generate
// EXPECT: goals 8  covered 7  unreachable 1  tests 1  steps 30002
// JSON:   goals[id=deep_timer.c:21:7:true].depth == 30001
// JSON:   goals[id=deep_timer.c:22:7:true].status == unreachable
// JSON:   summary.bound.minimal == true
#include <stdbool.h>
#include <stdint.h>

bool run;
uint8_t lamp;
static uint16_t ticks;

void init(void) { ticks = 0; lamp = 0; }

void step(void) {
  if (!run) ticks = 0;
  else ++ticks;
  if (ticks == 30000) lamp = 1;
  if (ticks > 30000) ticks = 0;
  if (ticks == 40000) lamp = 2;
}
