// SPDX-License-Identifier: Apache-2.0
// WHY:    a NaN that is only copied, through the state, unions and structures, keeps the bits of the input.
// RUN:    generate --engine symbolic
// RUN:    generate
// JSON:   goals[id=same].status == covered
// JSON:   goals[id=union].status == covered
#include <catenary/c.h>
#include <string.h>
float x;
static struct { float value; } kept;
static union { float f; unsigned u; } view;
int out;
void step(void) {
  unsigned u;
  memcpy(&u, &kept, sizeof u);
  CATENARY_GOAL("same", u == 0xffa00003u);
  CATENARY_GOAL("union", view.u == 0x7f812345u);
  kept.value = x;
  view.f = x;
  out = u == 5;
}
