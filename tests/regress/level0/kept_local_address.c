// SPDX-License-Identifier: Apache-2.0
// WHY:    the address of a local variable that is kept for the next step has no meaning there; it was a wrong claim, and exit code 70.
// RUN:    generate --engine explicit
// EXIT:   1
// JSON:   goals[id=error_moved].status == undecided
// JSON:   goals[id=error_moved].reason contains outlives the variable
unsigned char in;
int out;
static int *last;
void step(void) {
  int local;
  int *p = &local;
  if (last && last != p) goto error_moved;
  last = p;
  out = in;
  return;
error_moved:
  out = 10;
}
