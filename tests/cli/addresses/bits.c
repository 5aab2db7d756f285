// What every address has in common: its alignment; and the distance and order
// of two in one object.
#include <stdint.h>
extern int out;
static struct {
  long a, b;
  int *at, cells[4];
} all;
void init(void) { all.at = all.cells; }
void step(int in) {
  if (in == 1 && all.at < all.cells + 3) ++all.at;
  if (in == 2) all.at = all.cells;
  out = ((uintptr_t)all.at - (uintptr_t)all.cells) / sizeof(int) == 2 ? 2 : 1;
  if (all.at > &all.cells[2]) out = 3;
  if (((uintptr_t)&all.a & 7) != 0) out = 4;  // never
  if ((uintptr_t)all.at % 4 != 0) out = 5;    // never
}
