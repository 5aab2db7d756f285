// SPDX-License-Identifier: Apache-2.0
// WHY:    main()'s loop is the step: its locals are the state, what comes before is the initialisation, a return ends the run.
// RUN:    generate
// EXPECT: goals 2  covered 1  unreachable 1  tests 1  steps 3
// JSON:   goals[id=ERROR].depth == 3
// JSON:   goals[id=never_error].status == unreachable
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void abort(void);

int main(void) {
  int sum = 10;
  int i;
  for (i = 0; i < 5; ++i) sum -= 2;
  while (1) {
    unsigned char add = __VERIFIER_nondet_uchar();
    if (add > 2) return 1;
    sum += add;
    if (sum == 5) {
    ERROR:
      abort();
    }
    if (sum < 0) {
    never_error:
      abort();
    }
    if (sum > 5) return 0;
  }
}
