// SPDX-License-Identifier: Apache-2.0
// WHY:    a crash is an error with the inputs that lead to it, and where no
//         step survives an input, what is proved of the others still counts.
// RUN:    check
// EXIT:   1
// JSON:   findings[code=defect-crashed].message contains division by zero
// JSON:   findings[code=defect-crashed].where.line == 21
// JSON:   len(runs[0].steps) == 3
// JSON:   runs[0].steps[0].inputs.less == true
// JSON:   summary.outputs[name=share].range.hi == 12
// JSON:   summary.outputs[name=share].range.proved == true
#include <stdbool.h>

bool less;
int left, share;

void init(void) { left = 2; share = 0; }

void step(void) {
  if (less && left > 0) --left;
  else if (less) share = 12 / left;
  if (left > 0) share = 12 / left;
}
