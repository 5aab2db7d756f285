// WHY:    the state space is endless: once every goal is hit, exploring goes on
//         only as far as a shorter chain could reach.
// RUN:    generate
// EXPECT: goals 1  covered 1  tests 1  steps 3
// EXIT:   0
// JSON:   summary.bound.minimal == true
#include "catenary/c.h"
int speed;
static unsigned fast;
void step(void) {
  CATENARY_INPUT(speed);
  CATENARY_ASSUME(speed >= 0 && speed < 300);
  if (speed > 250) {
    fast++;
  } else {
    fast = 0;
  }
  CATENARY_GOAL("overspeed", fast == 3);
}
