// SPDX-License-Identifier: Apache-2.0
// WHY:    an input that is read twice in one step would need two values: it is reported, and nothing is claimed about what follows.
// RUN:    generate
// EXPECT: goals 2  covered 1  unreachable 0  undecided 1
// JSON:   findings[code=unsupported].message contains read twice in one step
// JSON:   findings[code=unsupported].where.line == 14
// JSON:   goals[id=early_error].status == covered
// JSON:   goals[id=late_error].status == undecided
// EXIT:   1
extern _Bool __VERIFIER_nondet_bool(void);
extern void abort(void);

static int count(int more) {
  int one = __VERIFIER_nondet_bool();
  return more > 0 ? one + count(more - 1) : one;
}

int main(void) {
  int rounds = 0;
  while (1) {
    int n = count(rounds);
    if (rounds == 0 && n == 1) { early_error: abort(); }
    if (n == 2) { late_error: abort(); }
    if (rounds < 1) ++rounds;
  }
}
