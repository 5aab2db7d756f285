// SPDX-License-Identifier: Apache-2.0
// WHY:    a step in which one input was read several times was unsupported; the loop that reads it is cut into steps as well.
// RUN:    generate
// EXPECT: goals 3  covered 2  unreachable 1  undecided 0
// JSON:   goals[id=early_error].depth == 2
// JSON:   goals[id=late_error].status == covered
// JSON:   goals[id=never_error].trust == proved
extern _Bool __VERIFIER_nondet_bool(void);
extern int __VERIFIER_nondet_int(void);
extern void abort(void);

int main(void) {
  int rounds = 0;
  while (1) {
    int n = 0;
    _Bool more = __VERIFIER_nondet_bool();
    if (rounds == 1 && !more) { early_error: abort(); }
    for (int i = 0; i <= rounds; ++i) {
      if (__VERIFIER_nondet_bool()) ++n;
    }
    if (n == 2) { late_error: abort(); }
    if (n == 3) { never_error: abort(); }
    if (rounds < 1) ++rounds;
  }
}
