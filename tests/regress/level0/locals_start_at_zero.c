// SPDX-License-Identifier: Apache-2.0
// WHY:    every local variable starts at 0 where its storage begins, also where a jump passes the declaration or an attribute asks for none.
// RUN:    generate
// RUN:    generate --engine symbolic
// RUN:    generate --engine classes
// EXPECT: goals 12  covered 6  unreachable 6
// JSON:   goals[id=goto_zero].status == covered
// JSON:   goals[id=goto_other].status == unreachable
// JSON:   goals[id=case_zero].status == covered
// JSON:   goals[id=case_other].status == unreachable
// JSON:   goals[id=out_zero].status == covered
// JSON:   goals[id=out_other].status == unreachable
// JSON:   goals[id=attribute_zero].status == covered
// JSON:   goals[id=attribute_other].status == unreachable
// JSON:   goals[id=again_zero].status == covered
// JSON:   goals[id=again_other].status == unreachable
// JSON:   goals[id=alloca_zero].status == covered
// JSON:   goals[id=alloca_other].status == unreachable
#include <catenary/c.h>
unsigned char in;
int out;

/* Leaves something on the stack. */
static int fill(int k) {
  volatile int junk[16];
  int s = 0;
  for (int i = 0; i < 16; i++) junk[i] = 1000 + k + i;
  for (int i = 0; i < 16; i++) s += junk[i];
  return s;
}

static void by_goto(void) {
  if (in & 1) goto inside;
  {
    int z = 3;
    out += z;
  inside:
    CATENARY_GOAL("goto_zero", (in & 1) && z == 0);
    CATENARY_GOAL("goto_other", (in & 1) && z != 0);
  }
}

static void by_case(void) {
  switch (in & 3) {
    int z;
    case 0:
      z = 5;
      out += z;
      break;
    case 1:
      CATENARY_GOAL("case_zero", z == 0);
      CATENARY_GOAL("case_other", z != 0);
      break;
  }
}

static void by_clean_up(void) {
  if (in & 4) goto done;
  int left;
  left = 7;
  out += left;
done:
  CATENARY_GOAL("out_zero", (in & 4) && left == 0);
  CATENARY_GOAL("out_other", (in & 4) && left != 0);
}

static void by_attribute(void) {
  for (int round = 0; round < 2; round++) {
    int t[8] __attribute__((uninitialized));
    int one __attribute__((uninitialized));
    CATENARY_GOAL("attribute_zero", round == 0 && t[in & 7] == 0 && one == 0);
    CATENARY_GOAL("attribute_other", round == 0 && (t[in & 7] || one));
    CATENARY_GOAL("again_zero", round == 1 && t[in & 7] == 0 && one == 0);
    CATENARY_GOAL("again_other", round == 1 && (t[in & 7] || one));
    t[in & 7] = one = 1 + round;
  }
}

static void by_alloca(void) {
  int *p = __builtin_alloca_uninitialized(32);
  CATENARY_GOAL("alloca_zero", p[in & 7] == 0);
  CATENARY_GOAL("alloca_other", p[in & 7] != 0);
  p[in & 7] = 1;
}

void step(void) {
  out = fill(in) & 1;
  by_goto();
  by_case();
  by_clean_up();
  by_attribute();
  by_alloca();
}
