// SPDX-License-Identifier: Apache-2.0
// WHY:    functions that read inputs are inlined; they and their calls were no goals, and each copy of a call in an unrolled loop was one.
// RUN:    generate --cover function,call
// EXPECT: goals 8  covered 7  unreachable 1
// JSON:   goals[id=function@calls_of_inlined_functions.c:14].status == covered
// JSON:   goals[id=call@calls_of_inlined_functions.c:28:5].status == covered
// JSON:   goals[id=call@calls_of_inlined_functions.c:17:9].status == covered
extern _Bool __VERIFIER_nondet_bool(void);
extern void abort(void);

int good;

static void count(int more) { good += more; }
static void listen(int limit) {
  int tries = 0;
  while (tries < limit) {
    if (__VERIFIER_nondet_bool()) {
      count(1);
      return;
    }
    ++tries;
  }
  count(-good);
}

int main(void) {
  while (1) {
    listen(3);
    listen(good & 1);
    if (good > 4) good = 0;
    if (good < 0) abort();
  }
}
