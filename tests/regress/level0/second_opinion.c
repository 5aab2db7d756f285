// SPDX-License-Identifier: Apache-2.0
// WHY:    what one engine proves is decided by another one, too: both agree, and the goal says so.
// RUN:    generate --second-opinion
// RUN:    generate --second-opinion --engine explicit
// RUN:    generate --second-opinion --engine symbolic
// RUN:    generate --second-opinion --engine classes
// JSON:   goals[id=never].status == unreachable
// JSON:   goals[id=never].trust == agreed
// JSON:   goals[id=never].reason contains agrees
// JSON:   goals[id=once].trust == replayed
// RUN:    check --second-opinion --json
// JSON:   goals[id=never].trust == agreed
// RUN:    generate
// JSON:   goals[id=never].trust == proved
#include <catenary/c.h>
#include <stdbool.h>
bool push;
int out;
static int count;
void step(void) {
  if (push && count < 5) ++count;
  CATENARY_GOAL("once", count == 5);
  CATENARY_GOAL("never", count == 6);
  out = count;
}
