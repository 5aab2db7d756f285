// SPDX-License-Identifier: Apache-2.0
// WHY:    where no longer run reaches anything new, what induction left open for want of a faithful loop is proved too.
// RUN:    generate --engine symbolic
// RUN:    generate --engine explicit
// JSON:   summary.unreachable == 2
// JSON:   summary.not_within_bound == 0
// EXIT:   0
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_error(int);
unsigned a = 1, z = 0;

int main(void) {
  while (1) {
    unsigned char x = __VERIFIER_nondet_uchar();
    a = a * 1103515245u + 12345u;
    if (a == 267834847u) return 0;
    if ((a >> 8) == 0x123456) {
      unsigned t = x;
      while (t != 77) t = t * 5 + 1 + (t >> 3);
    }
    if (z == 5) __VERIFIER_error(1);
    if (a == 951 && x == 9) __VERIFIER_error(2);
  }
}
