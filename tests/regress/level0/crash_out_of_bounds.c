// SPDX-License-Identifier: Apache-2.0
// WHY:    an index behind the end of an array stops the run instead of touching its neighbours.
// RUN:    generate --cover branch
// JSON:   findings[code=defect-crashed].message contains out of bounds
// JSON:   findings[code=defect-crashed].message contains after 4 steps
// JSON:   findings[code=defect-crashed].where.line == 19
// EXIT:   1
#include <stdbool.h>

bool put;
int last;
static int buffer[3];
static int used;

void init(void) { used = last = 0; }

void step(void) {
  if (!put) return;
  buffer[used] = used;
  last = buffer[used++];
}
