// SPDX-License-Identifier: Apache-2.0
// WHY:    what lies behind an object is up to the linker: an access that leaves its object through a pointer read the next variable, and the layout was "unreachable (proved)".
// RUN:    generate
// RUN:    generate --engine explicit
// RUN:    generate --engine symbolic
// EXIT:   1
// JSON:   goals[id=error_read].status == unreachable
// JSON:   findings[code=defect-crashed].message contains access outside of an object
#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

static unsigned char a[4], b[4] = {9, 9, 9, 9};

static unsigned char get(const unsigned char *from) { return *from; }

int main(void) {
  while (1) {
    unsigned char c = __VERIFIER_nondet_uchar();
    const unsigned char *p = a;
    p += c;
    // Beyond a is no value of a.
    if (c < 8 && *p == 9) goto error_read;
    memset(b, 9, c & 3);
    a[c & 3] = get(b + (c & 3)) - 9;
  }
error_read:
  a[0] = 1;
}
