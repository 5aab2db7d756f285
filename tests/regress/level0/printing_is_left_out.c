// SPDX-License-Identifier: Apache-2.0
// WHY:    output functions have no effect on the state: they are left out, and so print nothing while millions of steps are tried.
// RUN:    generate --cover branch
// EXPECT: goals 2  covered 2  tests 1  steps 2
// ERROR:  ^(?!.*SHOUT)
#include <stdbool.h>
#include <stdio.h>

bool on;
int shown;

void init(void) { shown = 0; }

void step(void) {
  shown = on ? 1 : 0;
  printf("SHOUT %d\n", shown);
  fprintf(stderr, "SHOUT %d\n", shown);
  puts("SHOUT");
}
