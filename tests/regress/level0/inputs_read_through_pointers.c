// SPDX-License-Identifier: Apache-2.0
// WHY:    in a file without a description, a variable whose address is given to functions that only read through it is an input.
// RUN:    generate --engine symbolic
// RUN:    generate --method concolic
// EXPECT: goals 2  covered 1  unreachable 1
// JSON:   goals[id=order].status == unreachable
// JSON:   goals[id=last].status == covered
#include <catenary/c.h>
int a, b;
static int s;
int out;
static void put(int *p, const int *q) { *p = *q; }
static int lt(const int *p, const int *q) { return *p < *q; }
void step(void) {
  int la, lb;
  put(&la, &a);
  put(&lb, &b);
  CATENARY_GOAL("order", lt(&la, &lb) && la > 1000 && lb < 1002);
  CATENARY_GOAL("last", lt(&la, &s) && la > 2000);
  put(&s, &b);
  out = s > 3;
}
