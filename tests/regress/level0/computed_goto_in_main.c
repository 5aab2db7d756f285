// SPDX-License-Identifier: Apache-2.0
// WHY:    a table of labels is of the main() that was written, not of the parts
//         it is cut into.
// RUN:    generate
// EXIT:   2
// ERROR:  computed_goto_in_main.c:12:5: error: computed goto in main\(\) is not
int main(void) {
  int state = 0;
  for (;;) {
    void* labels[] = {&&first, &&second};
    int in = __VERIFIER_nondet_int();
    goto *labels[state];
  first:
    if (in == 1) state = 1;
    continue;
  second:
    if (in == 2) reach_error();
  }
}
