// SPDX-License-Identifier: Apache-2.0
// WHY:    a pointer that runs over an array reaches every element: a store
//         through it writes any, and following it must come to an end.
// RUN:    generate --engine explicit
// EXIT:   1
// JSON:   goals[id=read].status == undecided
// JSON:   goals[id=written].status == undecided
// RUN:    generate
// EXPECT: goals 2  covered 2  tests 1  steps 2
void __catenary_goal(const char* id, _Bool condition);

int in;
static int a[4], b[4];

void step(void) {
  a[0] = in;
  int seen = 0;
  for (int *p = a, i = 0; i < 4; ++i, ++p) {
    if (*p == 1234567) seen = 1;
  }
  for (int *p = b, i = 0; i < 4; ++i, ++p) *p = in;
  __catenary_goal("read", seen);
  __catenary_goal("written", b[3] == 7654321);
}
