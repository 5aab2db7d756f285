// SPDX-License-Identifier: Apache-2.0
// WHY:    decisions in main() could not be shown by the same values of their other conditions: every register of the loop had become a variable.
// RUN:    generate --cover mcdc-unique
// RUN:    generate --cover mcdc-unique --engine explicit
// RUN:    generate --cover mcdc-unique --engine symbolic
// JSON:   summary.covered == 2
// JSON:   summary.goals == 2
extern unsigned char __VERIFIER_nondet_uchar(void);

static int level;

int main(int argc, char **argv) {
  int step = __VERIFIER_nondet_uchar() & 1 ? 1 : 2;
  (void)argc, (void)argv;
  while (1) {
    unsigned char a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar();
    int far = a > b ? a - b : b - a;
    if (far > 3 && level < 2) level += step;
    if (level > 2) level = 0;
  }
}
