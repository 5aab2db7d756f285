// SPDX-License-Identifier: Apache-2.0
// WHY:    assert() of <assert.h> names its argument twice, once in a sizeof: its decision is one.
// RUN:    generate --cover mcdc,decision
// EXPECT: covered 7  unreachable 0
// JSON:   goals[id=mcdc@assertion_of_two_conditions.c:18:3].status == covered
// JSON:   goals[id=assert@assertion_of_two_conditions.c:18].status == covered
// EXIT:   1
#include <assert.h>
unsigned char in;
int out, ready;
void step(void) {
  out = in;
  if (!ready) {
    // A run that ends in its first step shows nothing of itself.
    ready = 1;
    return;
  }
  assert(in < 251 && in != 77);
}
