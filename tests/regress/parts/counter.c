// SPDX-License-Identifier: Apache-2.0
// Counts up to four, then from zero again.
int in, x;

void step(void) {
  if (in) ++x;
  if (x > 4) x = 0;
}
