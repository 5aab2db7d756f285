// SPDX-License-Identifier: Apache-2.0
// WHY:    arguments of "..." have no parameter to follow, and a variable of the
//         only thread is a variable like any other.
// RUN:    generate
// EXPECT: goals 2  covered 2
// JSON:   goals[id=stored].depth == 1
// JSON:   goals[id=counted].depth == 3
#include <stdarg.h>
void __catenary_goal(const char* id, _Bool condition);

_Bool in;
static int x;
static _Thread_local int count;

static void put(int value, ...) {
  va_list rest;
  va_start(rest, value);
  *va_arg(rest, int*) = value;
  va_end(rest);
}

void step(void) {
  put(in ? 7 : 8, &x);
  if (in && count < 3) ++count;
  __catenary_goal("stored", x == 7);
  __catenary_goal("counted", count == 3);
}
