// SPDX-License-Identifier: Apache-2.0
// WHY:    an input that is read twice in one step would need two values: it is reported, and nothing is claimed about what follows.
// RUN:    generate
// EXPECT: goals 2  covered 1  unreachable 0  undecided 1
// JSON:   findings[code=unsupported].message contains read twice in one step
// JSON:   findings[code=unsupported].where.line == 21
// JSON:   goals[id=early_error].status == covered
// JSON:   goals[id=late_error].status == undecided
// EXIT:   1
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
    if (rounds < 1) ++rounds;
  }
}
