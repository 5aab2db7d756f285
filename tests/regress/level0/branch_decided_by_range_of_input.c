// SPDX-License-Identifier: Apache-2.0
// WHY:    functions that read inputs are inlined first, which computed conditions that the range of the input decides; the branch was left in the copy that nobody calls, and both its ways were "unreachable (proved)".
// RUN:    generate --cover branch
// RUN:    generate --cover branch --engine explicit
// RUN:    generate --cover branch --engine symbolic
// EXIT:   0
// JSON:   goals[id=branch_decided_by_range_of_input.c:16:10:false].status == covered
// JSON:   goals[id=branch_decided_by_range_of_input.c:16:10:true].status == unreachable
// JSON:   summary.covered == 1
extern unsigned char __VERIFIER_nondet_uchar(void);

int seen;

int get(void) {
  unsigned char c = __VERIFIER_nondet_uchar();
  while (c > 255) c--;
  return 1;
}

int main(void) {
  while (1) seen = get();
}
