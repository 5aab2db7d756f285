// SPDX-License-Identifier: Apache-2.0
// WHY:    the bits of a NaN that arithmetic gives are the machine's: no proof may take them for one pattern, nor an infinity times zero for a number.
// RUN:    generate
// RUN:    generate --engine classes
// JSON:   goals[id=made].status == covered
// RUN:    generate --engine symbolic
// JSON:   goals[id=made].status != unreachable
// EXIT:   1
#include <catenary/c.h>
#include <string.h>
float x;
float kept = 1;
int out;
void step(void) {
  unsigned u;
  memcpy(&u, &kept, sizeof u);
  CATENARY_GOAL("made", u == 0xffc00000u);
  kept = x * 0.0f;
  out = kept > 2;
}
