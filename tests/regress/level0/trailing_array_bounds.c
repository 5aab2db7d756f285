// SPDX-License-Identifier: Apache-2.0
// WHY:    an array that ends a structure has bounds like any other: beyond it
//         is a crash, not a hidden write to what comes next.
// RUN:    generate
// EXIT:   1
// JSON:   goals[id=after].status == unreachable
// JSON:   tests[0].kind == linear
void __catenary_goal(const char* id, _Bool condition);

_Bool in;
static struct {
  int n;
  int values[3];
} s;
static int at;

void step(void) {
  s.values[at] = 7;
  __catenary_goal("after", at == 3);
  if (in) ++at;
}
