// SPDX-License-Identifier: Apache-2.0
// WHY:    the number of an address in a structure that is passed by value and then copied must not be lost.
// RUN:    generate
// RUN:    generate --engine explicit
// RUN:    generate --engine symbolic
// EXIT:   1
// JSON:   goals[id=error_bit].status == undecided
#include <stdint.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
struct buffer { uintptr_t v[4]; };
static struct buffer g;
static int a[4];
static int put(struct buffer b, int d) { if (d > 0) { return put(b, d - 1) + 1; }  g = b; return 0; }
static volatile int out;
void step(void) {
  struct buffer b;
  for (int k = 0; k < 4; k++) b.v[k] = (uintptr_t)&a[k];
  b.v[__VERIFIER_nondet_uchar() & 3] = (uintptr_t)a;
  out = put(b, 2);
  if (g.v[0] >> 5 & 1) {
error_bit:;
  }
}
