// SPDX-License-Identifier: Apache-2.0
// WHY:    pointers into one local variable of a caller that is never called twice at a time have an order, in a function that calls itself as well: a sort of it stopped as unsupported.
// RUN:    generate --cover branch
// RUN:    generate --cover branch --engine explicit
// EXIT:   0
// EXPECT: goals 10 covered 10
extern unsigned char __VERIFIER_nondet_uchar(void);

static int history[3];

static void sort(int *first, int *last) {
  if (first >= last) return;
  int *end = first;
  for (int *p = first; p < last; p++) {
    if (*p < *last) {
      int t = *end;
      *end++ = *p;
      *p = t;
    }
  }
  int t = *end;
  *end = *last;
  *last = t;
  sort(first, end - 1);
  sort(end + 1, last);
}

static int median(void) {
  int sorted[3];
  for (int i = 0; i < 3; i++) sorted[i] = history[i];
  sort(sorted, sorted + 2);
  return sorted[1];
}

int main(void) {
  while (1) {
    history[2] = history[1];
    history[1] = history[0];
    history[0] = __VERIFIER_nondet_uchar() & 3;
    if (median() > 2) history[0] = 0;
  }
}
