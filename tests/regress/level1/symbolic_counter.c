// SPDX-License-Identifier: Apache-2.0
// WHY:    a guard opens once a counter has reached 400, and the input that opens it depends on another one: too wide to enumerate.
// RUN:    generate --engine symbolic
// RUN:    generate
// EXPECT: goals 2  covered 1  unreachable 1  tests 1  steps 401
// EXIT:   0
#include <catenary/c.h>

unsigned x, y;
static unsigned count;

void step(void) {
  CATENARY_INPUT(x);
  CATENARY_INPUT(y);
  if (count >= 400) {
    CATENARY_GOAL("open", x + 3 * y == 123456789);
  } else if (x != y) {
    ++count;
  }
  CATENARY_GOAL("beyond", count > 400);
}
