// SPDX-License-Identifier: Apache-2.0
// WHY:    a float without a range may be any NaN: quiet or signalling, of either sign, with any payload; tests hold its bits.
// RUN:    generate
// RUN:    generate --engine symbolic
// RUN:    generate --engine classes
// RUN:    generate --method concolic
// JSON:   goals[id=signalling].status == covered
// JSON:   goals[id=negative].status == covered
// JSON:   goals[id=sign].status == covered
// JSON:   goals[id=payload].status == covered
// JSON:   goals[id=nan_and_number].status == unreachable
#include <catenary/c.h>
#include <string.h>
float x;
double wide;
int out;
void step(void) {
  unsigned u;
  unsigned long long w;
  memcpy(&u, &x, sizeof u);
  memcpy(&w, &wide, sizeof w);
  CATENARY_GOAL("signalling", u == 0x7fa00001u);
  CATENARY_GOAL("negative", u == 0xffc00000u);
  CATENARY_GOAL("sign", x != x && __builtin_signbit(x));
  CATENARY_GOAL("payload", wide != wide && (w & 0xffff) == 0xbeef);
  CATENARY_GOAL("nan_and_number", u == 0x7fa00001u && x < 1);
  out = x > 5;
}
