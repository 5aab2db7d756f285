// SPDX-License-Identifier: Apache-2.0
// WHY:    verification tasks declare their functions as C did before 1989; the
//         type of the call is not that of the declaration then.
// RUN:    generate --cover branch
// EXPECT: goals 4  covered 3  unreachable 1
// EXIT:   0
extern int __VERIFIER_nondet_int();
extern void __VERIFIER_assume();
int warned;

int main(void) {
  while (1) {
    int temperature = __VERIFIER_nondet_int();
    __VERIFIER_assume(temperature < 90);
    if (temperature == 90) warned = 1;
    if (temperature == 89) warned = 2;
  }
}
