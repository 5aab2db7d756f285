// SPDX-License-Identifier: Apache-2.0
// WHY:    an input without a range has its whole type: NaN and the infinities are no proof away.
// RUN:    generate --engine symbolic --stats
// JSON:   goals[id=nan].status == covered
// JSON:   goals[id=infinite].status == covered
// JSON:   goals[id=both].status == unreachable
// EXIT:   0
#include <catenary/c.h>
float f;

void init(void) {}

void step(void) {
  CATENARY_GOAL("nan", f != f);
  CATENARY_GOAL("infinite", f > 0 && f == f / 2);
  CATENARY_GOAL("both", f != f && f > 0);
}
