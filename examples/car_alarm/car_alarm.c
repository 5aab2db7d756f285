/* SPDX-License-Identifier: Apache-2.0 */
/** \file
 * A car alarm with its true timers. One step is 100 ms, as on the control
 * unit: 20 s until armed, 30 s of siren, 270 s of flashing lights.
 */
#include <stdbool.h>
#include <stdint.h>

#define TICKS(seconds) ((seconds) * 10)

enum alarm_state { DISARMED, LOCKING, ARMED, SIREN, FLASH, SILENT };

/* Inputs. */
bool doors_closed;
bool locked;
bool window_broken;

/* Outputs. */
bool siren;
bool lights;
bool armed_lamp;

static enum alarm_state state;
static uint16_t ticks;

static void enter(enum alarm_state next, uint16_t duration) {
  state = next;
  ticks = duration;
}

static bool time_is_up(void) {
  if (ticks == 0) return true;
  --ticks;
  return ticks == 0;
}

static bool intrusion(void) {
  return !doors_closed || window_broken;
}

void alarm_init(void) {
  enter(DISARMED, 0);
  siren = false;
  lights = false;
  armed_lamp = false;
}

void alarm_step(void) {
  if (!locked) {
    enter(DISARMED, 0);
  } else {
    switch (state) {
      case DISARMED:
        if (doors_closed) enter(LOCKING, TICKS(20));
        break;
      case LOCKING:
        if (!doors_closed) {
          enter(DISARMED, 0);
        } else if (time_is_up()) {
          enter(ARMED, 0);
        }
        break;
      case ARMED:
        if (intrusion()) enter(SIREN, TICKS(30));
        break;
      case SIREN:
        if (time_is_up()) enter(FLASH, TICKS(270));
        break;
      case FLASH:
#ifdef SEEDED_BUG
        if (time_is_up()) enter(ARMED, 0);
#else
        if (time_is_up()) enter(SILENT, 0);
#endif
        break;
      case SILENT:
        if (!intrusion()) enter(ARMED, 0);
        break;
      default: /* never */
        enter(DISARMED, 0);
        break;
    }
  }
  siren = state == SIREN;
  lights = state == SIREN || state == FLASH;
  armed_lamp = state == ARMED;
  if (siren && !locked) siren = false; /* belt and braces: never true */
}
