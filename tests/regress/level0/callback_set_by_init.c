// SPDX-License-Identifier: Apache-2.0
// WHY:    what a step reaches left out functions whose address the initialisation had stored: their goals were missing, and inputs read in them kept one value for the whole run, so that goals were "unreachable (proved)" that two values hit.
// RUN:    generate --cover branch
// RUN:    generate --cover branch --engine symbolic
// RUN:    generate --cover branch --engine explicit
// EXIT:   0
// JSON:   summary.goals == 10
// JSON:   summary.covered == 10
extern int __VERIFIER_nondet_int(void);

int n, m;
static int (*read)(void);

static int on_read(void) {
  int x = __VERIFIER_nondet_int();
  return x > 100 ? 100 : x;
}

int main(void) {
  read = on_read;
  while (1) {
    if (read() > 3) {
      if (n == 0) n = 1;
    } else {
      if (n == 1) n = 2;
    }
    if (n == 2) n = 3;
  }
}
