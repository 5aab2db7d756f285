// SPDX-License-Identifier: Apache-2.0
// WHY:    a null pointer that is followed is found, with the place in the source.
// RUN:    generate --cover branch
// JSON:   findings[code=defect-crashed].message contains null pointer
// JSON:   findings[code=defect-crashed].message contains after 2 steps
// JSON:   findings[code=defect-crashed].where.line == 19
// EXIT:   1
#include <stdbool.h>
#include <stddef.h>

bool close;
int level;
static int stored;
static int *file;

void init(void) { file = &stored; level = 0; }

void step(void) {
  level = *file;
  if (close) file = NULL;
}
