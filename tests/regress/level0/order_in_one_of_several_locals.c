// SPDX-License-Identifier: Apache-2.0
// WHY:    pointers into one of two local arrays, or into an array of variable length, have an order: runs stopped as unsupported.
// RUN:    generate --cover branch
// RUN:    generate --cover branch --engine explicit
// EXIT:   0
// JSON:   summary.undecided == 0
// JSON:   summary.covered == 14
extern unsigned char __VERIFIER_nondet_uchar(void);

static int state;

static int sum_of_one(unsigned char c) {
  unsigned char t[3] = {1, 2, 3}, u[5] = {5, 4, 3, 2, 1};
  unsigned char *p = u, *end = u + 5;
  if (c & 1) {
    p = t;
    end = t + 3;
  }
  int n = 0;
  while (p < end) {
    n += *p++;
    if (c == 9) t[1] = u[n & 3];
  }
  return n;
}

static int sum(const int *p, const int *end) {
  int s = 0;
  for (; p < end; p++) s += *p;
  return s;
}

static int sum_to(int n) {
  int v[n];
  for (int i = 0; i < n; i++) v[i] = i;
  return sum(v, v + n);
}

int main(void) {
  while (1) {
    unsigned char c = __VERIFIER_nondet_uchar();
    if (sum_of_one(c) == 6) state = 1;
    if (sum_to((c & 3) + 1) == 3) state = 2;
  }
}
