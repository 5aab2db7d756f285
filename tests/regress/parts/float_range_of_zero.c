// SPDX-License-Identifier: Apache-2.0
#include <catenary/c.h>
float x;
int out;
void step(void) {
  CATENARY_GOAL("negative", x == 0 && 1 / x < 0);
  CATENARY_GOAL("positive", x == 0 && 1 / x > 0);
  CATENARY_GOAL("other", !(x == 0));
  out = x == 0;
}
