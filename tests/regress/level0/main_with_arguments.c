// SPDX-License-Identifier: Apache-2.0
// WHY:    main() may have parameters, and a do-loop may be the endless one.
// RUN:    generate
// EXPECT: goals 1  covered 1
// JSON:   goals[id=reach_error].depth == 3
int main(int argc, char** argv) {
  int first = 1;
  int kept = 0;
  do {
    int in = __VERIFIER_nondet_int();
    if (first) {
      first = 0;
      continue;
    }
    if (kept == 123456 && in == 654321) reach_error();
    kept = in == 5 ? 123456 : kept;
  } while (1);
}
