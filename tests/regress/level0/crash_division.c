// SPDX-License-Identifier: Apache-2.0
// WHY:    a crash of the program under exploration is a finding with the inputs that lead to it, not the end of the tool.
// RUN:    generate --cover branch
// JSON:   findings[code=defect-crashed].message contains division by zero
// JSON:   findings[code=defect-crashed].message contains after 3 steps
// JSON:   findings[code=defect-crashed].where.line == 20
// JSON:   summary.undecided == 0
// EXIT:   1
#include <stdbool.h>

bool less;
int left, share;

void init(void) { left = 2; share = 0; }

void step(void) {
  share = 0;
  if (less && left > 0) --left;
  else if (less)
    share = 12 / left;
}
