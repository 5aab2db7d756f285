// SPDX-License-Identifier: Apache-2.0
// WHY:    a shift by more than the width is stopped: no machine's meaning of it is shown as the program's.
// RUN:    generate --cover branch
// JSON:   findings[code=defect-crashed].message contains shift
// JSON:   findings[code=defect-crashed].where.line == 15
// EXIT:   1
#include <stdint.h>

uint8_t by;
uint32_t mask;

void init(void) { mask = 0; }

void step(void) {
  if (by <= 32) mask = 1u << by;
}
