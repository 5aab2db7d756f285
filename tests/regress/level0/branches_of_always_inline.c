// SPDX-License-Identifier: Apache-2.0
// WHY:    Clang inlines functions with always_inline and computes while it does so: a branch whose condition it knew was left in the copy that nobody calls, and both its ways were "unreachable (proved)". A sum with 0 that it folded ended MC/DC with exit code 70.
// RUN:    generate --cover branch
// RUN:    generate --cover branch --engine explicit
// RUN:    generate --cover branch --engine symbolic
// EXIT:   0
// JSON:   goals[id=branches_of_always_inline.c:20:7:false].status == covered
// JSON:   goals[id=branches_of_always_inline.c:20:7:true].status == unreachable
// JSON:   summary.covered == 4
// RUN:    generate --cover mcdc
// EXIT:   0
// JSON:   goals[id=mcdc@branches_of_always_inline.c:21:10].status == covered
// JSON:   goals[id=mcdc@branches_of_always_inline.c:21:23].status == unreachable
extern unsigned char __VERIFIER_nondet_uchar(void);

int seen;

__attribute__((always_inline)) int get(int least) {
  unsigned char c = __VERIFIER_nondet_uchar();
  if (c > 255) return 0;
  return c > least && c < 256;
}

int main(void) {
  while (1) seen = get(3);
}
