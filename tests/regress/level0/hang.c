// SPDX-License-Identifier: Apache-2.0
// WHY:    a step that never returns is a finding; the rest of the program is explored nevertheless.
// RUN:    generate --cover branch --step-timeout 200ms
// JSON:   findings[code=defect-hung].message contains after 2 steps
// JSON:   goals[id=hang.c:19:7:true].status == covered
// JSON:   goals[id=hang.c:19:7:false].status == covered
// EXIT:   1
#include <stdbool.h>

bool wait_for_it;
int state;
static volatile int ready;

void init(void) { state = 0; }

void step(void) {
  if (wait_for_it && state == 1)
    while (!ready) {}
  if (wait_for_it) state = 1;
}
