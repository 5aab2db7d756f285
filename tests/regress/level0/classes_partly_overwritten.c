// SPDX-License-Identifier: Apache-2.0
// WHY:    what is left of an input after a byte of it was overwritten is no
//         longer ordered as the input is, so classes of inputs do not hold.
// RUN:    generate
// EXPECT: goals 3  covered 3
// JSON:   goals[id=store].depth == 1
// JSON:   goals[id=copy].depth == 2
// JSON:   goals[id=fill].depth == 3
void __catenary_goal(const char* id, _Bool condition);

unsigned short in;
static union {
  unsigned short whole;
  unsigned char bytes[2];
} u;
static const unsigned char five[1] = {5};
static int way;

void step(void) {
  u.whole = in;
  if (way == 0) u.bytes[0] = 5;
  if (way == 1) __builtin_memcpy(u.bytes, five, 1);
  if (way == 2) __builtin_memset(u.bytes, 5, 1);
  const _Bool changed = u.whole > 300 && in < 300 + 256;
  __catenary_goal("store", way == 0 && changed);
  __catenary_goal("copy", way == 1 && changed);
  __catenary_goal("fill", way == 2 && changed);
  way = (way + 1) % 3;
}
