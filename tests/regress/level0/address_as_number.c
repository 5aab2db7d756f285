// SPDX-License-Identifier: Apache-2.0
// WHY:    where an object lies differs between runs of the program: nothing is proved or covered by the bits of an address, but addresses may be compared, subtracted and tagged.
// RUN:    generate
// RUN:    generate --engine explicit
// RUN:    generate --engine symbolic
// EXIT:   1
// JSON:   goals[id=error_bits].status == undecided
// JSON:   goals[id=error_bits].reason contains number of an address
unsigned char in;
int out;
static int table[4];
void step(void) {
  out = in;
  int *p = &table[in & 3];
  if ((char *)p - (char *)table == 12) out = 300;
  if (in > 3 && (((unsigned long)table >> 12) & 1)) goto error_bits;
  return;
error_bits:
  out = 400;
}
