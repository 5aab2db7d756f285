// SPDX-License-Identifier: Apache-2.0
// WHY:    a defect that many runs meet is one finding, with a shortest run, whichever engine finds it.
// RUN:    generate --cover branch --engine symbolic
// RUN:    generate --cover branch --engine explicit
// JSON:   findings[code=defect-crashed].message contains after 3 steps
// EXPECT: tests 2  steps 7
// EXIT:   1
unsigned char x;
static int n;
int r;

void init(void) { n = 0; }

void step(void) {
  if (x == 200) n++;
  if (n == 3) r = 10 / (x - 200);
  if (n > 5) n = 5;
}
