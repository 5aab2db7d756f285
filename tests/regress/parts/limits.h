/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMITS_H
#define LIMITS_H
#define BOTH(a, b) ((a) && (b))

static inline int is_low(int value) {
  return value < 3 ? 1 : 0;
}
#endif
