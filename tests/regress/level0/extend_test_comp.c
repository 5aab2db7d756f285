// SPDX-License-Identifier: Apache-2.0
// WHY:    tests of Test-Comp give values to calls in the order in which they are made; they are assessed and completed.
// RUN:    generate --cover branch --extend {dir}/../parts/test_comp
// EXPECT: goals 7  covered 7
// JSON:   goals[id=reach_error].status == covered
// JSON:   tests[0].length == 3
// JSON:   tests[1].length == 3
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int count = 0;
  while (1) {
    int order = __VERIFIER_nondet_int();
    if (order == 1) count += __VERIFIER_nondet_int();
    if (order == 2 && count == 1234) reach_error();
  }
}
