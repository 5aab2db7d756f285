// SPDX-License-Identifier: Apache-2.0
// WHY:    from some state on every input is refused, and no input is accepted
//         by chance: random walks end, and what is left is found and proved.
// RUN:    generate --method concolic
// EXIT:   0
// EXPECT: goals 3 covered 2 unreachable 1
#include <catenary/c.h>

unsigned char x;
int out;
static int n;

void step(void) {
  CATENARY_ASSUME(n < 2);
  n++;
  CATENARY_GOAL("any", n == 1);
  CATENARY_GOAL("second", n == 2 && x == 200);
  CATENARY_GOAL("third", n == 3);
  out = n;
}
