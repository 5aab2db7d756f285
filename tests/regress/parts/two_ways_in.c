/* SPDX-License-Identifier: Apache-2.0 */
/* p1 is triggered in two states: from LEFT a step leads to the end, from RIGHT
   to where p2 is triggered; nothing leads from LEFT to RIGHT. */
enum state { START, LEFT, RIGHT, OTHER, END };
static enum state state;

static void ways_init(void) { state = START; }

static void ways_step(int in) {
  switch (state) {
    case START:
      if (in == 1) state = LEFT;
      if (in == 2) state = OTHER;
      break;
    case LEFT:
      if (in == 1) state = END;
      break;
    case RIGHT:
      if (in == 1) state = OTHER;
      break;
    case OTHER:
      if (in == 2) state = LEFT;
      break;
    case END:
      break;
  }
}
