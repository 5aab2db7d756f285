// SPDX-License-Identifier: Apache-2.0
// WHY:    a weak function that no source defines is null, as the linker makes it; it was refused with a hint at stubs.
// RUN:    generate --cover branch
// RUN:    generate --cover branch --engine symbolic
// EXIT:   0
// JSON:   summary.covered == 5
// JSON:   summary.unreachable == 1
// RUN:    generate --cover branch
// ERROR:  undefined-weak
extern unsigned char __VERIFIER_nondet_uchar(void);
int hook(void) __attribute__((weak));
int n;
int main(void) {
  while (1) {
    if (__VERIFIER_nondet_uchar() == 1) {
      n = hook ? hook() : 2;
    }
    if (n == 2) n = 3;
  }
}
