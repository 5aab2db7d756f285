// SPDX-License-Identifier: Apache-2.0
// WHY:    the value of a constant operand was guessed: `a && 0` was covered as true, and `a && (1 || b)` "unreachable (proved)" as true.
// RUN:    generate --cover decision
// RUN:    generate --cover decision --engine symbolic
// EXIT:   0
// JSON:   len(goals) == 12
// JSON:   goals[id=decision@decision_with_constants.c:23:7:true].status == unreachable
// JSON:   goals[id=decision@decision_with_constants.c:23:7:false].status == covered
// JSON:   goals[id=decision@decision_with_constants.c:24:7:true].status == covered
// JSON:   goals[id=decision@decision_with_constants.c:24:7:false].status == unreachable
// JSON:   goals[id=decision@decision_with_constants.c:25:7:true].status == covered
// JSON:   goals[id=decision@decision_with_constants.c:25:7:false].status == covered
// JSON:   goals[id=decision@decision_with_constants.c:26:7:false].status == covered
// JSON:   goals[id=decision@decision_with_constants.c:27:7:true].status == covered
// JSON:   goals[id=decision@decision_with_constants.c:28:7:true].status == unreachable
// RUN:    generate --cover decision
// ERROR:  decision-constant
#include <stdbool.h>
#define DEBUG 0
bool a, b; int n;

void step(void) {
  if (a && 0) n = 1;
  if (a || b || !0) n = 2;
  if (a && (1 || b)) n = 3;
  if (a || (0 && b)) n = 4;
  if (a && 1u) n = 5;
  if (a && DEBUG) n = 6;
  // Constants without code: no goals, since nothing counts them.
  if (0 && b) n = 7;
  if (a && sizeof(long) == 8) n = 8;
}
