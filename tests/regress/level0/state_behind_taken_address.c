// SPDX-License-Identifier: Apache-2.0
// WHY:    a variable read only through an argument of a function whose address is taken keeps its value between steps.
// RUN:    generate --cover label
// RUN:    generate --cover label --engine symbolic
// RUN:    generate --cover label --engine classes
// EXPECT: goals 1  covered 1  tests 1  steps 2
unsigned char in;
int kept;
int out;
#define R(k)                                 \
  if (r % (k + 5) == (a & 3))                \
    r += *p * k;                             \
  else                                       \
    r ^= (r >> 3) + k;
int big(int *p, int a) {
  int r = *p + a;
  R(1) R(2) R(3) R(4) R(5) R(6) R(7) R(8)
  R(9) R(10) R(11) R(12) R(13) R(14) R(15) R(16)
  if (a == 11) return *p;
  return r;
}
int (*hook)(int *, int) = big;
void step(void) {
  int a = big(&kept, in > 2 ? 20 : 30);
  int b = big(&kept, 11);
  int c = big(&kept, in > 5 ? 13 : 15);
  out = (a ^ c) & 1;
  if (b == 1 && in == 1) goto error_deep;
  kept = in == 7;
  return;
error_deep:
  out = 77;
}
