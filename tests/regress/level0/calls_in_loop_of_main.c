// SPDX-License-Identifier: Apache-2.0
// WHY:    calls in the loop of main(), and in functions that Clang inlined there, were no goals: "all covered" left them out.
// RUN:    generate --cover call
// EXIT:   0
// JSON:   goals[id=call@calls_in_loop_of_main.c:13:62].status == covered
// JSON:   goals[id=call@calls_in_loop_of_main.c:19:12].status == covered
// JSON:   summary.goals == 3
extern unsigned char __VERIFIER_nondet_uchar(void);

int n;

static void set(int a) { n = a; }
static inline __attribute__((always_inline)) void in(void) { set(1); }

int main(void) {
  while (1) {
    int x = __VERIFIER_nondet_uchar();
    in();
    if (x) set(x);
    if (x > 255) in();  // the same call
  }
}
