// SPDX-License-Identifier: Apache-2.0
// WHY:    operands of a comparison are equal and one apart on both sides, or that is proved impossible; floats are apart by one ulp.
// RUN:    generate --cover boundary --engine symbolic
// EXPECT: goals 12  covered 10  unreachable 2
// JSON:   goals[id=boundary@cover_boundary.c:15:10:above].status == covered
// JSON:   goals[id=boundary@cover_boundary.c:15:10:below].status == covered
// JSON:   goals[id=boundary@cover_boundary.c:16:16:above].status == unreachable
// JSON:   goals[id=boundary@cover_boundary.c:17:19:below].status == covered
// JSON:   goals[id=boundary@cover_boundary.c:18:15:below].status == unreachable
unsigned char in;
float temperature;
static unsigned char out;
void step(void) {
  out = 0;
  if (in > 3) out = 1;
  if ((in & 7) > 7) out = 9;
  if (temperature < 0.1f) out += 2;
  if (out % 2 == 0) out = 4;
}
