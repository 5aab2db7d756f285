// SPDX-License-Identifier: Apache-2.0
// WHY:    a local variable that is read before it is set begins as 0 here and with anything in C, so what is proved says that it rests on that.
// RUN:    generate
// EXPECT: goals 1  covered 0  unreachable 1
// JSON:   goals[id=ERROR].reason contains assuming that 'tmp' begins as 0
// JSON:   findings[code=unset-read].where.line == 13
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int tmp;
  while (1) {
    int x = __VERIFIER_nondet_int();
    if (x > 3 && tmp == 5) goto ERROR;
  }
ERROR:
  return 1;
}
