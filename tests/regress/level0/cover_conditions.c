// SPDX-License-Identifier: Apache-2.0
// WHY:    a decision is true or false once, whatever its conditions; cases are no conditions, constants neither.
// RUN:    generate --cover decision,condition
// RUN:    generate --cover decision,condition --engine symbolic
// EXPECT: goals 26  covered 22  unreachable 4
// JSON:   goals[id=decision@cover_conditions.c:16:7:true].status == covered
// JSON:   goals[id=condition@cover_conditions.c:16:27:true].status == covered
// JSON:   goals[id=decision@cover_conditions.c:24:7:true].status == unreachable
// JSON:   goals[id=condition@cover_conditions.c:24:7:true].status == covered
// JSON:   goals[id=decision@cover_conditions.c:25:7:true].status == covered
#define FULL 1
unsigned char in;
static unsigned char mode, seen;

void step(void) {
  if ((in > 3 && mode) || (in == 2)) seen = mode > 1 ? 2 : 1;
  switch (mode) {
    case 0:
      mode = in == 1;
      break;
    default:
      mode = 2;
  }
  if (mode > 1 && mode < 1) seen = 9;
  if (in && FULL) seen = 0;
  while (seen > 1) --seen;
}
