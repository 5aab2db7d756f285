// SPDX-License-Identifier: Apache-2.0
// WHY:    the order of two objects, their distance and the place of one are up to the linker and the loader, so no branch on them is proved or covered; several were "unreachable (proved)" by the layout of the test process.
// RUN:    generate
// RUN:    generate --engine explicit
// RUN:    generate --engine symbolic
// EXIT:   1
// JSON:   goals[id=error_order].status == undecided
// JSON:   goals[id=error_local].status == undecided
// JSON:   goals[id=error_distance].status == undecided
// JSON:   goals[id=error_place].status == undecided
// JSON:   goals[id=error_guess].status == undecided
// JSON:   goals[id=error_end].status == undecided
// JSON:   goals[id=error_alignment].status == undecided
// JSON:   goals[id=error_memory].status == undecided
#include <stdint.h>
#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned long __VERIFIER_nondet_ulong(void);

static int g, h, s;
static int a[4], b[4];

int main(void) {
  while (1) {
    unsigned char c = __VERIFIER_nondet_uchar();
    unsigned long k = __VERIFIER_nondet_ulong();
    int local = c;
    int *q = c == 9 ? &g : &local;
    if (c == 1 && (uintptr_t)&g > (uintptr_t)&h + (k & 1)) goto error_order;
    if (c == 2 && (uintptr_t)q > (uintptr_t)&g) goto error_local;
    if (c == 3 && &b[k & 3] - &a[k >> 62] > 1000) goto error_distance;
    if (c == 4 && (uintptr_t)&a[k & 3] == 0x404048u) goto error_place;
    if (c == 5 && (uintptr_t)&g == k) goto error_guess;
    if (c == 6 && &a[k & 7] == &b[k >> 62]) goto error_end;
    if (c == 7 && ((uintptr_t)&g & 4) != 0) goto error_alignment;
    int *x = &g, *y = k & 1 ? &h : &s;
    if (c == 8 && memcmp(&x, &y, sizeof x) > 0) goto error_memory;
    g = *q & 1;
    h = g + 1;
    a[c & 3] = 1;
    b[c & 3] = 2;
    s = s < 3 ? s + 1 : 0;
  }
error_order:
  g = 1;
error_local:
  g++;
error_distance:
  g++;
error_place:
  g++;
error_guess:
  g++;
error_end:
  g++;
error_alignment:
  g++;
error_memory:
  return g;
}
