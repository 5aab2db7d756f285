// SPDX-License-Identifier: Apache-2.0
// WHY:    the check of Clang for a null pointer counted as an exit of the loop, and an input read through a pointer as none: "main() has no infinite loop".
// RUN:    generate
// RUN:    generate --engine symbolic
// EXIT:   0
// EXPECT: goals 12  covered 11  unreachable 1
extern int __VERIFIER_nondet_int(void);
int n;
struct dev { int (*read)(void); int (*next)(int); } devs[2];
static int r0(void) { return __VERIFIER_nondet_int(); }
static int r1(void) { return __VERIFIER_nondet_int() & 1; }
static int up(int a) { if (a > 2) return 0; return a + 1; }
static int down(int a) { if (a < 1) return 2; return a - 1; }
static void swap(void) { struct dev t = devs[0]; devs[0] = devs[1]; devs[1] = t; }
int main(void) {
  devs[0].read = r0; devs[0].next = up; devs[1].read = r1; devs[1].next = down;
  int first = 1;
  while (1) {
    int v = devs[0].read();
    n = devs[0].next(n);
    if (v == 7 && first == 1) swap();
    if (n == 2 && v == 0) n = 5;
  }
}
