// SPDX-License-Identifier: Apache-2.0
int start, in;
int sum;
int table[3];

void step(void) {
  for (int i = 0; i < 3; ++i) {
    sum = sum + start;
    table[i + 1] = in;
  }
}
