/* SPDX-License-Identifier: Apache-2.0 */
/* Every kind of branch that Clang's coverage knows, in one step. */
#include "limits.h"
#include "filter.h"

enum mode { OFF, LOW, HIGH };

int button, level;
int mode, heat, alarms;

static int weight(int value) {
  return value > 1 && value < 4 ? 2 : 1;
}

void start(void) {
  mode = OFF;
  heat = button > 100 ? 1 : 0; /* not of the step */
  alarms = 0;
}

void step(void) {
  int i;
  int on = BETWEEN(level, 1, 2) || (mode == HIGH && !button);
  switch (mode) {
    case OFF:
      if (button) mode = LOW;
      break;
    case LOW:
      mode = button && level > 1 ? HIGH : button ? OFF : LOW;
      break;
    case HIGH:
      if (button) mode = OFF;
  }
  switch (level) {
    case 0:
    case 1:
      heat = CLAMP(heat, 1);
      break;
    default:
      heat += weight(level);
  }
  heat = CLAMP(heat, LIMIT);
  if (ALWAYS && heat > 0) heat = filter(heat);
  if (DEBUG) alarms = 1;
  if (mode > 7) alarms = 2; /* never */
  for (i = 0; i < 2; ++i) {
    if (at_limit(heat) && on) alarms = 1;
  }
  while (i > 0) --i;
  do {
    ++i;
  } while (i < level);
  for (;;) {
    if (i-- == 0) break;
  }
}
