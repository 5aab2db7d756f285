// SPDX-License-Identifier: Apache-2.0
// WHY:    C of before 1999 calls functions without a declaration; compilers accepted it for decades, and here it is a warning.
// RUN:    generate --cover branch
// EXPECT: goals 4  covered 4
// RUN:    check
// ERROR:  14:7: warning: call to undeclared function 'limit'
int input;
static mode;

init() { mode = 0; }


void step(void) {
  if (limit(input) == 3) mode = 1;
}

int limit(v) { return v < 3 ? 0 : 3; }
