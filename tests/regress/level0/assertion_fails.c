// SPDX-License-Identifier: Apache-2.0
// WHY:    an assertion that fails is a finding with the shortest run; one that cannot is proved.
// RUN:    generate
// EXPECT: goals 2  covered 1  unreachable 1
// JSON:   goals[id=assert@assertion_fails.c:22].depth == 3
// JSON:   goals[id=assert@assertion_fails.c:21].status == unreachable
// JSON:   findings[code=assertion-failed].message contains total != 3
// JSON:   findings[code=assertion-failed].where.line == 22
// JSON:   len(findings) == 1
// EXIT:   1
#include <assert.h>
#include <stdbool.h>

bool add;
int total;

void init(void) { total = 0; }

void step(void) {
  if (add) ++total; else total = 0;
  assert(total >= 0);
  assert(total != 3);
}
