// SPDX-License-Identifier: Apache-2.0
// WHY:    for (;;) is cut like while (1), with loops inside a step and inputs chosen in the initialisation.
// RUN:    generate
// EXPECT: goals 1  covered 1  tests 1
// JSON:   goals[id=reach_error].depth == 1
// RUN:    check --json
// JSON:   summary.inputs[0].name == x
// JSON:   summary.initial[0].name == start
// JSON:   summary.initial[0].type == int8
extern char __VERIFIER_nondet_char(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

void main() {
  signed char start = __VERIFIER_nondet_char();
  int level = start;
  for (;;) {
    _Bool x = __VERIFIER_nondet_bool();
    for (int i = 0; i < 3; ++i) {
      for (int k = 0; k <= i; ++k) level += x ? 1 : -1;
    }
    if (level == 130) reach_error();
    if (level > 120 || level < -120) level = 0;
  }
}
