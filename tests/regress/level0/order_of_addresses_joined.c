// SPDX-License-Identifier: Apache-2.0
// WHY:    of two comparisons joined by & or |, each was the condition of the check of the other one, so neither stopped the run: "unreachable (proved)" by the layout of the test process.
// RUN:    generate
// RUN:    generate --engine explicit
// RUN:    generate --engine symbolic
// EXIT:   1
// JSON:   goals[id=error_and].status == undecided
// JSON:   goals[id=error_or].status == undecided
// JSON:   goals[id=error_neither].status == undecided
// JSON:   goals[id=error_flag].status == covered
extern unsigned char __VERIFIER_nondet_uchar(void);

static unsigned char a[8], b[8], d[8], e[8];

int main(void) {
  while (1) {
    unsigned char c = __VERIFIER_nondet_uchar();
    unsigned char *p = a + (c & 3), *q = b + (c >> 2 & 3);
    unsigned char *x = d + (c & 3), *y = e + (c >> 2 & 3);
    if (c >> 4 == 1 && ((p > q) & (x > y))) goto error_and;
    if (c >> 4 == 2 && ((p > q) | (x > y))) goto error_or;
    if (c >> 4 == 3 && ((p > q) & (x > y)) == 0) goto error_neither;
    if (c == 64) goto error_flag;
  }
error_and:
  a[0]++;
error_or:
  a[0]++;
error_neither:
  a[0]++;
error_flag:
  return a[0];
}
