// SPDX-License-Identifier: Apache-2.0
// WHY:    no random input is ever accepted: walks end by what was refused, and
//         the solver finds the inputs.
// RUN:    generate --method concolic
// EXIT:   0
// EXPECT: goals 1 covered 1 tests 1 steps 2
#include <catenary/c.h>

int x, y;
int out;
static int n;

void step(void) {
  CATENARY_ASSUME(x * 7919 + y == 123456789);
  n++;
  CATENARY_GOAL("g", n == 2 && y == 200);
  if (n == 3) n = 0;
  out = n;
}
