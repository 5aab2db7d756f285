/* SPDX-License-Identifier: Apache-2.0 */
/* Leaves its initial value in the first step, for ever. */
int latch = 5;

void latch_step(int left) {
  static int first = 1;
  if (first) latch = left ? 1 : 2;
  first = 0;
}
