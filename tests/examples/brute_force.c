/* SPDX-License-Identifier: Apache-2.0 */
/** \file
 * The length of a shortest chain of an example, by the plainest search there
 * is: breadth first over pairs of state and set of properties met so far. It
 * shares nothing with Catenary but the program; the properties of the
 * description are written down here once more. Prints the length.
 *
 * Built with -DEXAMPLE_cruise or -DEXAMPLE_window_lifter and -I of examples/.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(EXAMPLE_cruise)

#include "cruise/cruise.c"

enum { LETTERS = 12, GOALS = 6 };
typedef struct {
  int mode, speed, target, resumed;
} state;

static state start(void) {
  init();
  return (state){mode, speed, target, 0};
}

/** Runs a step; the properties whose `when` is true in it, -1 = forbidden. */
static int take(state* s, int letter) {
  mode = s->mode;
  speed = s->speed;
  target = s->target;
  lever = letter % 4;
  pedal = letter / 4;
  const int nothing = lever == LEVER_NONE && pedal == PEDAL_NONE;
  int hit = 0;
  hit |= (mode == STANDBY && speed >= 4 && lever == LEVER_SET &&
          pedal == PEDAL_NONE)
         << 0;
  hit |= (mode == STANDBY && speed > 0 && speed < 4 && lever == LEVER_SET)
         << 1;
  hit |= (mode == ACTIVE && lever == LEVER_NONE && pedal == PEDAL_BRAKE) << 2;
  hit |= (s->resumed && nothing) << 3;
  hit |= (mode == ACTIVE && speed == target + 1 && nothing) << 4;
  hit |= (mode == ACTIVE && lever == LEVER_ON_OFF) << 5;
  s->resumed = mode == STANDBY && speed >= 4 && target == speed + 1 &&
               lever == LEVER_RESUME && pedal == PEDAL_NONE;
  step();
  s->mode = mode;
  s->speed = speed;
  s->target = target;
  return hit;
}

static int is_final(const state* s) { return s->mode == OFF && s->speed == 0; }

#elif defined(EXAMPLE_window_lifter)

#include "window_lifter/window_lifter.c"

enum { LETTERS = 18, GOALS = 7 };
typedef struct {
  int motor, automatic, held, reverse, position;
  int tapped;      /* the first step of "tap" was the last step */
  int obstacle[3]; /* the first steps of "obstacle", 1 to 3 steps ago */
} state;

static state start(void) {
  lifter w;
  lifter_init(&w);
  return (state){.motor = w.motor,
                 .automatic = w.automatic,
                 .held = w.held,
                 .reverse = w.reverse,
                 .position = w.position};
}

static int take(state* s, int letter) {
  const lifter_input in = {letter % 3, letter / 3 % 3, letter / 9};
  lifter w = {.motor = s->motor,
              .automatic = s->automatic,
              .held = s->held,
              .reverse = s->reverse,
              .position = s->position};
  if (in.obstacle && (w.position <= 0 || w.position >= LIFTER_TOP)) return -1;
  const lifter_switch wanted =
      in.driver != NEUTRAL ? in.driver : in.passenger;
  int hit = 0;
  hit |= (w.reverse == 0 && w.motor == STOP && w.position > 1 &&
          in.driver == DOWN && in.passenger == UP)
         << 0;
  hit |= (w.motor == STOP && w.position > 1 && in.driver == NEUTRAL &&
          in.passenger == DOWN)
         << 1;
  hit |= (s->tapped && !in.obstacle && wanted == NEUTRAL) << 2;
  hit |= (w.motor == LOWER && !w.automatic && w.held == LIFTER_TAP &&
          wanted == NEUTRAL)
         << 3;
  hit |= (s->obstacle[2] && w.reverse == 1) << 4;
  hit |= (w.motor == RAISE && w.automatic && w.position == LIFTER_TOP - 1 &&
          !in.obstacle && wanted == NEUTRAL)
         << 5;
  hit |= (w.motor == LOWER && w.reverse == 0 && w.position == 1 &&
          wanted == DOWN)
         << 6;
  s->tapped = w.motor == STOP && w.position < LIFTER_TOP - 2 && wanted == UP;
  s->obstacle[2] = s->obstacle[1];
  s->obstacle[1] = s->obstacle[0];
  s->obstacle[0] = w.motor == RAISE && in.obstacle && w.position >= 5;
  lifter_step(&w, &in);
  s->motor = w.motor;
  s->automatic = w.automatic;
  s->held = w.held;
  s->reverse = w.reverse;
  s->position = w.position;
  return hit;
}

static int is_final(const state* s) {
  return s->motor == STOP && s->position == LIFTER_TOP;
}

#endif

/** A node of the search. All members are int, so that there is no padding. */
typedef struct {
  state at;
  int covered, depth;
} node;

enum { MOST = 1 << 20, BUCKETS = 1 << 21 };
static node nodes[MOST];
static int buckets[BUCKETS]; /* index into nodes, plus 1; 0 = free */
static int count;

static void add(const node* n) {
  const size_t key = sizeof(state) + sizeof(int); /* without the depth */
  unsigned hash = 2166136261U;
  for (size_t i = 0; i < key; ++i) {
    hash = (hash ^ ((const unsigned char*)n)[i]) * 16777619U;
  }
  unsigned at = hash % BUCKETS;
  for (; buckets[at] != 0; at = (at + 1) % BUCKETS) {
    if (memcmp(&nodes[buckets[at] - 1], n, key) == 0) return;
  }
  if (count == MOST) {
    fputs("brute_force.c: too many nodes\n", stderr);
    exit(3);
  }
  nodes[count++] = *n;
  buckets[at] = count;
}

int main(void) {
  const node first = {start(), 0, 0};
  add(&first);
  for (int i = 0; i < count; ++i) {
    const node now = nodes[i];
    if (now.covered == (1 << GOALS) - 1 && is_final(&now.at)) {
      printf("%d\n", now.depth);
      return 0;
    }
    for (int letter = 0; letter < LETTERS; ++letter) {
      node next = now;
      const int hit = take(&next.at, letter);
      if (hit < 0) continue;
      next.covered |= hit;
      ++next.depth;
      add(&next);
    }
  }
  fputs("brute_force.c: no chain\n", stderr);
  return 1;
}
