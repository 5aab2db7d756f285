/* SPDX-License-Identifier: Apache-2.0 */
/* Window of a car door: a key that is held moves it, one that is only touched
 * moves it to its end, and what is pinched is set free. */
#include <stdbool.h>

enum { OPEN = 10 }; /* gap of an open window; 0 = closed */

typedef enum {
  REST,
  UP_KEY, /* raised since one step: the key decides how it goes on */
  UP,
  AUTO_UP,
  DOWN_KEY,
  DOWN,
  AUTO_DOWN,
  BACK_OFF
} Mode;

/* Read at every step. */
bool driver_up, driver_down, passenger_up, passenger_down, pinch;

struct {
  Mode mode;
  int gap;
} window;

/* The driver's keys count first; two keys that disagree are none. */
static int wish(void) {
  if (driver_up != driver_down) return driver_up ? 1 : -1;
  if (driver_up) return 0;
  if (passenger_up != passenger_down) return passenger_up ? 1 : -1;
  return 0;
}

static bool rises(Mode m) { return m == UP_KEY || m == UP || m == AUTO_UP; }

static bool sinks(Mode m) {
  return m == DOWN_KEY || m == DOWN || m == AUTO_DOWN || m == BACK_OFF;
}

static Mode next_mode(void) {
  const int way = wish();
  if (rises(window.mode) && pinch) return BACK_OFF;
  switch (window.mode) {
    case REST:
      if (way > 0 && window.gap > 0) return UP_KEY;
      return way < 0 && window.gap < OPEN ? DOWN_KEY : REST;
    case UP_KEY:
      if (way < 0) return REST;
      return way > 0 ? UP : AUTO_UP;
    case UP:
      return way > 0 ? UP : REST;
    case DOWN_KEY:
      if (way > 0) return REST;
      return way < 0 ? DOWN : AUTO_DOWN;
    case DOWN:
      return way < 0 ? DOWN : REST;
    case AUTO_UP:
    case AUTO_DOWN:
      return way == 0 ? window.mode : REST;
    default:
      return BACK_OFF;
  }
}

void window_step(void) {
  window.mode = next_mode();
  if (rises(window.mode)) window.gap--;
  if (sinks(window.mode) && window.gap < OPEN) window.gap++;
  if (rises(window.mode) && window.gap == 0) window.mode = REST;
  if (sinks(window.mode) && window.gap == OPEN) window.mode = REST;
}
