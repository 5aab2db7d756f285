// SPDX-License-Identifier: Apache-2.0
// WHY:    what has no circuit leaves its own goal undecided and names the place; the others are decided, and the search is no failure.
// RUN:    generate --engine symbolic
// JSON:   goals[id=product].status == covered
// JSON:   goals[id=rest].status == undecided
// JSON:   goals[id=rest].reason contains remainder
// EXIT:   1
#include <catenary/c.h>
#include <math.h>

double x;
int k;

void step(void) {
  CATENARY_INPUT(x);
  CATENARY_INPUT(k);
  CATENARY_GOAL("product", k * 7 == 49000007);
  if (k < 5) CATENARY_GOAL("rest", fmod(x, 3.0) == -1.5);
}
