// SPDX-License-Identifier: Apache-2.0
// WHY:    clang derives the false outcome of a condition by subtraction; in a
//         step that crashes, ends or is discarded first, it did not happen.
// RUN:    generate --cover branch
// EXIT:   1
// JSON:   goals[id=branch_in_stopped_step.c:46:7:true].status == covered
// JSON:   goals[id=branch_in_stopped_step.c:46:7:false].status == covered
// JSON:   goals[id=branch_in_stopped_step.c:47:7:true].status == unreachable
// JSON:   goals[id=branch_in_stopped_step.c:47:7:false].status == unreachable
// JSON:   goals[id=branch_in_stopped_step.c:48:7:true].status == unreachable
// JSON:   goals[id=branch_in_stopped_step.c:48:7:false].status == unreachable
// JSON:   goals[id=branch_in_stopped_step.c:49:7:true].status == unreachable
// JSON:   goals[id=branch_in_stopped_step.c:49:7:false].status == unreachable
// JSON:   goals[id=branch_in_stopped_step.c:50:19:true].status == unreachable
// JSON:   goals[id=branch_in_stopped_step.c:50:19:false].status == unreachable
// JSON:   goals[id=branch_in_stopped_step.c:51:10:true].status == unreachable
// JSON:   goals[id=branch_in_stopped_step.c:51:10:false].status == unreachable
// JSON:   goals[id=branch_in_stopped_step.c:52:10:true].status == unreachable
// JSON:   goals[id=branch_in_stopped_step.c:52:10:false].status == unreachable
// JSON:   goals[id=branch_in_stopped_step.c:53:11:true].status == unreachable
// JSON:   goals[id=branch_in_stopped_step.c:54:5:true].status == unreachable
// JSON:   goals[id=branch_in_stopped_step.c:54:5:false].status == unreachable
#include <stdlib.h>

unsigned char in;
_Bool crash, leave;
static int done, count;

static void end(void) {
  if (crash) done = 1 / count;
  if (leave) exit(0);
  __builtin_abort();
}

static void never(void) {
  count = 1;
}

static int id(int x) {
  end();
  return x;
}

void step(void) {
  // Every step ends in the call of id(): its result is never looked at.
  if (in != 5) ++done;
  if (id(in)) ++done;
  if (done) never();
  if (in > 3 && done) ++done;
  for (int i = 0; i < in; ++i) ++done;
  done = (done == 7) ? 1 : 2;
  while (done < in) ++done;
  switch (in) {
    case 7:
      ++done;
  }
}
