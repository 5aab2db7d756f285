// SPDX-License-Identifier: Apache-2.0
struct {
  unsigned a : 3;
  signed b : 2;
  unsigned c : 9;
  unsigned count : 2;
} s;
int out;
void step(void) {
  out = s.a * 100 + s.b;
  if (s.a == 7 && s.b == -2) s.count++;
  if (s.c == 300) out = 7777;
}
