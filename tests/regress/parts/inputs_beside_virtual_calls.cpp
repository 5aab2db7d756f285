// SPDX-License-Identifier: Apache-2.0
#include <assert.h>

struct {
  unsigned short x;
  unsigned char y;
} in;

struct Base {
  int a = 0;
  virtual int get() { return a; }
};
struct Middle : Base {
  int b = 1;
};
struct Last : Middle {
  int get() override { return b; }
};

static Last object;
static Base& seen = object;
int out, below;

void step() {
  seen.a = (seen.a + (in.x > 1)) % 3;
  if (in.x < 1) object.b = seen.a;
  out = seen.get();
  below = (below + (out < 0)) % 4;
  assert(below < 4);
}
