// SPDX-License-Identifier: Apache-2.0
// WHY:    undefined behaviour is a goal of its own: each is a finding with a run, or proved impossible; signed overflow goes on with what wraps.
// RUN:    generate --cover ub
// RUN:    generate --cover ub --engine symbolic
// EXIT:   1
// JSON:   goals[id=ub@cover_ub.c:19:15:overflow].status == covered
// JSON:   goals[id=ub@cover_ub.c:20:24:division].status == covered
// JSON:   goals[id=ub@cover_ub.c:21:23:shift].status == covered
// JSON:   goals[id=ub@cover_ub.c:22:21:bounds].status == unreachable
// JSON:   findings[code=undefined-behaviour].severity == error
#include <limits.h>
unsigned char in;
static int sum = INT_MAX - 3;
static int out;
static int table[4];

void step(void) {
  // Four steps from the start.
  sum = (sum) + (in == 1);
  if (in == 2) out = 1 / (in - 2);
  if (in > 6) out = 1 << (in + 25);
  if (in < 4) out = table[in];
  if (sum < 0) sum = INT_MAX - 3;
}
