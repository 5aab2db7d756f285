// SPDX-License-Identifier: Apache-2.0
// WHY:    nothing is printed, so a step that uses what printf() returns, or what
//         %n counts, is not known; it was taken to be 0, and "unreachable".
// RUN:    generate
// RUN:    generate --engine symbolic
// RUN:    generate --engine explicit
// RUN:    generate --engine classes
// EXPECT: goals 4  covered 1  undecided 3
// EXIT:   1
// JSON:   goals[id=error_plain].status == covered
// JSON:   goals[id=error_result].status == undecided
// JSON:   goals[id=error_count].status == undecided
// JSON:   goals[id=error_after].status == undecided
#include <stdio.h>
int in;
static int last;
void step(void) {
  int count = 0;
  printf("%d %%n %5.1f\n", in, 0.5);
  if (in == 4) goto error_plain;
  if (last == 2) goto error_after;
  if (in == 1 && printf("%d\n", in) == 2) goto error_result;
  if (in == 2) {
    last = 2;
    printf("%d%*n", in, 3, &count);
    if (count == 1) goto error_count;
  }
  return;
error_plain:
  return;
error_result:
  return;
error_count:
  return;
error_after:
  return;
}
