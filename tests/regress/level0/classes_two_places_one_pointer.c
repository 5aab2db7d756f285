// SPDX-License-Identifier: Apache-2.0
// WHY:    a pointer to either of two fields of one variable may write both:
//         both then hold the input, and both are compared with constants.
// RUN:    generate
// EXPECT: goals 4  covered 4  tests 1  steps 4
// JSON:   goals[id=left].depth == 1
// JSON:   goals[id=right].depth == 1
// JSON:   goals[id=first].depth == 1
// JSON:   goals[id=second].depth == 1
void __catenary_goal(const char* id, _Bool condition);

int in;
_Bool to_left;
static struct {
  int a, b;
} by_call, by_choice;

static void put(int* place, int value) {
  *place = value;
}

void step(void) {
  put(&by_call.a, in);
  put(&by_call.b, in);
  int* place = &by_choice.b;
  if (to_left) place = &by_choice.a;
  *place = in;
  __catenary_goal("first", by_call.a == 5555);
  __catenary_goal("second", by_call.b == 666666);
  __catenary_goal("left", by_choice.a == 77777);
  __catenary_goal("right", by_choice.b == 888888);
}
