// SPDX-License-Identifier: Apache-2.0
#include <stdbool.h>
bool on;
int temp;
struct { int level[2]; int mode; } in;
int limit = 5; /* a constant of the program: no warning */
volatile unsigned char ready;
void on_interrupt(void) { ready = 1; }
int timer;
bool heat;
void step(void) {
  if (timer < 20) ++timer;
  if (!on) timer = 0;
  in.mode = timer > 3;
  heat = timer > limit && temp < 600 && in.level[1] == 0 && !ready;
}
