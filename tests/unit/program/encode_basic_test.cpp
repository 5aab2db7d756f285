// SPDX-License-Identifier: Apache-2.0
/// \file
/// The encoding of one construct of C after the other says what the machine
/// does.
#include <gtest/gtest.h>

#include "encoded.h"

namespace catenary::program::test {
namespace {

struct Case {
  const char* name;
  Wiring wiring;
  const char* text;
};

void PrintTo(const Case& c, std::ostream* out) {
  *out << c.name;
}

class Construct : public ::testing::TestWithParam<Case> {};

TEST_P(Construct, IsEncodedAsItRuns) {
  OracleOptions options;
  options.runs = 40;
  const Comparison c =
      compare_text(GetParam().text, GetParam().wiring, options);
  EXPECT_EQ(c.difference, "");
  EXPECT_GT(c.compared, 80U) << c.why_unfaithful;
  EXPECT_EQ(c.unfaithful, 0U) << c.why_unfaithful;
}

const Case kCases[] = {
    {"Counter", {.inputs = 1, .outputs = 1, .goals = 1}, R"c(
int x, n;
INPUT(0, x, 5) OUTPUT(0, n, 5)
void __cat_step(void) { if (x > 3) n += x; else n--; if (n > 10) __cat_hit(0); }
)c"},
    {"Branches", {.inputs = 2, .outputs = 1, .goals = 3}, R"c(
int a, b, mode;
INPUT(0, a, 5) INPUT(1, b, 5) OUTPUT(0, mode, 5)
void __cat_init(void) { mode = 1; }
void __cat_step(void) {
  if (a > 0 && b > a) { mode = 2; __cat_hit(0); }
  else if (a < 0 || b == 7) { mode = 3; if (b & 1) __cat_hit(1); }
  else { mode = mode == 3 ? 1 : mode + 1; }
  if (mode == 3) __cat_hit(2);
}
)c"},
    {"Switch", {.inputs = 1, .outputs = 1, .goals = 2}, R"c(
unsigned char x; short s;
INPUT(0, x, 2) OUTPUT(0, s, 3)
void __cat_step(void) {
  switch (x) {
    case 0: s = 1; break;
    case 1: s += 2; __cat_hit(0); /* fall through */
    case 2: case 3: s *= 3; break;
    case 200: s = -s; __cat_hit(1); break;
    default: s ^= x;
  }
}
)c"},
    {"Loops", {.inputs = 2, .outputs = 1}, R"c(
unsigned char n; int x, sum;
INPUT(0, n, 2) INPUT(1, x, 5) OUTPUT(0, sum, 5)
void __cat_step(void) {
  for (int i = 0; i < 10; i++) { if (i == n) break; sum += x ^ i; }
  for (int i = 0; i < (n & 7); i++) sum ^= sum >> i;
  int k = n & 15; while (k > 0) { if (k & 1) { k -= 3; continue; } k -= 2; sum++; }
}
)c"},
    {"Arithmetic", {.inputs = 2, .outputs = 2}, R"c(
int a, b; long long r; unsigned u;
INPUT(0, a, 5) INPUT(1, b, 5) OUTPUT(0, r, 7) OUTPUT(1, u, 6)
void __cat_step(void) {
  r = (long long)a * b + r; u += (unsigned)a / ((unsigned)b | 1u);
  if (b != 0 && !(a == (-2147483647 - 1) && b == -1)) { r ^= a / b; r += a % b; }
  u = (u << (a & 31)) | (u >> (b & 31)); r -= (short)a; r ^= (signed char)b << 3;
}
)c"},
    {"Traps", {.inputs = 2, .outputs = 1, .goals = 1}, R"c(
int a, b, r; int t[4];
INPUT(0, a, 5) INPUT(1, b, 5) OUTPUT(0, r, 5)
void __cat_step(void) {
  if (a == 3) __cat_hit(0);
  r = 100 / a; r += 1 << b; t[(unsigned)a % 8u] = r; r ^= t[b & 3];
}
)c"},
    {"Arrays", {.inputs = 2, .outputs = 1}, R"c(
unsigned char i; int v, out; int t[10]; static const short k[16] =
  {1,5,2,8,4,4,4,9,0,0,0,3,3,7,7,1};
INPUT(0, i, 2) INPUT(1, v, 5) OUTPUT(0, out, 5)
void __cat_step(void) {
  int j = i % 10;
  out = t[j] + k[i & 15];
  t[j] = v; if (j > 0) t[j - 1] += k[j + 1];
}
)c"},
    {"Structs", {.inputs = 2, .outputs = 2}, R"c(
struct P { char c; short s; int i; };
struct Q { struct P p[3]; struct P last; unsigned f : 3; int g : 5; } q;
int x; unsigned char k; int o; unsigned o2;
INPUT(0, x, 5) INPUT(1, k, 2) OUTPUT(0, o, 5) OUTPUT(1, o2, 6)
static struct P make(int x) { struct P p = {(char)x, (short)(x >> 3), x + 1}; return p; }
void __cat_step(void) {
  q.p[k % 3] = make(x); q.last = q.p[(k >> 2) % 3]; q.f += x; q.g ^= x;
  o = q.last.i + q.p[1].s + q.g; o2 = q.f;
}
)c"},
    {"Unions", {.inputs = 1, .outputs = 1}, R"c(
union { unsigned w; unsigned short h[2]; unsigned char b[4]; } u;
unsigned x, o;
INPUT(0, x, 6) OUTPUT(0, o, 6)
void __cat_step(void) {
  u.w += x; u.b[1] ^= 0x55; u.h[1] += u.b[0]; o = u.w ^ u.b[x & 3];
}
)c"},
    {"Pointers", {.inputs = 2, .outputs = 1}, R"c(
int a[4], b[4], c; int *p; unsigned char k; int v, o;
INPUT(0, k, 2) INPUT(1, v, 5) OUTPUT(0, o, 5)
void __cat_step(void) {
  int *q = k & 1 ? a : (k & 2 ? b : &c);
  if (q != &c) q += k >> 6;
  *q += v; p = q; o = *p + a[0] - b[3] + (p == a);
}
)c"},
    {"StoredPointer", {.inputs = 2, .outputs = 1}, R"c(
int a[4], b[2]; int *p = a; unsigned char k; int v, o;
INPUT(0, k, 2) INPUT(1, v, 5) OUTPUT(0, o, 5)
void __cat_step(void) {
  *p += v; o = a[1] + b[0] * 3;
  if (k == 1) p = &a[1]; else if (k == 2) p = b; else if (k > 100) p = a + (k & 3);
}
)c"},
    {"FunctionPointers", {.inputs = 2, .outputs = 1}, R"c(
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int mul(int a, int b) { return a * b; }
static int (*const table[4])(int, int) = {add, sub, mul, add};
int (*current)(int, int) = sub; unsigned char k; int v, o;
INPUT(0, k, 2) INPUT(1, v, 5) OUTPUT(0, o, 5)
void __cat_step(void) {
  o = table[k & 3](o, v); o ^= current(v, k); if (k > 9) current = table[(k >> 2) & 3];
}
)c"},
    {"Recursion", {.inputs = 1, .outputs = 1}, R"c(
unsigned char n; unsigned o;
INPUT(0, n, 2) OUTPUT(0, o, 6)
static unsigned f(unsigned k, unsigned *s) { if (k < 2) return 1 + *s; (*s)++; return 3 * f(k - 1, s) + k; }
void __cat_step(void) { unsigned s = o & 3; o = f(n & 7, &s) + s; }
)c"},
    {"Statics", {.inputs = 1, .outputs = 1}, R"c(
int x, o;
INPUT(0, x, 5) OUTPUT(0, o, 5)
static int debounce(int v) { static int last = -1, count; if (v == last) count++; else { count = 0; last = v; } return count; }
void __cat_step(void) { o = debounce(x > 2); }
)c"},
    {"MemoryFunctions", {.inputs = 2, .outputs = 1}, R"c(
#include <string.h>
struct S { int a; char b[6]; short c; } s[2], t; unsigned char k; int v, o;
INPUT(0, k, 2) INPUT(1, v, 5) OUTPUT(0, o, 5)
void __cat_step(void) {
  memcpy(&t, &s[k & 1], sizeof t); t.a += v; t.b[k % 6] = (char)v; t.c--;
  memmove(&s[(k >> 1) & 1], &t, sizeof t); if (k > 200) memset(&s[0], k, sizeof s[0]);
  o = s[0].a ^ s[1].c ^ t.b[2];
}
)c"},
    {"Initial", {.inputs = 1, .initial = 2, .outputs = 1, .goals = 1}, R"c(
int x, limit, o, table[3]; signed char start;
INPUT(0, x, 5) INITIAL(0, limit, 5) INITIAL(1, start, 1) OUTPUT(0, o, 5)
void __cat_init(void) { o = start; for (int i = 0; i < 3; i++) table[i] = limit * i; }
void __cat_step(void) { o += table[(unsigned)x % 3u]; if (o > limit) { o = 0; __cat_hit(0); } }
)c"},
    {"OutputsWhereItEnds", {.inputs = 1, .outputs = 1}, R"c(
int x, o;
INPUT(0, x, 5) OUTPUT(0, o, 5)
void __cat_step(void) { o += x; if (x == 3) exit(0); o *= 3; if (x < -1000) { o++; abort(); } o -= 7; }
)c"},
    {"AssumeAndFinal", {.inputs = 1, .outputs = 1, .goals = 2}, R"c(
int x, o;
INPUT(0, x, 5) OUTPUT(0, o, 5)
int __cat_assume(void) { return x != 0 && x > -100; }
int __cat_final(void) { return o > 5; }
void __cat_pre(void) { if (x == 2) __cat_hit(1); }
void __cat_step(void) { o += x; if (x == 1) __cat_hit(0); __CPROVER_assume(x != 2); if (x == 4) exit(0); }
)c"},
};

INSTANTIATE_TEST_SUITE_P(Encode,
                         Construct,
                         ::testing::ValuesIn(kCases),
                         [](const auto& one) { return one.param.name; });

}  // namespace
}  // namespace catenary::program::test
