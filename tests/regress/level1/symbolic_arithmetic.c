// SPDX-License-Identifier: Apache-2.0
// WHY:    three stages, each opened by arithmetic on wide integers and floats: no enumeration finds them, the solver does.
// RUN:    generate
// RUN:    generate --engine symbolic
// EXPECT: goals 1  covered 1  tests 1  steps 3
// JSON:   summary.bound.minimal == true
// EXIT:   0
#include <catenary/c.h>

int x, y;
float f;
static int stage;

void step(void) {
  CATENARY_INPUT(x);
  CATENARY_INPUT(y);
  CATENARY_INPUT(f);
  if (x * x + y == 1764 && f > 2.5f) {
    ++stage;
  } else {
    stage = 0;
  }
  CATENARY_GOAL("open", stage == 3);
}
