/* SPDX-License-Identifier: Apache-2.0 */
/* Robot arm with two joints and a gripper, moved by a joystick. Angles are in
 * radians; joints gain speed while the stick is held. */
#include <stdbool.h>

/* Read at every step. */
typedef enum { CENTRE, LEFT, RIGHT, FORTH, BACK, GRIP, RELEASE, PARK } Stick;
Stick stick;

typedef enum { PARKED, READY, TURNS, REACHES, LIMIT, GOES_HOME } Mode;

struct {
  Mode mode;    /* three bits */
  bool holds;
  float turn;   /* of the shoulder: -1.5 to 1.5 */
  float reach;  /* of the elbow: 0 to 1 */
} arm;

static const float kTurn = 0.3f;
static const float kReach = 0.2f;
static const float kMostTurn = 1.5f;
static const float kMostReach = 1.0f;
static const float kNear = 0.01f;

/* Nearer to 0 by a step, and 0 where that is not far. */
static float homewards(float x, float step) {
  const float to = x > 0 ? x - step : x + step;
  if (x <= step + kNear && x >= -step - kNear) return 0.0f;
  return to;
}

static void limited(void) {
  if (arm.turn > kMostTurn || arm.turn < -kMostTurn || arm.reach > kMostReach ||
      arm.reach < 0.0f) {
    arm.mode = LIMIT;
    if (arm.turn > kMostTurn) arm.turn = kMostTurn;
    if (arm.turn < -kMostTurn) arm.turn = -kMostTurn;
    if (arm.reach > kMostReach) arm.reach = kMostReach;
    if (arm.reach < 0.0f) arm.reach = 0.0f;
  }
}

static void follow(void) {
  arm.mode = READY;
  switch (stick) {
    case LEFT:
      arm.mode = TURNS;
      arm.turn -= kTurn;
      break;
    case RIGHT:
      arm.mode = TURNS;
      arm.turn += kTurn;
      break;
    case FORTH:
      arm.mode = REACHES;
      arm.reach += kReach;
      break;
    case BACK:
      arm.mode = REACHES;
      arm.reach -= kReach;
      break;
    case GRIP:
      if (arm.reach > 0.5f) arm.holds = true;
      break;
    case RELEASE:
      arm.holds = false;
      break;
    case PARK:
      if (!arm.holds) arm.mode = GOES_HOME;
      break;
    default:
      break;
  }
  limited();
}

void robotarm_step(void) {
  switch (arm.mode) {
    case PARKED:
      if (stick != CENTRE && stick != PARK) arm.mode = READY;
      break;
    case GOES_HOME:
      if (stick != CENTRE && stick != PARK) {
        follow();
        break;
      }
      if (arm.reach > 0.0f) {
        arm.reach = homewards(arm.reach, kReach);
      } else {
        arm.turn = homewards(arm.turn, kTurn);
      }
      if (arm.turn == 0.0f && arm.reach == 0.0f) arm.mode = PARKED;
      break;
    case LIMIT: /* only away from it, or home */
      if (stick == PARK || stick == CENTRE || (stick == LEFT && arm.turn > 0) ||
          (stick == RIGHT && arm.turn < 0) || (stick == BACK && arm.reach > 0) ||
          (stick == FORTH && arm.reach < 0.5f)) {
        follow();
      }
      break;
    default:
      follow();
      break;
  }
}
