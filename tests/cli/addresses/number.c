// Pointers kept as numbers: one in an integer, one behind a tag in its lowest
// bit, and two that only their exclusive or is kept of.
#include <stdint.h>
extern int out;
static int a, b;
static uintptr_t plain, tagged, both;
void init(void) {
  plain = (uintptr_t)&a;
  tagged = (uintptr_t)&b | 1;
  both = (uintptr_t)&a ^ (uintptr_t)&b;
}
void step(int in) {
  if (in == 0) plain ^= both;
  if (in == 1) tagged ^= 1;
  int *p = (int *)plain;
  if (in == 2) *p = !*p;
  out = p == &a ? 1 : 2;
  if (a && b) out = 3;
  if ((tagged & 1) == 0 && *(int *)tagged) out = 4;
  if (p != &a && p != &b) out = 5;  // never
}
