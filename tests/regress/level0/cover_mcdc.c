// SPDX-License-Identifier: Apache-2.0
// WHY:    a condition decides by two evaluations, here in different steps; where one of each pair is impossible that is a proof.
// RUN:    generate --cover mcdc
// RUN:    generate --cover mcdc --engine symbolic
// RUN:    generate --cover mcdc --jobs 2
// RUN:    generate --cover mcdc --method single
// EXPECT: goals 7  covered 6  unreachable 1
// JSON:   goals[id=mcdc@cover_mcdc.c:21:7].status == covered
// JSON:   goals[id=mcdc@cover_mcdc.c:21:19].status == covered
// JSON:   goals[id=mcdc@cover_mcdc.c:21:32].status == covered
// JSON:   goals[id=mcdc@cover_mcdc.c:22:7].status == covered
// JSON:   goals[id=mcdc@cover_mcdc.c:22:19].status == unreachable
// JSON:   goals[id=mcdc@cover_mcdc.c:23:7].status == covered
// JSON:   goals[id=mcdc@cover_mcdc.c:23:21].status == covered
unsigned char key, code;
static unsigned char open, wrong;

void step(void) {
  int again;
  again = 0;
  if (key > 7 && (code == 3 || open)) again = 1;
  if (code > 5 && code > 4) ++again;
  if (wrong == 2 || key == 1) open = 1;
  wrong = again;
}
