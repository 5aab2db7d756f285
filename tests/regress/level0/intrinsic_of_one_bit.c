// SPDX-License-Identifier: Apache-2.0
// WHY:    the optimiser narrows `abs` of a Boolean to one bit, which the formula had as a truth value: exit code 70.
// RUN:    generate --cover branch --engine classes
// RUN:    generate --cover branch --engine symbolic
// RUN:    generate --cover branch --engine explicit
// EXIT:   0
// JSON:   goals[id=intrinsic_of_one_bit.c:16:9:true].status == covered
// JSON:   goals[id=intrinsic_of_one_bit.c:16:9:false].status == unreachable
#include <stdlib.h>

unsigned shown;

int main(void) {
  while (1) {
    int on = __VERIFIER_nondet_bool();
    if (((shown = (unsigned)abs(on - 1) % 4u) ^ (unsigned)on) == 1) shown = 0;
  }
}
