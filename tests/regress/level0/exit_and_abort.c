// SPDX-License-Identifier: Apache-2.0
// WHY:    exit(), abort() and an error call end a run, and nothing behind them counts.
// RUN:    generate --cover branch
// EXPECT: goals 13  covered 12  unreachable 1
// JSON:   goals[id=reach_error].depth == 3
// JSON:   goals[id=reach_error].status == covered
// JSON:   goals[id=exit_and_abort.c:35:7:true].status == unreachable
// JSON:   goals[id=exit_and_abort.c:35:7:false].status == covered
// JSON:   len(findings) == 0
#include <stdint.h>
#include <stdlib.h>

extern void reach_error(void);

uint8_t order;
int last, ready;

void init(void) { last = ready = 0; }

static void leave(void) {
  if (last == 1) reach_error();
}

void step(void) {
  // A run that ends in its first step shows nothing of itself.
  if (!ready) {
    ready = 1;
    return;
  }
  if (order == 1) exit(0);
  if (order == 2) abort();
  if (order == 3) leave();
  last = order == 4;
  // Only after an exit() that returned.
  if (order == 1) last = 7;
}
