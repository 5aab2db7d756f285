// SPDX-License-Identifier: Apache-2.0
// A step that ends the program on some inputs, with an output written before.
#include <stdlib.h>
enum mode { IDLE, BUSY, GONE };
unsigned char in;
int out;
enum mode mode;
static void finish(int code) {
  out = 90 + code;
  mode = GONE;
  exit(code);
}
static int started;
void step(void) {
  if (!started) {
    // A run that ends in its first step shows nothing of itself.
    started = 1;
    return;
  }
  out = in > 3;
  mode = in > 5 ? BUSY : IDLE;
  if (in == 7) finish(0);
  if (in == 8) {
    out = 50;
    abort();
  }
  if (in == 9) exit(1);
}
