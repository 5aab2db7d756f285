// SPDX-License-Identifier: Apache-2.0
// WHY:    Clang inlines calls with the attribute as well (`flatten`): branches known there were lost, and MC/DC ended with exit code 70.
// RUN:    generate --cover branch
// EXIT:   0
// JSON:   summary.unreachable == 2
// RUN:    generate --cover mcdc
// EXIT:   0
// JSON:   summary.goals == 2
unsigned char x, y;
int m;

static int f(void) {
  return x < 256 && y >= 3;
}

__attribute__((flatten)) void step(void) {
  if (y > 100) m = f();
}
