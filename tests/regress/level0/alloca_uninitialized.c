// SPDX-License-Identifier: Apache-2.0
// WHY:    memory of alloca() begins as zeros, whatever it is called, also for the challenge.
// RUN:    generate --challenge 2s
// EXPECT: goals 1  covered 0  unreachable 1
#include <catenary/c.h>
unsigned char in;
int out;
static int fill(int k) {
  volatile int junk[64];
  int s = 0;
  for (int i = 0; i < 64; i++) junk[i] = 0x01010101 * (k + i);
  for (int i = 0; i < 64; i++) s += junk[i];
  return s;
}
static int use(int k) {
  int *p = __builtin_alloca_uninitialized(64);
  if (k > 100) p[3] = 1;
  return p[k & 7];
}
void step(void) {
  out = fill(in) & 1;
  CATENARY_GOAL("g", in < 100 && use(in) != 0);
}
