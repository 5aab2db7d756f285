/* SPDX-License-Identifier: Apache-2.0 */
/* Elevator of four floors that answers one call after the other. */
#include <stdbool.h>

/* Read at every step. */
typedef enum { NOTHING, CALL_0, CALL_1, CALL_2, CALL_3, HOLD, CLOSE, STOP } Panel;
Panel panel;

typedef enum { WAITS, OPENS, MOVES, STOPPED } Mode;

struct {
  unsigned floor : 2;
  unsigned target : 2;
  Mode mode; /* two bits */
} elevator;

static bool is_call(Panel p) { return p >= CALL_0 && p <= CALL_3; }

static void called(unsigned floor) {
  elevator.target = floor;
  elevator.mode = floor == elevator.floor ? OPENS : MOVES;
}

void elevator_step(void) {
  switch (elevator.mode) {
    case WAITS:
      if (is_call(panel)) called(panel - CALL_0);
      if (panel == HOLD) elevator.mode = OPENS;
      break;
    case OPENS: /* the door is open; it closes by itself */
      if (is_call(panel) && panel - CALL_0 != elevator.floor) {
        called(panel - CALL_0);
      } else if (panel == CLOSE || panel == NOTHING) {
        elevator.mode = WAITS;
      }
      break;
    case MOVES:
      if (panel == STOP) {
        elevator.mode = STOPPED;
        break;
      }
      if (elevator.floor < elevator.target) {
        elevator.floor++;
      } else {
        elevator.floor--;
      }
      if (elevator.floor == elevator.target) elevator.mode = OPENS;
      break;
    case STOPPED: /* until somebody calls it anew */
      if (is_call(panel)) called(panel - CALL_0);
      break;
  }
}
