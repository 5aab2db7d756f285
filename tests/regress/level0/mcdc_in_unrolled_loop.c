// SPDX-License-Identifier: Apache-2.0
// WHY:    LLVM computes what it can while it copies the body of a loop: the bits of a decision were not found again, an internal error.
// RUN:    generate --cover mcdc,decision
// EXPECT: goals 8  covered 7  unreachable 1
// JSON:   goals[id=mcdc@mcdc_in_unrolled_loop.c:17:11].status == covered
// JSON:   goals[id=mcdc@mcdc_in_unrolled_loop.c:17:20].status == covered
// JSON:   goals[id=decision@mcdc_in_unrolled_loop.c:19:9:true].status == unreachable
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void abort(void);

int main(void) {
  while (1) {
    int high = 0;
    int i;
    for (i = 0; i < 3; ++i) {
      unsigned char c = __VERIFIER_nondet_uchar();
      if (c > 9 && i > 0) ++high;
    }
    if (high > 2) abort();
  }
}
