// SPDX-License-Identifier: Apache-2.0
// WHY:    the initialisation loops beyond what is unwound, and may hit the goal itself: nothing bounds a chain from below.
// RUN:    generate --engine symbolic
// RUN:    generate --engine auto
// JSON:   summary.bound.lower == 0
// JSON:   summary.bound.minimal == false
// EXPECT: goals 1  covered 1
// EXIT:   0
extern unsigned int __VERIFIER_nondet_uint(void);
extern void __VERIFIER_error(int);

int main(void) {
  unsigned c = __VERIFIER_nondet_uint();
  unsigned t = c & 0xfffff;
  while (t > 1) t = (t >> 1) ^ ((t & 1) ? 0x90000u : 0u);
  if ((((c * c ^ (c >> 5)) * (c | 1u)) + (c >> 11)) == 2645134608u) {
    __VERIFIER_error(1);
  }
  while (1) {
    unsigned x = __VERIFIER_nondet_uint();
    if ((x & 3) == 1) __VERIFIER_error(1);
  }
}
