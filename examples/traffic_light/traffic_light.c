/* SPDX-License-Identifier: Apache-2.0 */
/** \file
 * A pedestrian crossing with a request button. One step is one second.
 */
#include <stdbool.h>

typedef enum { RED, RED_YELLOW, GREEN, YELLOW, FLASHING } lamp;
typedef enum { CARS_GO, CARS_STOP, WALK, CLEAR, CARS_READY, FAULT } phase;

/* Seconds. */
#define MIN_GREEN 10
#define YELLOW_TIME 3
#define WALK_TIME 8
#define CLEAR_TIME 4
#define READY_TIME 2

typedef struct {
  bool button;     /* pressed by a pedestrian */
  bool lamp_fault; /* a red lamp draws no current */
  bool repaired;   /* the technician's key */
} inputs;

typedef struct {
  phase now;
  int seconds; /* left in this phase */
  bool request;
  lamp cars;
  lamp pedestrians;
  bool wait_light;
} light;

static void enter(light* l, phase next, int seconds) {
  l->now = next;
  l->seconds = seconds;
}

void light_init(light* l) {
  l->request = false;
  enter(l, CARS_GO, MIN_GREEN);
  l->cars = GREEN;
  l->pedestrians = RED;
  l->wait_light = false;
}

static void change(light* l) {
  switch (l->now) {
    case CARS_GO:
      if (l->request) enter(l, CARS_STOP, YELLOW_TIME);
      break;
    case CARS_STOP:
      enter(l, WALK, WALK_TIME);
      l->request = false;
      break;
    case WALK:
      enter(l, CLEAR, CLEAR_TIME);
      break;
    case CLEAR:
      enter(l, CARS_READY, READY_TIME);
      break;
    case CARS_READY:
      enter(l, CARS_GO, MIN_GREEN);
      break;
    case FAULT:
      break;
  }
}

static void show(light* l) {
  static const lamp cars[] = {GREEN, YELLOW, RED, RED, RED_YELLOW, FLASHING};
  l->cars = cars[l->now];
  l->pedestrians = l->now == WALK ? GREEN : RED;
  l->wait_light = l->request;
}

void light_step(light* l, const inputs* in) {
  if (in->lamp_fault) {
    l->request = false;
    enter(l, FAULT, 0);
  } else if (l->now == FAULT) {
    if (in->repaired) enter(l, CLEAR, CLEAR_TIME);
  } else {
    if (l->seconds > 0) --l->seconds;
#ifdef SEEDED_BUG
    if (in->button) l->request = true;
#else
    if (in->button && l->now != WALK) l->request = true;
#endif
    if (l->seconds == 0) change(l);
  }
  show(l);
}
