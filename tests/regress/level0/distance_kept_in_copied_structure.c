// SPDX-License-Identifier: Apache-2.0
// WHY:    a structure was copied from a local one with an element of unknown index, to which a distance of pointers was stored: every byte of it then counted as the number of an address, and no goal was decided.
// RUN:    generate
// RUN:    generate --engine explicit
// RUN:    generate --engine symbolic
// JSON:   goals[id=error_two].status == covered
// JSON:   goals[id=error_five].status == unreachable
extern unsigned char __VERIFIER_nondet_uchar(void);

struct buffer {
  short v[5];
  long long last;
};
static struct buffer g;
static short *current = &g.v[2];

void step(void) {
  struct buffer b = g;
  if (__VERIFIER_nondet_uchar() < 128) b.v[current - g.v] = (short)(current - g.v);
  g = b;
  if (g.v[0] == 5) {
error_five:;
  }
  if (g.v[2] == 2) {
error_two:;
  }
}
