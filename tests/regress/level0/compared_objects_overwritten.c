// SPDX-License-Identifier: Apache-2.0
// WHY:    objects that a comparison tells apart get a byte behind them; the check of an access by memset kept the variable that had been replaced, and the tool crashed.
// RUN:    generate --cover branch
// RUN:    generate --cover branch --engine symbolic
// EXIT:   1
// JSON:   summary.covered == 4
// JSON:   findings[code=defect-crashed].where.line == 18
#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

static unsigned char a[8], b[8], *p = a;

int main(void) {
  while (1) {
    unsigned char c = __VERIFIER_nondet_uchar();
    p = (c & 1) ? b : a + (c >> 6);
    // Up to 15 bytes of 8.
    memset(a, 0, c >> 1 & 15);
    memcpy(b, a, c >> 5);
    if (p == b) a[0] = 1;
  }
}
