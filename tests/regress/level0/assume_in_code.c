// SPDX-License-Identifier: Apache-2.0
// WHY:    a false assumption discards what follows it, and nothing that came before.
// RUN:    generate
// EXPECT: goals 2  covered 1  unreachable 1
// JSON:   goals[id=error_1].status == unreachable
// JSON:   goals[id=error_2].depth == 1
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_error(int);

int main(void) {
  while (1) {
    int x = __VERIFIER_nondet_int();
    if (x == 7) __VERIFIER_error(2);
    __VERIFIER_assume(x >= 0 && x < 7);
    if (x > 7) __VERIFIER_error(1);
  }
}
