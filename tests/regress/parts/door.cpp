// SPDX-License-Identifier: Apache-2.0
// Objects with a virtual method: its address is taken by the table of the
// class, although every call is direct.
class Door {
 public:
  virtual void step(int in);
  int open = 0, since = 0, sum = 0, level = 0;
};

#define LEVEL(k)               \
  if (in == k)                 \
    level += k;                \
  else if (level > 10 * k)     \
    level -= k;                \
  else                         \
    sum += level % (k + 2);

void Door::step(int in) {
  sum = level = 0;
  LEVEL(1) LEVEL(2) LEVEL(3) LEVEL(4) LEVEL(5) LEVEL(6)
  LEVEL(7) LEVEL(8) LEVEL(9) LEVEL(10) LEVEL(11) LEVEL(12)
  if (in == 1) {
    open = 1;
    since = 0;
  } else if (open && in == 2) {
    since++;
  }
  if (since > 3) open = 0;
}

static Door front, back;
int key_front, key_back, shown;

void step() {
  front.step(key_front);
  back.step(key_back);
  shown = front.open + 2 * back.open;
}
