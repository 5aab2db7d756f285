// SPDX-License-Identifier: Apache-2.0
/// \file
/// Where the encoding ends: loops and recursion beyond the bound, addresses as
/// numbers, limits; and following single paths.
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "base/rng.h"
#include "encoded.h"

namespace catenary::program::test {
namespace {

TEST(EncodeLimit, ALoopBeyondTheBoundIsUndecidedAndNamed) {
  OracleOptions options;
  options.encode.unroll = 8;
  const Comparison c = compare_text(R"c(
unsigned char n; int o;
INPUT(0, n, 2) OUTPUT(0, o, 5)
void __cat_step(void) { for (int i = 0; i < n; i++) o = o * 3 + i; }
)c",
                                    {.inputs = 1, .outputs = 1},
                                    options);
  EXPECT_EQ(c.difference, "");
  EXPECT_GT(c.compared, 5U);
  EXPECT_EQ(c.why_unfaithful, "loop not unwound beyond 8 iterations");
}

/// The native run reports a fault of the description there.
TEST(EncodeLimit, AnOutputThatCannotBeReadIsUndecided) {
  const Comparison c = compare_text(R"c(
int x, v, *p = &v;
INPUT(0, x, 5) OUTPUT(0, *p, 5)
void __cat_step(void) { v += x; p = x == 3 ? 0 : &v; if (x == 2 || x == 3) exit(0); }
)c",
                                    {.inputs = 1, .outputs = 1});
  EXPECT_EQ(c.difference, "");
  EXPECT_GT(c.compared, 10U);
}

/// Where a mask bounds the depth the tree of calls is finite.
TEST(EncodeLimit, RecursionOfABoundedDepthEnds) {
  const Comparison c = compare_text(R"c(
unsigned char n; int o;
INPUT(0, n, 2) OUTPUT(0, o, 5)
static int f(int k) { if (k < 2) return o ^ k; return f(k - 1) + 3 * f(k - 2); }
void __cat_step(void) { o += f(n & 7); }
)c",
                                    {.inputs = 1, .outputs = 1});
  EXPECT_EQ(c.difference, "");
  EXPECT_EQ(c.unfaithful, 0U) << c.why_unfaithful;
  EXPECT_LT(c.stats.terms, 5000U);
}

TEST(EncodeLimit, ALoopWithAKnownEndGoesOn) {
  OracleOptions options;
  options.encode.unroll = 8;
  const Comparison c = compare_text(R"c(
int x, o, t[100];
INPUT(0, x, 5) OUTPUT(0, o, 5)
void __cat_step(void) {
  for (int i = 0; i < 100; i++) { if (t[i] == x) break; t[i] += i; }
  for (int i = 0; i < 100; i++) o ^= t[i];
}
)c",
                                    {.inputs = 1, .outputs = 1},
                                    options);
  EXPECT_EQ(c.difference, "");
  EXPECT_EQ(c.unfaithful, 0U) << c.why_unfaithful;
  EXPECT_GE(c.stats.deepest_loop, 25U);  // the optimiser unrolls by four
}

/// Long loops whose values have closed forms: they are not unwound.
TEST(EncodeLimit, LongLoopsAreReplacedByWhatTheyCompute) {
  const auto compared = [](const std::string& statements) {
    return compare_text(R"c(
unsigned x; int o; long p;
INPUT(0, x, 6) OUTPUT(0, o, 5) OUTPUT(1, p, 7)
void __cat_step(void) { )c" +
                            statements + " }",
                        {.inputs = 1, .outputs = 2});
  };
  const std::string loop = "for (unsigned i = 0; i < 70001; i++) ";
  for (const std::string& text : std::vector<std::string>{
           // Geometric, by a number and by an input.
           "int y = 1 + (x & 7); " + loop + "y *= 3; o = y;",
           "unsigned y = o; " + loop + "y = y * (x | 1) + 5; o = y;",
           "unsigned y = 1; " + loop + "y = y * x - (o ^ x); o = y;",
           "unsigned long y = p; " + loop + "y = y * 7 + x; p = y;",
           "unsigned char y = x; " + loop + "y = y * 5 + 3; o = y;",
           "unsigned y = x; " + loop + "y = 9 - y; o = y;",
           // The same however often; sums.
           "unsigned y = o & 6; " + loop + "y |= x; o = y;",
           "unsigned y = o | 6; " + loop + "y &= x; o = y;",
           "long s = 0; " + loop + "s += i * (x & 3); p = s;",
           // Several at once, and where the loop is not always entered.
           "unsigned y = 1, z = x; if (x & 1) " + loop +
               "{ y *= 11; z += x >> 1; } o = y + z;",
           "unsigned y = 1, i = 1; do y *= x; while (i++ < 50000); "
           "o = y; p = i;",
           // Ends where the counter wraps around.
           "unsigned y = 3; for (unsigned short i = 1; i++; ) y *= x; o = y;",
       }) {
    const Comparison c = compared(text);
    EXPECT_EQ(c.difference, "") << text;
    EXPECT_EQ(c.unfaithful, 0U) << text << c.why_unfaithful;
    EXPECT_LT(c.stats.deepest_loop, 2U) << text;
    EXPECT_LT(c.stats.instructions, 3000U) << text;
  }
}

/// Random loops of several variables, as they are and as they are replaced.
TEST(EncodeLimit, RandomLongLoopsEndAsTheyDoNatively) {
  base::Rng rng(19);
  const auto one_of = [&](const std::vector<std::string>& texts) {
    return texts[rng.below(texts.size())];
  };
  const auto number = [&](std::uint64_t below) {
    return std::to_string(rng.below(below));
  };
  unsigned replaced = 0;
  constexpr unsigned kLoops = 40;
  for (unsigned k = 0; k < kLoops; ++k) {
    const auto change = [&](const std::string& v) {
      const std::string by = one_of({"3", "10", "(x | 1)", "x", "o0", "-5"});
      return one_of({v + " = " + v + " * " + by + " + " + number(9),
                     v + " = " + by + " - " + v,
                     v + " += i * " + by,
                     v + " |= " + by,
                     v + " &= o0 | 8",
                     v + " <<= " + number(3),
                     v + " = " + v + " + " + v + " * " + by,
                     v + " = o0",
                     v + " += y"}) +
             "; ";
    };
    const std::string counter = one_of({"unsigned", "int", "short", "long"});
    const std::string count = std::to_string(1500 + rng.below(9000));
    const std::string head =
        one_of({"for (" + counter + " i = 0; i < " + count + "; i++)",
                "for (" + counter + " i = " + count + "; i > 2; --i)",
                "for (" + counter + " i = 3; i < " + count + "; i += 2)",
                "for (unsigned char i = 1; i++; )"});
    const std::string text =
        "unsigned o0 = o; " + one_of({"unsigned", "unsigned char", "long"}) +
        " y = x + 1; " + one_of({"int", "short"}) + " z = o; if (x & 2) " +
        head + " { " + change("y") + change("z") + "} o = y ^ z;";
    OracleOptions options;
    options.runs = 4;
    options.steps = 6;
    const Comparison c = compare_text(
        "unsigned x; int o; INPUT(0, x, 6) OUTPUT(0, o, 5)\n"
        "void __cat_step(void) { " +
            text + " }",
        {.inputs = 1, .outputs = 1},
        options);
    EXPECT_EQ(c.difference, "") << text;
    if (c.stats.deepest_loop < 2) ++replaced;
  }
  EXPECT_GT(replaced, kLoops / 4);
}

/// Loops that must be unwound, however long.
TEST(EncodeLimit, LongLoopsWithEffectsAreUnwound) {
  for (const char* statements : {
           "unsigned y = 1; for (int i = 0; i < 3000; i++) "
           "{ y *= 3; if (y == x) break; } o = y;",
           "static int t[8]; for (int i = 0; i < 3000; i++) "
           "t[i & 7] = t[(i + 1) & 7] + 1; o = t[3];",
           "unsigned y = x | 1, z = 1; for (int i = 0; i < 1200; i++) "
           "{ y = y * z; z = z + y; } o = y;",
       }) {
    const Comparison c = compare_text(std::string(R"c(
unsigned x; int o;
INPUT(0, x, 6) OUTPUT(0, o, 5)
void __cat_step(void) { )c") + statements +
                                          " }",
                                      {.inputs = 1, .outputs = 1});
    EXPECT_EQ(c.difference, "") << statements;
    EXPECT_GT(c.stats.deepest_loop, 50U) << statements;
  }
}

TEST(EncodeLimit, AnAddressAsANumberIsUndecided) {
  const Comparison c = compare_text(R"c(
int x, o, t[4];
INPUT(0, x, 5) OUTPUT(0, o, 5)
void __cat_step(void) { if (x > 0) o = (int)((unsigned long)&t[x & 3] >> 4); else o = x; }
)c",
                                    {.inputs = 1, .outputs = 1});
  EXPECT_EQ(c.difference, "");
  EXPECT_GT(c.compared, 5U);
  EXPECT_TRUE(c.why_unfaithful.starts_with(
      "the run depends on the number of an address"));
}

TEST(EncodeLimit, DistancesWithinAnObjectAreNumbers) {
  const Comparison c = compare_text(R"c(
int t[8], u[8], *p = t, o; unsigned char k;
INPUT(0, k, 2) OUTPUT(0, o, 5)
void __cat_step(void) {
  p = t + (k & 7); o = (int)(p - t) * 3 + (p > t + 2) + (p != u);
  if (k == 9) o += (int)(p - u);
  if (k == 200) o += p < u;
}
)c",
                                    {.inputs = 1, .outputs = 1});
  EXPECT_EQ(c.difference, "");
  EXPECT_GT(c.compared, 20U);
  EXPECT_EQ(c.unfaithful > 0,
            c.why_unfaithful ==
                "order or distance of addresses of different objects");
}

TEST(EncodeLimit, AddressesKeptAsNumbersStayAddresses) {
  const Comparison c = compare_text(R"c(
int a, b, o; unsigned long kept; unsigned char k;
INPUT(0, k, 2) OUTPUT(0, o, 5)
void __cat_step(void) {
  kept = (unsigned long)(k & 1 ? &a : &b);
  *(int *)kept += k; o = a - b;
  if (k == 77) o += (int)(kept >> 3);
}
)c",
                                    {.inputs = 1, .outputs = 1});
  EXPECT_EQ(c.difference, "");
  EXPECT_GT(c.compared, 20U) << c.why_unfaithful;
}

/// LLVM joins the checks of p, p + 1, p + 2 to one of their numbers.
TEST(EncodeLimit, NullChecksOfNeighboursAreNoUseAsNumbers) {
  const Comparison c = compare_text(R"c(
int x, o; unsigned char a[3], b[3], *p = a;
INPUT(0, x, 5) OUTPUT(0, o, 5)
void __cat_step(void) {
  a[1] = x; b[2] = x + 1;
  if (x & 1) p = x & 2 ? a : x == 5 ? 0 : b;
  for (int k = 0; k < 3; ++k) o = o * 3 + p[k];
}
)c",
                                    {.inputs = 1, .outputs = 1});
  EXPECT_EQ(c.difference, "");
  EXPECT_EQ(c.unfaithful, 0U) << c.why_unfaithful;
}

TEST(EncodeLimit, BlocksAreLimited) {
  OracleOptions options;
  options.encode.max_blocks = 2000;
  const Comparison c = compare_text(R"c(
int x, o;
INPUT(0, x, 5) OUTPUT(0, o, 5)
extern void __cat_hit(int);
static int fib(unsigned n) {
  if (n < 2) return 7 / (n + x);
  return fib(n - 1) + 2 * fib(n - 2);
}
void __cat_step(void) {
  if (x == 3) { __cat_hit(0); o = 7 / (x - 3); }
  o = fib(x & 31);
}
)c",
                                    {.inputs = 1, .outputs = 1, .goals = 1},
                                    options);
  EXPECT_EQ(c.difference, "");
  EXPECT_EQ(c.why_unfaithful, "a step of more than 2000 blocks");
}

TEST(EncodeLimit, TermsAreLimited) {
  const model::StepSystem s =
      system_of(build_step(R"c(
int x, o, t[64];
INPUT(0, x, 5) OUTPUT(0, o, 5)
void __cat_step(void) { for (int i = 0; i < 64; i++) t[(x + i) & 63] += t[(o ^ i) & 63]; o += x; }
)c",
                           {.inputs = 1, .outputs = 1}));
  logic::TermManager terms;
  model::EncodeOptions options;
  options.max_terms = 1000;
  EXPECT_THROW((void)s.encoder->encode(terms, options, {}), base::ToolError);
}

TEST(EncodeLimit, NullPointersCrash) {
  const Comparison c = compare_text(R"c(
struct S { int v; struct S *next; } a, b = {2, 0}; int x, o; struct S *head = &a;
INPUT(0, x, 5) OUTPUT(0, o, 5)
void __cat_step(void) { a.next = x > 3 ? &b : 0; o = head->next->v; if (x == 7) head = &b; }
)c",
                                    {.inputs = 1, .outputs = 1});
  EXPECT_EQ(c.difference, "");
  EXPECT_GT(c.compared, 20U);
  EXPECT_EQ(c.unfaithful, 0U) << c.why_unfaithful;
}

const char* const kThree = R"c(
int x, o;
INPUT(0, x, 5) OUTPUT(0, o, 5)
void __cat_step(void) {
  if (x > 10) { if (o == 3) __cat_hit(0); o = 1; }
  else if (x * x == 49) { o = 3; __cat_hit(1); }
  else { o += x; }
}
)c";

TEST(EncodeFollow, APathHoldsWhereItWasTaken) {
  const model::StepSystem s =
      system_of(build_step(kThree, {.inputs = 1, .outputs = 1, .goals = 2}));
  logic::TermManager terms;
  const model::Encoding all = s.encoder->encode(terms, {}, {});
  ASSERT_EQ(all.state.size(), 1U);
  for (const long x : {20L, -7L, 7L, 1L, 10L}) {
    for (const long o : {0L, 3L}) {
      const std::vector<logic::Value> state = {logic::Value::bitvec(32, o)};
      const std::vector<logic::Value> inputs = {logic::Value::bitvec(32, x)};
      const model::FollowedPart f =
          s.encoder->follow(terms, &state, inputs, {}, {});
      EXPECT_FALSE(f.branches.empty());
      logic::Assignment values;
      values.set(all.state[0].variable, state[0]);
      values.set(all.inputs[0], inputs[0]);
      logic::Evaluator e(values);
      for (const model::PathBranch& branch : f.branches) {
        EXPECT_TRUE(e.evaluate(branch.condition)->as_bool());
        EXPECT_FALSE(branch.condition.is_constant());
      }
      EXPECT_TRUE(e.evaluate(f.part.running)->as_bool());
      EXPECT_EQ(e.evaluate(f.part.next[0]), e.evaluate(all.step.next[0]));
      for (const std::size_t g : {0U, 1U}) {
        EXPECT_EQ(e.evaluate(f.part.hits[g]), e.evaluate(all.step.hits[g]));
      }
      // Elsewhere the path is not taken.
      values.set(all.inputs[0], logic::Value::bitvec(32, x > 10 ? 0 : 11));
      EXPECT_FALSE(logic::evaluate(f.part.running, values)->as_bool());
    }
  }
}

TEST(EncodeFollow, BranchesSayWhereTheyAre) {
  const model::StepSystem s =
      system_of(build_step(kThree, {.inputs = 1, .outputs = 1, .goals = 2}));
  logic::TermManager terms;
  const std::vector<logic::Value> state = {logic::Value::bitvec(32, 3)};
  const std::vector<logic::Value> inputs = {logic::Value::bitvec(32, 20)};
  const model::FollowedPart f =
      s.encoder->follow(terms, &state, inputs, {}, {});
  ASSERT_EQ(f.branches.size(), 2U);
  EXPECT_EQ(f.branches[0].where.line, 5U);
  EXPECT_EQ(f.branches[1].where.line, 5U);
}

TEST(EncodeState, SlotsAreFieldsWithNames) {
  const model::StepSystem s =
      system_of(build_step(R"c(
struct L { short low; float high; }; struct M { char mode; struct L limits[2]; int *p; } s; int x, o;
INPUT(0, x, 5) OUTPUT(0, o, 5)
void __cat_step(void) { s.mode += x; s.limits[1].low += s.limits[0].low++; s.limits[1].high += 1; if (!s.p) s.p = &x; }
)c",
                           {.inputs = 1, .outputs = 1}));
  logic::TermManager terms;
  const model::Encoding e = s.encoder->encode(terms, {}, {});
  std::set<std::string> names;
  for (const model::StateSlot& slot : e.state) {
    names.insert(slot.name + (slot.floating ? " float" : "") +
                 (slot.address ? " address" : "") + " " +
                 std::to_string(slot.size));
  }
  EXPECT_TRUE(names.contains("s.mode 1"));
  EXPECT_TRUE(names.contains("s.limits[0].low 2"));
  EXPECT_TRUE(names.contains("s.limits[1].high float 4"));
  EXPECT_TRUE(names.contains("s.p address 8"));
}

TEST(EncodeState, ValuesInMachineRepresentation) {
  using model::ScalarType;
  const logic::Value minus = logic::Value::integer(-2);
  EXPECT_EQ(model::machine_bits(ScalarType::int16, minus),
            logic::Value::bitvec(16, 0xfffe));
  EXPECT_EQ(model::from_machine_bits(ScalarType::int16,
                                     logic::Value::bitvec(16, 0xfffe)),
            minus);
  EXPECT_EQ(
      model::machine_bits(ScalarType::boolean, logic::Value::boolean(true)),
      logic::Value::bitvec(8, 1));
  model::StateSlot slot;
  slot.offset = 1;
  slot.size = 2;
  std::byte packed[4] = {};
  model::set_slot(slot, logic::Value::bitvec(16, 0x1234), packed);
  EXPECT_EQ(packed[1], std::byte{0x34});
  EXPECT_EQ(packed[2], std::byte{0x12});
  EXPECT_EQ(model::slot_value(slot, packed), logic::Value::bitvec(16, 0x1234));
}

}  // namespace
}  // namespace catenary::program::test
