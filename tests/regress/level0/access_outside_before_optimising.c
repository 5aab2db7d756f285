// SPDX-License-Identifier: Apache-2.0
// WHY:    LLVM computes accesses once it knows their place, after functions were inlined and loops unrolled, and takes any value where they leave the object: one way of a branch on it was covered, or both were "unreachable (proved)". In main, where the objects come into question for one pointer, the neighbour of an object was read.
// RUN:    generate
// RUN:    generate --engine explicit
// RUN:    generate --engine symbolic
// EXIT:   1
// JSON:   goals[id=error_local].status == unreachable
// JSON:   goals[id=error_no_local].status == unreachable
// JSON:   goals[id=error_written].status == unreachable
// JSON:   goals[id=error_unrolled].status == unreachable
// JSON:   goals[id=error_no_unrolled].status == unreachable
// JSON:   goals[id=error_copy].status == unreachable
// JSON:   goals[id=error_cast].status == unreachable
// JSON:   goals[id=error_no_cast].status == unreachable
// JSON:   goals[id=error_in_main].status == unreachable
// JSON:   goals[id=error_not_in_main].status == unreachable
// JSON:   goals[id=error_inside].status == covered
#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

static unsigned char w[2];

static int sum(const unsigned char *p, int n) {
  int r = 0;
  for (int i = 0; i <= n; i++) r += *p++;
  return r;
}
static int get(const unsigned char *p, int i) { return p[i]; }
static void put(unsigned char *p, int i, int value) { p[i] = value; }

static int step(unsigned char c) {
  unsigned char t[4] = {1, 2, 3, c}, u[4];
  w[0] = c & 1;
  w[1] = c & 2;
  if (c == 1) return get(t, 5) == 9 ? 1 : 2;
  if (c == 2) {
    put(t, 5, c);
    if (t[1] == 2) return 3;
  }
  if (c == 3) return sum(w, 2) == 2 ? 4 : 5;
  if (c == 4) {
    memcpy(u, t, 8);
    if (u[0] == 1) return 6;
  }
  if (c == 5) {
    unsigned x = 7;
    unsigned char *q = (unsigned char *)&x;
    return get(q, 4) == 1 ? 7 : 8;
  }
  if (c == 6 && sum(t, 3) == 12 && sum(w, 1) == 2) return 9;
  return 0;
}

int main(void) {
  while (1) {
    unsigned char c = __VERIFIER_nondet_uchar();
    unsigned char t[4] = {1, 2, 3, c};
    int z = c;
    if (c == 9) { if (get(t, 5) == 9) goto error_in_main; else goto error_not_in_main; }
    if (c == 10 && get((unsigned char *)&z, 3) == 1) w[0] = 1;
    switch (step(c)) {
      case 1: goto error_local;
      case 2: goto error_no_local;
      case 3: goto error_written;
      case 4: goto error_unrolled;
      case 5: goto error_no_unrolled;
      case 6: goto error_copy;
      case 7: goto error_cast;
      case 8: goto error_no_cast;
      case 9: goto error_inside;
    }
  }
error_local:
error_no_local:
error_written:
error_unrolled:
error_no_unrolled:
error_copy:
error_cast:
error_no_cast:
error_in_main:
error_not_in_main:
error_inside:
  return w[0];
}
