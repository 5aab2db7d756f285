// SPDX-License-Identifier: Apache-2.0
// WHY:    statements count one by one, on one line as well, a macro's as one; what the compiler leaves out, or what is behind a return, never runs.
// RUN:    generate --cover statement
// RUN:    generate --cover statement --engine symbolic
// EXIT:   1
// EXPECT: goals 13  covered 11  unreachable 2
// JSON:   goals[id=statement@cover_statements.c:25:3].status == covered
// JSON:   goals[id=statement@cover_statements.c:25:15].status == covered
// JSON:   goals[id=statement@cover_statements.c:26:3].status == covered
// JSON:   goals[id=statement@cover_statements.c:28:5].status == unreachable
// JSON:   goals[id=statement@cover_statements.c:31:17].status == covered
// JSON:   goals[id=statement@cover_statements.c:34:3].status == unreachable
//
#define TWICE(x) do { x; x; } while (0)
unsigned char in;
static unsigned char last, count;
static int id(int x) {
  return x;
}

void step(void) {
  int twice;
  twice = 2 * in;

  if (in > 2) ++count;
  TWICE(++count);
  if (0) {
    last = 7; }
  else last = id(twice);
  if (in == 3) return;
  if (in > 250) last = 1 / (in - in);
  else return;

  count = 1;
}
