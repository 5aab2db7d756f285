// SPDX-License-Identifier: Apache-2.0
// WHY:    a run that ends with a crash contradicts nothing, but other runs may: of each claim, only one run was looked at. Here what follows the crash seems to contradict what is proved.
// RUN:    generate --engine explicit
// RUN:    generate --engine symbolic
// EXIT:   1
// JSON:   goals[id=error_behind].status == unreachable
// JSON:   goals[id=error_never].status == unreachable
// JSON:   goals[id=error_late].status == covered
extern unsigned char __VERIFIER_nondet_uchar(void);

static unsigned a[4], b[64], behind, n;

int main(void) {
  while (1) {
    unsigned char c = __VERIFIER_nondet_uchar();
    unsigned *p = a;
    if (c < 16) {
      p += 4 + c;
      b[c] = *p & 1;
      behind = 1;
    }
    if (behind) goto error_behind;
    if (b[c & 63] > 1) goto error_never;
    if (c > 100 && ++n == 5) goto error_late;
  }
error_behind:
  a[0]++;
error_never:
  a[0]++;
error_late:
  return a[0];
}
