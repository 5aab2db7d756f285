// SPDX-License-Identifier: Apache-2.0
// WHY:    Clang derives how often a condition was false as "evaluated minus true", also where a jump leaves it half-way: the challenge believed it and withdrew a proof, with exit code 70.
// RUN:    generate --cover branch
// EXIT:   0
// JSON:   goals[id=jump_out_of_condition.c:12:19:false].status == unreachable
// JSON:   goals[id=jump_out_of_condition.c:12:19:true].status == covered
// JSON:   summary.unreachable == 1
extern unsigned char __VERIFIER_nondet_uchar(void);

int n;

#define TRY(good) ({ if (!(good)) goto out; (x | 1) & 1; })

int main(void) {
  while (1) {
    int x = __VERIFIER_nondet_uchar();
    // Always 1, or left.
    if (TRY(x <= 200)) n++;
  out:
    if (n > 4) n = 0;
  }
}
