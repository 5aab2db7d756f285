/* SPDX-License-Identifier: Apache-2.0 */
#include "limits.h"

static int filter(int value) {
  if (at_limit(value)) return value - 1;
  return value - (value == 2 ? 1 : 0);
}

/* Nobody calls it. */
int unused(int value) {
  return value ? 1 : 2;
}
