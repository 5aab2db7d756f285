/* SPDX-License-Identifier: Apache-2.0 */
#ifndef BRANCHES_LIMITS_H
#define BRANCHES_LIMITS_H

#define LIMIT 3
#define BETWEEN(x, lo, hi) ((x) >= (lo) && (x) <= (hi))
#define CLAMP(x, hi) ((x) > (hi) ? (hi) : (x))
#define ALWAYS 1
#define DEBUG 0

static inline int at_limit(int value) {
  return value == LIMIT ? 1 : 0;
}

#endif
