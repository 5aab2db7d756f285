/* SPDX-License-Identifier: Apache-2.0 */
/** \file
 * A cruise controller and, so that it has something to control, a coarse car:
 * one step is half a second, speed counts in units of 10 km/h.
 */

enum mode { OFF, STANDBY, ACTIVE };
enum lever { LEVER_NONE, LEVER_ON_OFF, LEVER_SET, LEVER_RESUME };
enum pedal { PEDAL_NONE, PEDAL_GAS, PEDAL_BRAKE };

enum { SLOWEST = 4, FASTEST = 13 };

/* Read at every step. */
enum lever lever;
enum pedal pedal;

/* What the controller knows. */
enum mode mode;
int speed;
int target; /* 0 = none stored */

void init(void) {
  mode = OFF;
  speed = 0;
  target = 0;
}

static void control(void) {
  if (lever == LEVER_ON_OFF) {
    mode = mode == OFF ? STANDBY : OFF;
    target = 0;
    return;
  }
  if (mode == OFF) return;
#ifdef SEEDED_BUG
  if (pedal == PEDAL_BRAKE && speed > target) {
#else
  if (pedal == PEDAL_BRAKE) {
#endif
    mode = STANDBY;
  } else if (lever == LEVER_SET && speed >= SLOWEST) {
    mode = ACTIVE;
    target = speed;
  } else if (lever == LEVER_RESUME && speed >= SLOWEST && target != 0) {
    mode = ACTIVE;
  }
}

static void drive(void) {
  if (pedal == PEDAL_BRAKE) {
    speed = speed > 2 ? speed - 2 : 0;
  } else if (pedal == PEDAL_GAS) {
    if (speed < FASTEST) ++speed;
  } else if (mode == ACTIVE) {
    if (speed < target) ++speed;
    if (speed > target) --speed;
  } else if (speed > 0) {
    --speed;
  }
}

void step(void) {
  control();
  drive();
}
