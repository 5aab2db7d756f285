// SPDX-License-Identifier: Apache-2.0
/// \file
/// Floats are encoded bit by bit as the machine computes them, and where their
/// bits are not fixed the encoding says so.
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

class FloatConstruct : public ::testing::TestWithParam<Case> {};

TEST_P(FloatConstruct, IsEncodedAsItRuns) {
  OracleOptions options;
  options.runs = 40;
  const Comparison c =
      compare_text(GetParam().text, GetParam().wiring, options);
  EXPECT_EQ(c.difference, "");
  EXPECT_GT(c.compared, 100U) << c.why_unfaithful;
  EXPECT_EQ(c.unfaithful, 0U) << c.why_unfaithful;
}

const Case kCases[] = {
    {"Arithmetic", {.inputs = 2, .outputs = 2, .goals = 1}, R"c(
float x, f; double y, d;
INPUT(0, x, 9) INPUT(1, y, 10) OUTPUT(0, f, 9) OUTPUT(1, d, 10)
void __cat_step(void) {
  f = f * x + (float)y - 1.5f; d = d / 3 + x * y;
  if (f > 2.5f && !(d < f)) __cat_hit(0);
}
)c"},
    {"Comparisons", {.inputs = 2, .outputs = 1}, R"c(
double x, y; int o;
INPUT(0, x, 10) INPUT(1, y, 10) OUTPUT(0, o, 5)
void __cat_step(void) {
  o = (x < y) + 2 * (x <= y) + 4 * (x == y) + 8 * (x != y) + 16 * (x > y) +
      32 * (x >= y) + 64 * __builtin_isunordered(x, y) + 128 * !(x < y) +
      256 * __builtin_isless(x, y) + 512 * (x == x) + 1024 * (-x < y);
}
)c"},
    {"Conversions", {.inputs = 2, .outputs = 2}, R"c(
int i; float x, g; long long o;
INPUT(0, i, 5) INPUT(1, x, 9) OUTPUT(0, o, 7) OUTPUT(1, g, 9)
void __cat_step(void) {
  g = (float)i + (float)(unsigned)i / 3; g += (float)(o * 7);
  if (x > -1e5f && x < 1e5f) { o = (int)x + (long long)(x * 2) + (unsigned char)(i + (int)x); }
  if (x >= 0 && x < 200) o += (unsigned char)x + (unsigned)x;
}
)c"},
    {"CastsTrap", {.inputs = 1, .outputs = 1}, R"c(
double x; int o;
INPUT(0, x, 10) OUTPUT(0, o, 5)
void __cat_step(void) { o = (int)x + (short)(x / 4); }
)c"},
    {"Mathematics", {.inputs = 2, .outputs = 2}, R"c(
#include <math.h>
double x, d; float y, f;
INPUT(0, x, 10) INPUT(1, y, 9) OUTPUT(0, d, 10) OUTPUT(1, f, 9)
void __cat_step(void) {
  d = fabs(x) + floor(x) * 2 + ceil(x / 3) + trunc(x) + round(x * 5) + rint(x / 2);
  if (x >= 0) d -= sqrt(x);
  f = fabsf(y) + floorf(y) - ceilf(y * 3) + truncf(y) + sqrtf(fabsf(y)) + roundf(y) + rintf(y);
  f += fmodf(y, 3.25f);
  if (x > 1 && y > 1) { d += fmin(x, y); f += fmaxf(y, 7); }
}
)c"},
    {"StateAndMemory", {.inputs = 2, .outputs = 1}, R"c(
#include <string.h>
struct V { float x, y; double z; } v[3], w; float t[4] = {1, 2.5f, -3, 0}; float in; unsigned char k; double o;
INPUT(0, in, 9) INPUT(1, k, 2) OUTPUT(0, o, 10)
static struct V scale(struct V a, float by) { a.x *= by; a.y = -a.y; a.z += by; return a; }
void __cat_step(void) {
  v[k % 3].x = in; w = scale(v[(k >> 2) % 3], t[k & 3]); v[1] = w;
  memcpy(&v[2], &w, sizeof w); t[(k >> 4) & 3] = w.y; o = w.x + w.z;
}
)c"},
    {"BitsOfNumbers", {.inputs = 1, .outputs = 2}, R"c(
#include <string.h>
float x; unsigned o; union { float f; unsigned u; } u; unsigned short e;
INPUT(0, x, 9) OUTPUT(0, o, 6) OUTPUT(1, e, 4)
void __cat_step(void) {
  unsigned b; memcpy(&b, &x, 4); o = b ^ (b >> 31); u.f = x; e = (u.u >> 23) & 255;
  u.u &= 0x7fffffffu; o += u.f < 3;
}
)c"},
};

INSTANTIATE_TEST_SUITE_P(Encode,
                         FloatConstruct,
                         ::testing::ValuesIn(kCases),
                         [](const auto& one) { return one.param.name; });

TEST(EncodeFloat, TheBitsOfAComputedNanAreNotClaimed) {
  OracleOptions options;
  options.runs = 60;
  const Comparison c = compare_text(R"c(
#include <string.h>
double x, y; unsigned o;
INPUT(0, x, 10) INPUT(1, y, 10) OUTPUT(0, o, 6)
void __cat_step(void) { double z = x * y - x; unsigned long b; memcpy(&b, &z, 8); o = (unsigned)(b >> 32); }
)c",
                                    {.inputs = 2, .outputs = 1},
                                    options);
  EXPECT_EQ(c.difference, "");
  EXPECT_GT(c.compared, 100U);
  EXPECT_GT(c.unfaithful, 0U);
  EXPECT_TRUE(c.why_unfaithful.starts_with("a value matters"));
}

TEST(EncodeFloat, ACallWithoutAnEncodingIsNamed) {
  const Comparison c = compare_text(R"c(
#include <math.h>
double x, o;
INPUT(0, x, 10) OUTPUT(0, o, 10)
void __cat_step(void) { if (x > 0) o = sin(x); else o = x; }
)c",
                                    {.inputs = 1, .outputs = 1});
  EXPECT_EQ(c.difference, "");
  EXPECT_GT(c.compared, 10U);
  EXPECT_EQ(c.why_unfaithful, "call of 'sin'");
}

}  // namespace
}  // namespace catenary::program::test
