// SPDX-License-Identifier: Apache-2.0
// WHY:    a whole program is run with its name as the only argument, which proofs say; before, argc was 0.
// RUN:    generate
// JSON:   goals[id=error_one].depth == 1
// JSON:   goals[id=error_many].reason contains assuming that 'argc' keeps its initial value
// JSON:   findings[0].message contains is run without arguments
int __VERIFIER_nondet_int(void);
int main(int argc, char **argv) {
  while (1) {
    int in = __VERIFIER_nondet_int();
    if (argc == 1 && in == 3) goto error_one;
    if (argc > 1 && in == 4) goto error_many;
  }
error_one:
  return 1;
error_many:
  return 2;
}
