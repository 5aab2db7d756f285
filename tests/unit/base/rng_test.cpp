// SPDX-License-Identifier: Apache-2.0
#include "base/rng.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <numeric>
#include <vector>

namespace catenary::base {
namespace {

// First outputs for seed 0, computed independently from the published
// definitions of splitmix64 and xoshiro256**.
TEST(Rng, GivesThePublishedSequence) {
  Rng rng(0);
  EXPECT_EQ(rng.next(), 0x99ec5f36cb75f2b4U);
  EXPECT_EQ(rng.next(), 0xbf6e1f784956452aU);
  EXPECT_EQ(rng.next(), 0x1a5f849d4933e6e0U);
}

TEST(Rng, RepeatsWithTheSeedAndOnlyThen) {
  Rng a(42), b(42), c(43);
  const auto first = a.next();
  EXPECT_EQ(first, b.next());
  EXPECT_NE(first, c.next());
}

TEST(Rng, TaskStreamsDependOnSeedAndIndexOnly) {
  EXPECT_EQ(Rng::of_task(7, 3).next(), Rng::of_task(7, 3).next());
  EXPECT_NE(Rng::of_task(7, 3).next(), Rng::of_task(7, 4).next());
  EXPECT_NE(Rng::of_task(7, 0).next(), Rng::of_task(8, 0).next());
}

TEST(Rng, BelowIsUniform) {
  constexpr int kDraws = 60000;
  std::array<int, 6> seen{};
  Rng rng(1);
  for (int i = 0; i < kDraws; ++i) ++seen.at(rng.below(6));
  double chi_square = 0;
  for (const int n : seen) {
    const double d = n - kDraws / 6.0;
    chi_square += d * d / (kDraws / 6.0);
  }
  EXPECT_LT(chi_square, 20.5);  // 5 degrees of freedom, p = 0.001
}

TEST(Rng, RangesReachBothEndsAndNothingElse) {
  constexpr auto kMin = std::numeric_limits<std::int64_t>::min();
  constexpr auto kMax = std::numeric_limits<std::int64_t>::max();
  Rng rng(5);
  std::array<bool, 4> seen{};
  for (int i = 0; i < 200; ++i) {
    const auto x = rng.in_range(-2, 1);
    ASSERT_GE(x, -2);
    ASSERT_LE(x, 1);
    seen.at(static_cast<std::size_t>(x + 2)) = true;
  }
  EXPECT_TRUE(std::all_of(seen.begin(), seen.end(), [](bool b) { return b; }));
  EXPECT_EQ(rng.in_range(kMax, kMax), kMax);
  bool negative = false;
  for (int i = 0; i < 64; ++i)
    negative = negative || rng.in_range(kMin, kMax) < 0;
  EXPECT_TRUE(negative);
}

TEST(Rng, RefusesEmptyRanges) {
  Rng rng(1);
  EXPECT_THROW(rng.below(0), InternalError);
  EXPECT_THROW(rng.in_range(1, 0), InternalError);
}

TEST(Rng, ShufflePermutes) {
  std::vector<int> items(50);
  std::iota(items.begin(), items.end(), 0);
  std::vector<int> mixed = items;
  Rng rng(9);
  rng.shuffle(mixed);
  EXPECT_NE(mixed, items);
  std::sort(mixed.begin(), mixed.end());
  EXPECT_EQ(mixed, items);
}

TEST(Rng, UnitStaysBelowOne) {
  Rng rng(11);
  for (int i = 0; i < 10000; ++i) {
    const double x = rng.unit();
    ASSERT_GE(x, 0.0);
    ASSERT_LT(x, 1.0);
  }
}

}  // namespace
}  // namespace catenary::base
