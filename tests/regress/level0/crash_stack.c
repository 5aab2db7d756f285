// SPDX-License-Identifier: Apache-2.0
// WHY:    recursion without an end overflows the stack of the program, not that of the tool.
// RUN:    generate --cover branch
// JSON:   findings[code=defect-crashed].message contains after 1 step
// EXIT:   1
#include <stdbool.h>

bool deep;
int depth;

void init(void) { depth = 0; }

static int dig(volatile int *from, int n) {
  volatile int here[64];
  here[n % 64] = *from + n;
  return dig(here, n + 1) + here[n % 64];
}

void step(void) {
  volatile int start = 1;
  if (deep) depth = dig(&start, 1);
}
