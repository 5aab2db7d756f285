// SPDX-License-Identifier: Apache-2.0
// WHY:    random testing too runs the program in a process of its own: a crash
//         is a finding with its run, an assumption that fails is drawn again,
//         wide inputs get constants and ends of ranges.
// RUN:    generate --method random --runs 3000 --min-coverage 10
// EXIT:   1
// JSON:   findings[code=defect-crashed].message contains division by zero
// JSON:   goals[id=low].status == covered
// JSON:   goals[id=exact].status == covered
// JSON:   goals[id=odd].status == undecided
#include "catenary/c.h"

int level;
int share;

void step(void) {
  CATENARY_INPUT(level);
  CATENARY_ASSUME(level % 2 == 0);
  CATENARY_GOAL("low", level == -2147483647 - 1);
  CATENARY_GOAL("exact", level == 0);
  CATENARY_GOAL("odd", level % 2 != 0);
  share = level > 2000000000 ? 100 / (level & 6) : 1;
}
