// SPDX-License-Identifier: Apache-2.0
/// \file
/// What random programs found in encodings (tests/oracle/encode), made small.
#include <gtest/gtest.h>

#include "encoded.h"

namespace catenary::program::test {
namespace {

struct Found {
  const char* name;
  const char* text;  ///< with input x and output o
};

class EncodeFound : public ::testing::TestWithParam<Found> {};

TEST_P(EncodeFound, IsEncodedAsItRuns) {
  const std::string head =
      "#include <stdint.h>\n#include <string.h>\nint x, o;\n"
      "INPUT(0, x, 5) OUTPUT(0, o, 5)\n";
  OracleOptions options;
  // Sizes and indices in the state are those of runs.
  options.random_states = false;
  const Comparison c = compare_text(
      head + GetParam().text, {.inputs = 1, .outputs = 1}, options);
  EXPECT_EQ(c.difference, "");
  EXPECT_GE(c.compared, 100U);
  EXPECT_EQ(c.unfaithful, 0U) << c.why_unfaithful;
}

constexpr Found kFound[] = {
    {"ACounterInANestedBranch", R"c(
static _Bool stable(_Bool raw) {
  static uint8_t count; static _Bool level;
  if (raw != level) {
    if (++count >= 3) { level = raw; count = 0; }
  } else count = 0;
  return level;
}
void __cat_step(void) { o = stable(x & 1); }
)c"},
    {"AnElseIfInASwitch", R"c(
static enum { A, B, C } mode; static uint8_t stay; static void enter(int m) { mode = m; stay = 0; }
void __cat_step(void) {
  if (stay < 20) stay++;
  switch (mode) {
    case A: if (x > 3 && stay > x) enter(B); else if (x < 0) enter(C); break;
    case B: if (x == 1 || x == stay) enter(A); break;
    case C: if (x & 1) { if (x & 2) enter(B); }
  }
  o = mode * 32 + stay;
}
)c"},
    {"StructuresSwapThroughALocal", R"c(
typedef struct { int8_t a; int v[3]; struct { char x; double y; } in; } S;
static S s, t;
void __cat_step(void) {
  if (x & 1) { S u = s; s = t; t = u; }
  s.v[(unsigned)x % 3u] = x; t.a++;
  o = s.v[1] ^ t.v[2] ^ s.a;
}
)c"},
    {"APointerToPointers", R"c(
static int a, b, *p = &a, *q = &b, **pp = &p;
void __cat_step(void) { if (x & 1) pp = x & 2 ? &p : &q; **pp = x; o = a - b; }
)c"},
    {"AFillOfALengthInTheState", R"c(
static char out[8]; static const char* const all[3] = {"up", "e", ""};
static const char* text = "up";
void __cat_step(void) {
  if (x & 4) text = all[(unsigned)x % 3u];
  int k = 0;
  while (k < 7 && text[k]) { out[k] = text[k]; k++; }
  memset(out + k, 0, 8 - k);
  memset(out + (x & 3), x, (unsigned)x % 4u);
  o = out[x & 7];
}
)c"},
    {"ATableOfRelativeAddresses", R"c(
static uint8_t at; static void do0(int* y) { *y += 1; } static void do1(int* y) { *y *= 3; }
static const struct { uint8_t from, to; void (*act)(int*); } rule[] = {{1, 0, do0}, {0, 1, do1}, {2, 0, do1}};
void __cat_step(void) {
  for (unsigned k = 0; k < 3; k++) {
    if (rule[k].from != at) continue;
    o = x; if (x & 1) rule[k].act(&o);
    at = rule[k].to;
    break;
  }
}
)c"},
    {"BytesOfAnAddressThatAreState", R"c(
static union { char* p; struct __attribute__((packed)) { char c; unsigned long y; } s; } u;
void __cat_step(void) { if (x & 1) u.s.y = x; o = u.s.y & 15; }
)c"},
    {"ElementsOfAPointerMergedToOneCheck", R"c(
static int8_t front[2], back[2]; static int8_t* now = front;
void __cat_step(void) {
  if (x & 1) now = now == front ? back : front;
  now[x & 1] = x;
  unsigned h = 1;
  for (int k = 0; k < 2; ++k) h = (h ^ now[k]) * 16777619u;
  o = h;
}
)c"},
};

INSTANTIATE_TEST_SUITE_P(Program,
                         EncodeFound,
                         ::testing::ValuesIn(kFound),
                         [](const auto& each) { return each.param.name; });

}  // namespace
}  // namespace catenary::program::test
