// SPDX-License-Identifier: Apache-2.0
// WHY:    strcpy() returns its first argument: what a step writes through the
//         result belongs to the state.
// RUN:    generate
// EXPECT: goals 1  covered 1  steps 4
#include <string.h>
void __catenary_goal(const char* id, _Bool condition);

_Bool in;
static char text[4];
static char* kept;

void init(void) {
  kept = strcpy(text, "abc");
}

void step(void) {
  if (in && kept[1] < 'f') ++kept[1];
  __catenary_goal("third", kept[1] == 'f');
}
