// SPDX-License-Identifier: Apache-2.0
// WHY:    a function is entered and a call is made, through pointers and of itself too; what no step can do is proved.
// RUN:    generate --cover function,call --engine symbolic
// EXPECT: goals 11  covered 7  unreachable 4
// JSON:   goals[id=function@cover_calls.c:19].status == covered
// JSON:   goals[id=function@cover_calls.c:22].status == covered
// JSON:   goals[id=function@cover_calls.c:25].status == unreachable
// JSON:   goals[id=call@cover_calls.c:31:24].status == covered
// JSON:   goals[id=call@cover_calls.c:32:21].status == unreachable
// JSON:   goals[id=call@cover_calls.c:33:16].status == covered
// JSON:   goals[id=call@cover_calls.c:34:21].status == unreachable
// JSON:   goals[id=call@cover_calls.c:27:12].status == unreachable
#include <stdlib.h>

unsigned char in;
static unsigned char out;

// Entered by the step and by a call through the pointer.
static void raise(void) {
  ++out;
}
static void lower(void) {
  --out;
}
static void never(void) {
  out = out ? 0 : 0;
  if (out) never();
}
static void (*next)(void) = raise;
void step(void) {
  if (in > 3) raise(), lower();
  if ((in & 7) > 7) never();
  if (in == 9) (next)();
  if (out > 2 && 0) lower();
  next = in == 5 ? lower : raise;
  if (in == 200) exit(1);
}
