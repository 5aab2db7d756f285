// SPDX-License-Identifier: Apache-2.0
// Two round trips of nine steps from one place.
unsigned char way;
static unsigned char place;

void way_step(void) {
  if (place == 0) {
    place = way == 1 ? 1 : way == 2 ? 11 : 0;
  } else {
    place = place % 10 == 8 ? 0 : place + 1;
  }
}
