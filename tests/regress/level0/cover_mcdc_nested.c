// SPDX-License-Identifier: Apache-2.0
// WHY:    Clang keeps no test vectors of a decision in which another one is nested: it has no goals, and a warning says so.
// RUN:    generate --cover decision,mcdc
// EXPECT: goals 6  covered 6
// JSON:   goals[id=decision@cover_mcdc_nested.c:13:7:true].status == covered
// JSON:   goals[id=mcdc@cover_mcdc_nested.c:14:16].status == covered
unsigned char a, b, c;
static unsigned char out;

void step(void) {
  out = 0;
  if (!(a && b) || c) out = 1;
  if (a) out = 2;
  if (b < 3 && c > 4) out = 3;
}
