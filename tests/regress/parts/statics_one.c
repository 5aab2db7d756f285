/* SPDX-License-Identifier: Apache-2.0 */
#include "limits.h"

int in, out;
int other(int value);

static int weight(int value) { return value == 1 ? 2 : 3; }

void step(void) {
  out = weight(in) + other(in) + is_low(in);
  out += BOTH(in > 1, in < 9);
  out += BOTH(in > 2, in < 8);
}
