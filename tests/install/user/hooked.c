/* SPDX-License-Identifier: Apache-2.0 */
/** \file
 * An annotated program in an ordinary executable.
 */
#include <catenary/c.h>

int main(void) {
  for (int i = 0; i < 5; ++i) {
    CATENARY_INPUT(i);
    CATENARY_ASSUME(i >= 0);
    CATENARY_GOAL("three", i == 3);
    CATENARY_GOAL("nine", i == 9);
  }
  return 0;
}
