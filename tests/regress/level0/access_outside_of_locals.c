// SPDX-License-Identifier: Apache-2.0
// WHY:    which local variable is accessed may be chosen in the function, or be known to another one by a pointer that is kept; such accesses were not checked, and LLVM took any value for what they read: "unreachable (proved)" beside a covered way, or exit code 70.
// RUN:    generate
// RUN:    generate --engine explicit
// RUN:    generate --engine symbolic
// EXIT:   1
// JSON:   goals[id=error_chosen].status == unreachable
// JSON:   goals[id=error_not_chosen].status == unreachable
// JSON:   goals[id=error_written].status == unreachable
// JSON:   goals[id=error_array].status == unreachable
// JSON:   goals[id=error_kept].status == unreachable
// JSON:   goals[id=error_not_kept].status == unreachable
// JSON:   goals[id=error_inlined].status == unreachable
// JSON:   goals[id=error_not_inlined].status == unreachable
// JSON:   goals[id=error_constant].status == unreachable
// JSON:   goals[id=error_not_constant].status == unreachable
// JSON:   goals[id=error_wide].status == unreachable
// JSON:   goals[id=error_inside].status == covered
extern unsigned char __VERIFIER_nondet_uchar(void);

static const unsigned char gain[4] = {1, 2, 3, 4};
static const unsigned char *const last = gain;
static const int table[3];
static unsigned char *kept;

static int get(const unsigned char *p, int i) { return p[i]; }
static int get_kept(int i) { return kept[i]; }
static int next(const int *p) { return *p + 1; }

static int choose(unsigned char c) {
  int t = 7, u = 9, *p = &u;
  if (c == 1) p = &t + 1;
  int v = *p;
  if (c == 1) return v == 9 ? 1 : 2;
  return v == 9 ? 0 : 3;
}

static int write(unsigned char c) {
  unsigned char t[4] = {1, 2, 3, 4}, *p = t;
  if (c == 2) p += 6;
  *p = 9;
  return c == 2 && t[0] != 1 ? 4 : 0;
}

static int walk(unsigned char c) {
  unsigned char t[4] = {1, 2, 3, 4}, u[4] = {9, 9, 9, 9};
  unsigned char *p = c & 1 ? t : u;
  if (c < 2) t[c] = 7;
  int v = p[c >> 4];
  if (c >= 64) return 5;
  return c == 49 && v == 4 ? 12 : 0;
}

static int keep(unsigned char c) {
  unsigned char t[4] = {1, 2, 3, 4}, u[4] = {9, 9, 9, 9};
  kept = u;
  kept = t;
  if (c == 3) return get_kept(5) == 9 ? 6 : 7;
  return 0;
}

static int inlined(unsigned char c) {
  int z = c;
  if (next(&z) == 3) return 0;
  if (c == 4) return get(gain, 5) == 9 ? 8 : 9;
  return 0;
}

int main(void) {
  while (1) {
    unsigned char c = __VERIFIER_nondet_uchar();
    if (c == 5) { if (last[4] == 9) goto error_constant; else goto error_not_constant; }
    if (c == 6 && *(const long *)(table + 2) == 3) goto error_wide;
    int r = choose(c);
    if (r == 0) r = write(c);
    if (r == 0) r = keep(c);
    if (r == 0) r = inlined(c);
    if (r == 0) r = walk(c);
    switch (r) {
      case 1: goto error_chosen;
      case 2: goto error_not_chosen;
      case 4: goto error_written;
      case 5: goto error_array;
      case 6: goto error_kept;
      case 7: goto error_not_kept;
      case 8: goto error_inlined;
      case 9: goto error_not_inlined;
      case 12: goto error_inside;
    }
  }
error_chosen:
error_not_chosen:
error_written:
error_array:
error_kept:
error_not_kept:
error_inlined:
error_not_inlined:
error_constant:
error_not_constant:
error_wide:
error_inside:
  return 0;
}
