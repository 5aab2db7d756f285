// SPDX-License-Identifier: Apache-2.0
// WHY:    Clang writes no switch for a constant; what is never counted was "covered" where the branch around it was taken.
// RUN:    generate --cover branch
// EXPECT: goals 2  covered 2
// ERROR:  switch_on_constant.c:16:7: warning: it cannot be observed which way the condition goes
// JSON:   goals[id=switch_on_constant.c:14:9:true].status == covered
extern unsigned char __VERIFIER_nondet_uchar(void);

enum { kMode = 3 };
int level;

int main(void) {
  while (1) {
    if (__VERIFIER_nondet_uchar() > 3) {
      switch (kMode) {
      case 1: level = 1; break;
      case 3: level = 2; break;
      default: level = 5;
      }
    }
  }
}
