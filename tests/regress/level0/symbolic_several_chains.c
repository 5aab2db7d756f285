// SPDX-License-Identifier: Apache-2.0
// WHY:    goals that end every run that hits them need a chain each: so many chains, of so many steps, are proved fewest.
// RUN:    generate --engine symbolic
// RUN:    generate --engine symbolic --reset-cost 5
// EXPECT: goals 3  covered 3  tests 3  steps 6
// JSON:   summary.bound.minimal == true
// EXIT:   0
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(int);
int n;

int main(void) {
  while (1) {
    int x = __VERIFIER_nondet_int();
    if (n == 2 && x * 7 == 49000007) __VERIFIER_error(3);
    if (n == 1 && x * 5 == 25000005) __VERIFIER_error(2);
    if (n == 0 && x * 3 == 9000003) __VERIFIER_error(1);
    n = x == 12345678 && n < 3 ? n + 1 : n;
  }
}
