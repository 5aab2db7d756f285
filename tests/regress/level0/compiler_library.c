// SPDX-License-Identifier: Apache-2.0
// WHY:    what Clang makes of C may call the compiler's own library: 128 bits, fused products, rounding.
// RUN:    generate --engine explicit
// RUN:    generate --engine symbolic
// EXPECT: goals 4  covered 4
// EXIT:   0
#include <catenary/c.h>
#include <math.h>

signed char a;
static double half;

void step(void) {
  CATENARY_INPUT(a);
  const __int128 wide = ((__int128)a << 70) / 7;
  half = a / 2.0;
  CATENARY_GOAL("divided", (int)(wide >> 64) == 9);
  CATENARY_GOAL("fused", fma(half, 2.0, 1.0) == 5.0);
  CATENARY_GOAL("to_even", __builtin_roundeven(half) == 2.0);
  CATENARY_GOAL("nearby", nearbyintf((float)half) == 4.0f);
}
