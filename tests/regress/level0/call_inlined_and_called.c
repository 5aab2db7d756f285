// SPDX-License-Identifier: Apache-2.0
// WHY:    a call within a function that was inlined in one place and called in another was two goals, and the call that was inlined none.
// RUN:    generate --cover call
// EXIT:   0
// JSON:   summary.goals == 5
// JSON:   goals[id=call@call_inlined_and_called.c:13:51].status == covered
unsigned char x;
int n;

static void set(int a) { n = a; }
static void in(void) { set(1); }
static void other(void) { in(); }
__attribute__((flatten)) static void flat(void) { in(); }

void step(void) {
  if (x > 3) {
    flat();
  } else {
    other();
  }
}
