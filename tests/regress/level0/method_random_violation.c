// SPDX-License-Identifier: Apache-2.0
// WHY:    a violation that random testing comes upon is an error with the run,
//         which is not called the shortest.
// RUN:    generate --method random --seed 1
// EXIT:   1
// JSON:   findings[code=assertion-failed].severity == error
// JSON:   findings[code=assertion-failed].witness ~ ^[0-9a-f]{64}$
// JSON:   goals[id=far].status == undecided
#include <assert.h>

#include "catenary/c.h"

_Bool up;
static int level;

void step(void) {
  level = up ? level + 1 : level > 0 ? level - 1 : 0;
  assert(level != 4);
  CATENARY_GOAL("far", level == 7);
}
