/* SPDX-License-Identifier: Apache-2.0 */
/* A small cruise control: the button enables it; enabled and at speed it is on;
   the brake disengages it. */
enum mode { OFF, ON, DISENGAGED };
enum signal { BUTTON = 1, GAS, BRAKE };
static enum mode mode;
static int speed;
static _Bool enable;

static void cruise_init(void) {
  mode = OFF;
  speed = 0;
  enable = 0;
}

static void cruise_step(enum signal in) {
  if (in == BUTTON) {
    enable = !enable;
    mode = enable && speed > 0 ? ON : OFF;
  } else if (in == GAS) {
    speed = 1;
    if (enable) mode = ON;
  } else {
    speed = 0;
    if (mode == ON) mode = DISENGAGED;
  }
}
