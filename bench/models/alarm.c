/* SPDX-License-Identifier: Apache-2.0 */
/* Alarm of a car: armed some time after locking, loud and then only flashing
 * when its sensor sees somebody. A lamp remembers that until it is unlocked. */
#include <stdbool.h>

#define ARMED_AFTER 4 /* steps; in a car 400 of 50 ms */
#define LOUD_FOR 6    /* 600 */
#define FLASHES_FOR 10 /* 5400 */

typedef enum { START, UNLOCKED, ARMING, ARMED, LOUD, FLASHING } Mode;

/* Read at every step. */
bool locked, sensor;

struct {
  Mode mode;
  bool lamp;
  int time; /* steps in ARMING, LOUD and FLASHING */
} alarm_;

static Mode next_mode(void) {
  if (!locked) return UNLOCKED;
  switch (alarm_.mode) {
    case ARMING:
      return alarm_.time < ARMED_AFTER ? ARMING : ARMED;
    case ARMED:
      return sensor ? LOUD : ARMED;
    case LOUD:
      return alarm_.time < LOUD_FOR ? LOUD : FLASHING;
    case FLASHING:
      if (sensor) return LOUD;
      return alarm_.time < FLASHES_FOR ? FLASHING : ARMED;
    default:
      return ARMING;
  }
}

void alarm_step(void) {
  const Mode before = alarm_.mode;
  alarm_.mode = next_mode();
  if (alarm_.mode != before) {
    alarm_.time = 0;
  } else if (alarm_.mode != ARMED && alarm_.mode != UNLOCKED) {
    alarm_.time++;
  }
  if (alarm_.mode == UNLOCKED) alarm_.lamp = false;
  if (alarm_.mode == LOUD) alarm_.lamp = true;
}
