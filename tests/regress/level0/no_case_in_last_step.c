// SPDX-License-Identifier: Apache-2.0
// WHY:    that a switch without a default takes none of its cases was "unreachable (proved)" where all such steps end the run.
// RUN:    generate --cover branch
// EXPECT: goals 8  covered 8
// JSON:   goals[id=no_case_in_last_step.c:17:13:true].status == covered
// JSON:   goals[id=no_case_in_last_step.c:17:13:false].status == covered
// JSON:   goals[id=no_case_in_last_step.c:21:9:true].status == covered
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void abort(void);

int level;

int main(void) {
  while (1) {
    unsigned char command = __VERIFIER_nondet_uchar();
    int known = 0;
    switch (command) {
      case 1: level = 1; known = 1; break;
      case 2: level = 2; known = 1; break;
    }
    if (!known) abort();
  }
}
