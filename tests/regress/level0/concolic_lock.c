// SPDX-License-Identifier: Apache-2.0
// WHY:    what chance does not find in a hundred thousand runs is found by
//         taking branches the other way, also where a value is used a step
//         after it was given; only the directed search proves.
// RUN:    generate --method concolic --strategy sc --set-length 4 --min-coverage 50
// EXIT:   0
// JSON:   method == concolic
// JSON:   goals[id=open].status == covered
// JSON:   goals[id=open].trust == replayed
// JSON:   goals[id=torn].status == undecided
// JSON:   goals[id=torn].reason contains does not prove unreachability
// JSON:   summary.unreachable == 0
// RUN:    generate --method concolic
// JSON:   goals[id=open].status == covered
// JSON:   goals[id=torn].status == unreachable
// JSON:   goals[id=torn].trust == proved
// EXIT:   0
// RUN:    generate --method concolic --strategy rt --timeout 2s --set-length 4
// EXIT:   4
// JSON:   goals[id=open].status == undecided
#include <catenary/c.h>

int key, twist;
static int mode, kept;

void step(void) {
  CATENARY_INPUT(key);
  CATENARY_INPUT(twist);
  CATENARY_GOAL("open", mode == 3 && key == twist);
  CATENARY_GOAL("torn", mode > 3);
  if (mode == 0 && key == 123456) {
    mode = 1;
  } else if (mode == 1) {
    kept = key;
    mode = 2;
  } else if (mode == 2) {
    mode = key > 5 && twist - kept == 777 ? 3 : 0;
  }
}
