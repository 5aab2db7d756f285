// SPDX-License-Identifier: Apache-2.0
// WHY:    the number of an address that is copied element by element, and then with its structure, must not be lost.
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
void step(void) {
  struct buffer b;
  uintptr_t w[4];
  unsigned char n = __VERIFIER_nondet_uchar();
  for (int k = 0; k < 4; k++) w[k] = (uintptr_t)&a[k];
  w[n >> 4 & 3] = (uintptr_t)a;
  for (int k = 0; k < 4; k++) b.v[k] = w[(n+k) & 3];
  b.v[n >> 6 & 3] = w[n & 3];
  g = b;
  if (g.v[0] >> 5 & 1) {
error_bit:;
  } else {
error_nobit:;
  }
}
