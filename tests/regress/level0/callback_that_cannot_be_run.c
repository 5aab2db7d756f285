// SPDX-License-Identifier: Apache-2.0
// WHY:    what only an address leads to is refused where a run comes to it, with its place, and proves nothing of what is behind it.
// RUN:    generate --cover label
// RUN:    generate --cover label --engine symbolic
// EXPECT: covered 1
// JSON:   goals[id=error_seen].status == covered
// JSON:   goals[id=error_behind].status == undecided
// EXIT:   1
extern int read_register(void);
unsigned char in;
int out;
static int plain(void) { return 3; }
static int device(void) { return read_register(); }
int (*const table[2])(void) = {plain, device};
void step(void) {
  out = table[in == 200]();
  if (in == 1 && out == 3) goto error_seen;
  if (out == 8) goto error_behind;
  return;
error_seen:
  out = 1;
  return;
error_behind:
  out = 2;
}
