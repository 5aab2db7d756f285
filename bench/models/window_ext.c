/* SPDX-License-Identifier: Apache-2.0 */
/* Window of a car door that does not know where it is when power comes: until
 * it was closed once it only moves while a key is held. In the workshop it may
 * be told so, and stays without automatic functions as long as it has power. */
#include <stdbool.h>

enum { OPEN = 10, FOUND = 4 }; /* gap: open, and when power comes */

typedef enum {
  REST,
  UP_KEY, /* raised since one step: the key decides how it goes on */
  UP,
  AUTO_UP,
  DOWN_KEY,
  DOWN,
  AUTO_DOWN,
  BACK_OFF,
  LOST_REST, /* position unknown */
  LOST_UP,
  LOST_DOWN,
  SHOP_REST, /* workshop */
  SHOP_UP,
  SHOP_DOWN
} Mode;

/* Read at every step. */
bool driver_up, driver_down, passenger_up, passenger_down, pinch, workshop;

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

static bool lost(Mode m) { return m >= LOST_REST && m <= LOST_DOWN; }

static bool in_shop(Mode m) { return m >= SHOP_REST; }

/* As long as a key is held, not farther than the ends. */
static Mode held(Mode rest, Mode up, Mode down) {
  const int way = wish();
  if (way > 0 && window.gap > 0) return up;
  return way < 0 && window.gap < OPEN ? down : rest;
}

static Mode next_mode(void) {
  const int way = wish();
  if (in_shop(window.mode)) return held(SHOP_REST, SHOP_UP, SHOP_DOWN);
  if (lost(window.mode)) {
    if (window.mode == LOST_REST && workshop) return SHOP_REST;
    if (pinch) return LOST_REST;
    return held(LOST_REST, LOST_UP, LOST_DOWN);
  }
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

void window_init(void) {
  window.mode = LOST_REST;
  window.gap = FOUND;
}

void window_step(void) {
  window.mode = next_mode();
  const Mode now = window.mode;
  if (rises(now) || now == LOST_UP || now == SHOP_UP) window.gap--;
  if (sinks(now) || now == LOST_DOWN || now == SHOP_DOWN) window.gap++;
  if (window.gap == 0 && (rises(now) || now == LOST_UP)) window.mode = REST;
  if (window.gap >= OPEN && sinks(now)) {
    window.gap = OPEN;
    window.mode = REST;
  }
}
