// SPDX-License-Identifier: Apache-2.0
// WHY:    calls in the loop of main(), and in functions that Clang inlined there, were no goals: "all covered" left them out.
// RUN:    generate --cover call
// EXIT:   0
// JSON:   goals[id=call@calls_in_loop_of_main.c:14:62].status == covered
// JSON:   goals[id=call@calls_in_loop_of_main.c:20:12].status == covered
// JSON:   goals[id=call@calls_in_loop_of_main.c:21:18].status == unreachable
// JSON:   summary.goals == 5
extern unsigned char __VERIFIER_nondet_uchar(void);

int n;

static void set(int a) { n = a; }
static inline __attribute__((always_inline)) void in(void) { set(1); }

int main(void) {
  while (1) {
    int x = __VERIFIER_nondet_uchar();
    in();
    if (x) set(x);
    if (x > 255) in();
  }
}
