// SPDX-License-Identifier: Apache-2.0
// WHY:    Clang emits no code behind an endless loop; one outcome of a condition there was "covered, hit by the initialisation".
// RUN:    generate --cover branch
// EXPECT: goals 4  covered 2  unreachable 2
// JSON:   goals[id=code_after_endless_loop.c:19:12:true].status == unreachable
// JSON:   goals[id=code_after_endless_loop.c:19:12:false].status == unreachable
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
