// SPDX-License-Identifier: Apache-2.0
// WHY:    a branch that leaves an unrolled loop has several copies, which lead to one block: each is recorded, in a step that ends as well.
// RUN:    generate --cover branch
// EXPECT: goals 12  covered 12
// JSON:   goals[id=unrolled_branches.c:18:11:true].status == covered
// JSON:   goals[id=unrolled_branches.c:18:11:false].status == covered
// JSON:   goals[id=unrolled_branches.c:21:9:true].status == covered
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void abort(void);

int main(void) {
  while (1) {
    int sum = 0;
    int read = 0;
    do {
      unsigned char digit = __VERIFIER_nondet_uchar();
      ++read;
      if (digit > 9) break;
      sum += digit;
    } while (read < 3);
    if (read == 3 && sum == 27) return 1;
    if (sum > 18 ? read < 3 : sum == 17) sum = 0;
  }
}
