// SPDX-License-Identifier: Apache-2.0
// WHY:    a call that is made several times in one step is a sequence of inputs; beyond the fourth nothing is claimed about what follows.
// RUN:    generate
// EXPECT: goals 3  covered 2  unreachable 0  undecided 1
// JSON:   findings[code=unsupported].message contains read more than 4 times
// JSON:   goals[id=early_error].status == covered
// JSON:   goals[id=late_error].status == covered
// JSON:   goals[id=latest_error].status == undecided
// EXIT:   1
// RUN:    generate --engine symbolic
// EXPECT: goals 3  covered 2  unreachable 0  undecided 1
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
    if (n == 4) { late_error: abort(); }
    if (n == 5) { latest_error: abort(); }
    if (rounds < 5) ++rounds;
  }
}
