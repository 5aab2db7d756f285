// SPDX-License-Identifier: Apache-2.0
// WHY:    the optimiser computes what is read of constants and takes any value for what lies behind them, before accesses were checked: both ways of a branch on it were "unreachable (proved)", or one of them covered. Nor were atomics checked, or code that is read.
// RUN:    generate
// RUN:    generate --engine explicit
// EXIT:   1
// JSON:   goals[id=error_sum].status == unreachable
// JSON:   goals[id=error_no_sum].status == unreachable
// JSON:   goals[id=error_get].status == unreachable
// JSON:   goals[id=error_no_get].status == unreachable
// JSON:   goals[id=error_exchange].status == unreachable
// JSON:   goals[id=error_code].status == unreachable
// JSON:   goals[id=error_inside].status == covered
// JSON:   len(findings) == 4
extern unsigned char __VERIFIER_nondet_uchar(void);

static const unsigned char gain[4] = {1, 2, 3, 4};
static int sum(const unsigned char *p, int n) {
  int r = 0;
  for (int i = 0; i <= n; i++) r += *p++;
  return r;
}
static int get(const unsigned char *p, int i) { return p[i]; }

static unsigned char a[4], s;
static void set(void) { s = 1; }
static void clear(void) { s = 0; }

int main(void) {
  while (1) {
    unsigned char c = __VERIFIER_nondet_uchar();
    if (c == 1) { if (sum(gain, 4) > 10) goto error_sum; else goto error_no_sum; }
    if (c == 2) { if (get(gain, 5) == 9) goto error_get; else goto error_no_get; }
    unsigned char *p = a;
    p += c >> 4;
    if (c % 16 == 3 && __atomic_exchange_n(p, 0, __ATOMIC_SEQ_CST) == 9) goto error_exchange;
    void (*op)(void) = c & 64 ? set : clear;
    if (c % 16 == 4 && *(unsigned char *)(void *)op == 0x55) goto error_code;
    if (c % 16 == 5 && sum(gain, 3) == 10) goto error_inside;
    op();
  }
error_sum:
error_no_sum:
error_get:
error_no_get:
error_exchange:
error_code:
error_inside:
  return s;
}
