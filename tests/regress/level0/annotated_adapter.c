// WHY:    an adapter sets inputs before a step; it cannot set those that the
//         code reads itself, and must not pretend to.
// RUN:    convert {file} --to adapter
// EXIT:   2
// ERROR:  annotated_adapter\.c:10:\d+: error: an adapter cannot set 'speed'.*\[input-in-code\]
#include "catenary/c.h"
int speed;
static unsigned fast;
void step(void) {
  CATENARY_INPUT(speed);
  fast = speed > 250 ? 1 : 0;
  CATENARY_GOAL("overspeed", fast == 1);
}
