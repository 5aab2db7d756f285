// Pointers where none is expected: not aligned, and cut into two halves.
#include <stdint.h>
#include <string.h>
extern int out;
static int a, b;
static struct __attribute__((packed)) {
  char mode;
  int *p;
} odd;
static uint32_t low, high;
void init(void) {
  odd.p = &a;
  uintptr_t n = (uintptr_t)&a;
  low = (uint32_t)n;
  high = (uint32_t)(n >> 32);
}
void step(int in) {
  int *q = (int *)((uintptr_t)high << 32 | low);
  if (in == 0) {
    uintptr_t n = (uintptr_t)(q == &a ? &b : &a);
    low = (uint32_t)n;
    high = (uint32_t)(n >> 32);
  }
  if (in == 1) odd.p = odd.p == &a ? &b : &a;
  if (in == 2) *q = !*odd.p;
  out = q == odd.p ? 1 : 2;
  if (a && !b) out = 3;
  if (a && b) out = 4;
}
