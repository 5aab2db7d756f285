// SPDX-License-Identifier: Apache-2.0
// WHY:    of two initialisations one is taken: a warning, and what would be proved is undecided, since the other may be called. Numbers that are handed on by address are inputs where nobody writes them.
// RUN:    generate
// EXIT:   1
// JSON:   goals[id=error_hot].status == undecided
// JSON:   goals[id=error_hot].reason contains assuming that
// JSON:   goals[id=error_hot].reason contains limit_init() is never called
// JSON:   findings[code=init-not-called].severity == warning
// ERROR:  taken as inputs: temperature, offset
// ERROR:  taken as outputs: limit, alarm
// ERROR:  taken as initialisation: filter_init\(\);
int limit = 1000;
static int filter;
int temperature, offset;
int alarm;
void filter_init(void) { filter = 1; }
void limit_init(void) { limit = 10; }
static void add(int *to, const int *what) { *to += *what; }
void step(void) {
  int sum = 0;
  add(&sum, &temperature);
  add(&sum, &offset);
  alarm = sum > limit && filter;
  if (sum == 20 && alarm) goto error_hot;
  return;
error_hot:
  alarm = 2;
}
