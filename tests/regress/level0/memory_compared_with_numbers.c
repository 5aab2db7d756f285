// SPDX-License-Identifier: Apache-2.0
// WHY:    memcmp() of an address and a number depends on where objects lie; the place in this process was "proved", and the challenge contradicted it. Equality of whole addresses, and with memory that is always 0, does not depend on it; nor do members beside the address.
// RUN:    generate
// RUN:    generate --engine explicit
// EXIT:   1
// JSON:   goals[id=error_number].status == undecided
// JSON:   goals[id=error_byte].status == undecided
// JSON:   goals[id=error_halves].status == undecided
// JSON:   goals[id=error_members].status == undecided
// JSON:   goals[id=error_equal].status == covered
// JSON:   goals[id=error_always_null].status == covered
// JSON:   goals[id=error_null].status == covered
// JSON:   goals[id=error_member].status == covered
#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

struct item {
  int *at;
  int count;
};
static int x[3], y;
static struct item s = {&x[1], 1}, t = {&y, 1};
static unsigned long number = 0x51;
static struct {
  unsigned long count;
  int *at;
} reversed = {5, &y};
static struct item unused = {0, 0};
static void *const fixed = &x[2];

int main(void) {
  while (1) {
    unsigned char c = __VERIFIER_nondet_uchar();
    struct item none = {0, 1};
    if (c == 1) s = t;
    if (c == 2) s.at = 0;
    if (c == 3) number ^= 1;
    if (c == 4) t.count = 0;
    if (c == 5 && memcmp(&s.at, &number, sizeof s.at) == 0) goto error_number;
    if (c == 6 && memcmp(&fixed, &number, 1) > 0) goto error_byte;
    if (c == 10 && memcmp((char *)&s + 4, (char *)&t + 4, 8) == 0) goto error_halves;
    if (c == 11 && memcmp(&s, &reversed, sizeof s) == 0) goto error_members;
    if (c == 12) unused.count = 1;
    if (c == 13 && memcmp(&s, &unused, sizeof s) == 0) goto error_always_null;
    if (c == 7 && memcmp(&s, &t, sizeof s.at) == 0) goto error_equal;
    if (c == 8 && memcmp(&s, &none, sizeof s.at) == 0) goto error_null;
    if (c == 9 && memcmp(&s.count, &t.count, sizeof s.count) > 0) goto error_member;
  }
error_number:
error_byte:
error_halves:
error_members:
error_always_null:
error_equal:
error_null:
error_member:
  return x[0];
}
