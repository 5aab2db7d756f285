// SPDX-License-Identifier: Apache-2.0
// WHY:    a number of an address that was kept in a variable differs between runs as the address does.
// RUN:    generate
// RUN:    generate --engine explicit
// EXIT:   1
// JSON:   goals[id=error_bit].status == undecided
// JSON:   goals[id=error_bit].reason contains number of an address
unsigned char in;
int out;
static int a;
static unsigned long kept;
void init(void) { kept = (unsigned long)&a; }
void step(void) {
  out = in;
  if ((kept >> 12) & 1) goto error_bit;
  return;
error_bit:
  out = 300;
}
