/* SPDX-License-Identifier: Apache-2.0 */
/* Safing engine of an airbag controller: it looks at the sensors for itself and
 * lets the controller fire only where it sees a crash, too. One step is a
 * sample of the sensors. */
#include <stdbool.h>

enum { PATIENCE = 5, HARD = 2, MANY = 3 };

typedef enum { HELD, STARTING, CHECKING, READY, SERVICE, LOCKED, SCRAP } Mode;

/* Inputs. */
bool reset, supply_low, configured, check_passed, service_request, fault;
bool scrap_key;
int acc_x, acc_y; /* 0 .. 3 */

/* Outputs. */
Mode mode;
bool arm_a, arm_b, fire, lamp, blocked, busy, scrap_lamp;

static bool powered;
static int waited, hits;

static bool healthy(void) { return !fault && !supply_low; }

static Mode next_mode(void) {
  if (reset || !powered) return HELD;
  switch (mode) {
    case HELD:
      return STARTING;
    case STARTING:
      if (configured) return CHECKING;
      return waited < PATIENCE ? STARTING : LOCKED;
    case CHECKING:
      if (!healthy()) return LOCKED;
      return check_passed ? READY : CHECKING;
    case READY:
      if (!healthy()) return LOCKED;
      if (service_request) return SERVICE;
      return scrap_key ? SCRAP : READY;
    case SERVICE:
      if (fault) return LOCKED;
      return service_request ? SERVICE : CHECKING;
    case SCRAP:
      return scrap_key ? SCRAP : LOCKED;
    default:
      return LOCKED;
  }
}

static void count_hits(void) {
  if (!powered || acc_x < HARD || acc_y < HARD) {
    hits = 0;
  } else if (hits < MANY) {
    hits++;
  }
}

void safing_init(void) {
  powered = false;
  mode = HELD;
  waited = 0;
  hits = 0;
}

void safing_step(void) {
  const Mode before = mode;
  mode = next_mode();
  if (before == STARTING && mode == STARTING) {
    waited++;
  } else {
    waited = 0;
  }
  count_hits();
  powered = true;

  arm_a = (mode == READY && hits >= 2) || mode == SERVICE;
  arm_b = mode == READY && hits == MANY;
  fire = (arm_a && arm_b) || mode == SCRAP;
  lamp = mode != READY;
  blocked = mode == HELD || mode == STARTING || mode == CHECKING ||
            mode == LOCKED;
  busy = mode == CHECKING || mode == SERVICE;
  scrap_lamp = mode == SCRAP;
}
