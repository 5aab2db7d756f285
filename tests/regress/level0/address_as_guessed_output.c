// SPDX-License-Identifier: Apache-2.0
// WHY:    outputs are guessed without those that are numbers of addresses.
// RUN:    generate
// JSON:   summary.covered == 2
static int a, b;
unsigned long where;
int kept;
unsigned char in;
void step(void) {
  where = (unsigned long)(in ? &a : &b);
  *(int*)where = in;
  kept = a + in;
}
