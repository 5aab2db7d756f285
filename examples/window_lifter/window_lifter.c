/* SPDX-License-Identifier: Apache-2.0 */
/** \file
 * A power window: two switches, tap for automatic, end stops, and giving way
 * to an obstacle.
 */
#include "window_lifter.h"

void lifter_init(lifter* l) {
  l->motor = STOP;
  l->automatic = 0;
  l->held = 0;
  l->reverse = 0;
  l->position = LIFTER_TOP;
}

/* The driver's switch counts first. */
static lifter_switch wish(const lifter_input* in) {
#ifdef SEEDED_BUG
  return in->passenger != NEUTRAL ? in->passenger : in->driver;
#else
  return in->driver != NEUTRAL ? in->driver : in->passenger;
#endif
}

static void stop(lifter* l) {
  l->motor = STOP;
  l->automatic = 0;
  l->held = 0;
}

static void follow(lifter* l, lifter_switch s) {
  const lifter_motor asked = s == UP ? RAISE : s == DOWN ? LOWER : STOP;
  if (asked == STOP) {
    if (l->automatic) return;
    if (l->motor != STOP && l->held < LIFTER_TAP) {
      l->automatic = 1;
    } else {
      stop(l);
    }
    return;
  }
  if (l->automatic || asked != l->motor) {
    stop(l);
    l->motor = asked;
  }
  if (l->held < LIFTER_TAP) ++l->held;
}

static void move(lifter* l) {
  if (l->motor == RAISE) {
    if (l->position < LIFTER_TOP) ++l->position;
    if (l->position == LIFTER_TOP) stop(l);
  } else if (l->motor == LOWER) {
    if (l->position > 0) --l->position;
    if (l->position == 0) stop(l);
  }
}

void lifter_step(lifter* l, const lifter_input* in) {
  if (l->motor == RAISE && in->obstacle) {
    stop(l);
    l->reverse = LIFTER_REVERSE;
  }
  if (l->reverse > 0) {
    --l->reverse;
    l->motor = LOWER;
    move(l);
    if (l->reverse == 0 || l->position == 0) {
      l->reverse = 0;
      stop(l);
    }
    return;
  }
  follow(l, wish(in));
  move(l);
}
