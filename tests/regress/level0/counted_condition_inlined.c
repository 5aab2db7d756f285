// SPDX-License-Identifier: Apache-2.0
// WHY:    the inliner made a constant of the condition that `c ? 1 : 0` adds to its counter; the branch in front of the call was taken for it, and its other outcome was "covered".
// RUN:    generate --cover branch
// RUN:    generate --cover condition
// EXIT:   0
// JSON:   summary.covered == 3
// JSON:   summary.unreachable == 1
unsigned char x, y;
int m;

static inline __attribute__((always_inline)) int f(void) {
  return x < 256 ? 1 : 0;
}

void step(void) {
  if (y > 100) m = f();
}
