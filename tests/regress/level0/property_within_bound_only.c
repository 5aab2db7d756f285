// SPDX-License-Identifier: Apache-2.0
// WHY:    that an assertion holds for three steps does not say that it holds: no success.
// RUN:    generate --cover assert --max-steps 3 --engine explicit
// RUN:    generate --cover assert --max-steps 3 --engine symbolic
// JSON:   summary.not_within_bound == 1
// EXIT:   1
#include <assert.h>
unsigned char x;
static int n;

void init(void) { n = 0; }

void step(void) {
  if (x == 3) {
    n++;
  } else {
    n = 0;
  }
  assert(n < 6);
}
