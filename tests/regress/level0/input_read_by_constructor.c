// SPDX-License-Identifier: Apache-2.0
// WHY:    constructors ran before inputs had their values, so that they read 0: "unreachable (proved)" of what any other value hits.
// RUN:    generate --cover branch
// RUN:    generate --cover branch --engine symbolic
// RUN:    generate --cover branch --engine explicit
// EXIT:   0
// JSON:   summary.covered == 2
extern unsigned char __VERIFIER_nondet_uchar(void);

int mode, n;

__attribute__((constructor)) static void boot(void) {
  mode = __VERIFIER_nondet_uchar() > 3;
}

int main(void) {
  while (1) {
    if (mode) n = __VERIFIER_nondet_uchar();
  }
}
