// SPDX-License-Identifier: Apache-2.0
// WHY:    INT_MIN / -1 traps, however much of it an optimiser could fold.
// RUN:    generate
// EXIT:   1
// JSON:   goals[id=quotient].status == unreachable
// JSON:   goals[id=remainder].status == unreachable
// JSON:   goals[id=plain].status == covered
// JSON:   len(findings) == 2
#include <limits.h>
void __catenary_goal(const char* id, _Bool condition);

_Bool negate, rest;
static int value = INT_MIN;

void step(void) {
  const int by = negate ? -1 : 1;
  if (rest) {
    const int left = value % by;
    __catenary_goal("remainder", negate && left == 0);
  } else {
    const int half = value / by;
    __catenary_goal("quotient", negate && half != 0);
  }
  __catenary_goal("plain", !negate);
  if (value > 0) value = INT_MIN;
}
