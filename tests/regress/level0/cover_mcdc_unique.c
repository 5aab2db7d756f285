// SPDX-License-Identifier: Apache-2.0
// WHY:    of conditions that depend on each other, unique-cause MC/DC asks for values that cannot be: proved, where masking MC/DC is covered.
// RUN:    generate --cover mcdc,mcdc-unique
// RUN:    generate --cover mcdc,mcdc-unique --engine symbolic
// EXPECT: goals 4
// JSON:   goals[id=mcdc-unique@cover_mcdc_unique.c:12:7].status == unreachable
// JSON:   goals[id=mcdc-unique@cover_mcdc_unique.c:12:16].status == covered
int x;
static unsigned char mode;

void step(void) {
  if (x > 3 && x > 5) mode = 1;
}
