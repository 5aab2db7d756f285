// SPDX-License-Identifier: Apache-2.0
// WHY:    a parameter that a loop moves is stored to the variable that it is loaded from: the analysis of its use must end.
// RUN:    check --json
// JSON:   summary.search.states >= 1
// RUN:    generate
// JSON:   summary.undecided == 0
unsigned char in;
int out;
static int sum;
void add(const char* p) {
  while (*p) {
    sum = (sum + *p) & 7;
    p++;
  }
}
void step(void) {
  add(in > 3 ? "abc" : "d");
  out = sum;
}
