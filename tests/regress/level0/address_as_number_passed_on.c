// SPDX-License-Identifier: Apache-2.0
// WHY:    the number of an address was lost on its way through a call by pointer, a structure that is returned and a computation with overflow: "unreachable (proved)" by the layout of the test process.
// RUN:    generate
// RUN:    generate --engine explicit
// RUN:    generate --engine symbolic
// EXIT:   1
// JSON:   goals[id=error_call].status == undecided
// JSON:   goals[id=error_structure].status == undecided
// JSON:   goals[id=error_overflow].status == undecided
// JSON:   goals[id=error_member].status == covered
#include <stdint.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

static unsigned a[4], b[4], mode;

static unsigned fourth(const void *p) { return ((uintptr_t)p >> 4) & 1; }
static unsigned fifth(const void *p) { return ((uintptr_t)p >> 5) & 1; }
static unsigned (*bit)(const void *) = fourth;

struct pair {
  uintptr_t address, count;
};
static struct pair find(unsigned n) {
  if (n == 0) return (struct pair){(uintptr_t)a, 1};
  struct pair p = find(n - 1);
  p.address ^= (uintptr_t)b;
  p.count++;
  return p;
}

int main(void) {
  while (1) {
    unsigned char c = __VERIFIER_nondet_uchar();
    uintptr_t sum = 0;
    if (c == 1) bit = fifth;
    if (c == 2) bit = fourth;
    if (c == 3 && bit(a)) goto error_call;
    if (c >> 4 == 4 && (find(c & 2).address >> 5 & 1)) goto error_structure;
    if (c >> 4 == 5 && !__builtin_add_overflow((uintptr_t)a, (uintptr_t)(c & 7), &sum) && (sum >> 5 & 1)) goto error_overflow;
    // The other member is no address.
    if (c >> 4 == 6 && find(c & 3).count == 4) goto error_member;
    mode = mode < 3 ? mode + 1 : 0;
  }
error_call:
  a[0]++;
error_structure:
  a[0]++;
error_overflow:
  a[0]++;
error_member:
  return a[0];
}
