// SPDX-License-Identifier: Apache-2.0
// WHY:    what a step does after writing to a constant is nothing to rely on:
//         constants may be in read-only memory.
// RUN:    generate
// EXIT:   1
// JSON:   goals[id=before].status == covered
// JSON:   goals[id=behind].status == unreachable
// JSON:   findings[0].code == defect-crashed
void __catenary_goal(const char* id, _Bool condition);

_Bool in;
static const int table[3] = {1, 2, 3};

void step(void) {
  __catenary_goal("before", in);
  int* first = (int*)table;
  if (in) first[0] = 9;
  __catenary_goal("behind", table[0] == 9 || in);
}
