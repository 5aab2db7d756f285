// SPDX-License-Identifier: Apache-2.0
// WHY:    a member behind an address that was computed as a number; the encoder crashed.
// RUN:    generate --engine symbolic
// EXPECT: goals 1  covered 1
struct pair {
  int c, i;
};
int in, out;
static struct pair table[2];
void step(void) {
  unsigned long u = (unsigned long)table + 8;
  if (((struct pair *)u)->i == 3) goto error_a;
  if (in == 4) table[1].i = 3;
  out = in;
  return;
error_a:
  out = 1;
}
