// SPDX-License-Identifier: Apache-2.0
// WHY:    Clang emits no code behind an endless loop; one outcome of a condition there was "covered, hit by the initialisation".
// RUN:    generate --cover branch
// EXPECT: goals 2  covered 2
// ERROR:  code_after_endless_loop.c:18:12: warning: it cannot be observed which way the condition goes
extern _Bool __VERIFIER_nondet_bool(void);

int level, count;

int main(void) {
  while (1) {
    if (__VERIFIER_nondet_bool()) {
      level = 1;
    }
  }
  do {
    ++count;
  } while (level > count);
  return 0;
}
