// SPDX-License-Identifier: Apache-2.0
// WHY:    a defect behind a value that chance does not draw is a finding with
//         its run, also where every goal is covered.
// RUN:    generate --method concolic --strategy sc
// RUN:    generate --method concolic
// EXIT:   1
// JSON:   findings[code=defect-crashed].message contains division by zero
// JSON:   summary.covered == 1
#include <catenary/c.h>

int level;
int share;

void step(void) {
  CATENARY_INPUT(level);
  CATENARY_GOAL("any", level != 1);
  share = 100 / (level - 54321);
}
