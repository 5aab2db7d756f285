// SPDX-License-Identifier: Apache-2.0
// WHY:    common functions of <math.h> were refused: asin, log10, hypot, lround, tanf, ldexp and others.
// RUN:    generate
// RUN:    generate --engine explicit
// JSON:   goals[id=error_sum].status == covered
// JSON:   goals[id=error_log].status == covered
// JSON:   goals[id=error_none].status == unreachable
#include <math.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

void step(void) {
  unsigned char c = __VERIFIER_nondet_uchar();
  if (c > 9) return;
  if (lround(hypot(3.0 * c, 4.0 * c)) == 35 && ldexp(c, 1) == 14) {
error_sum:;
  }
  if (log10(c) == 0 && remainder(c, 2) == 1 && fdimf(c, 3) == 0) {
error_log:;
  }
  if (asin(c / 10.0) > 1.2 || tanhf(c) > 1.0F || cbrt(c) > 2.1 || atan2f(c, 1) > 1.5F) {
error_none:;
  }
}
