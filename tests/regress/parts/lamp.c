/* SPDX-License-Identifier: Apache-2.0 */
/* A lamp with a push button; a heavy push while it shines breaks it. */
enum { OFF, ON, BROKEN };

int mode, pushes;

void lamp_init(void) {
  mode = OFF;
  pushes = 0;
}

void lamp_step(int push, int heavy) {
  if (mode == OFF && push) {
    mode = ON;
    if (pushes < 3) ++pushes;
  } else if (mode == ON && push) {
    mode = heavy ? BROKEN : OFF;
  }
}
