// SPDX-License-Identifier: Apache-2.0
// WHY:    what verification tools declare by themselves need not be declared in the program.
// RUN:    generate
// EXPECT: goals 2  covered 2
// JSON:   goals[id=reach_error].depth == 2
// JSON:   findings[code=assertion-failed].where.line == 16
// EXIT:   1
int main(void) {
  int last = 0;
  while (1) {
    unsigned char c = __VERIFIER_nondet_uchar();
    _Bool stop = __VERIFIER_nondet_bool();
    __CPROVER_assume(c < 4);
    __VERIFIER_assume(c != 2);
    if (last == 3 && c == 1) reach_error();
    assert(!(last == 1 && stop));
    last = c;
  }
}
