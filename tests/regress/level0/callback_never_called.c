// SPDX-License-Identifier: Apache-2.0
// WHY:    a callback that no step can call, and what it calls, do not stand in the way of a legal program.
// RUN:    generate --cover branch
// EXPECT: goals 2  covered 2
#include <assert.h>
#include <stdio.h>
int in, out;
extern int read_register(void);
static void dump(void) {
  printf("%d", out + read_register());
  assert(out >= 0);
}
void (*debug_hook)(void) = dump;
void step(void) { out = in > 3 ? 1 : 0; }
