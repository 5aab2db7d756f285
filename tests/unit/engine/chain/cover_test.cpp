// SPDX-License-Identifier: Apache-2.0
/// \file
/// Cheapest covers against enumeration.
#include "engine/chain/graph/cover.h"

#include <gtest/gtest.h>

#include <optional>

#include "base/rng.h"

namespace catenary::engine::chain {
namespace {

std::uint64_t bits_of(const CoverSet& set) {
  std::uint64_t bits = 0;
  for (const std::uint32_t e : set.elements) bits |= std::uint64_t{1} << e;
  return bits;
}

std::uint64_t cheapest_by_enumeration(const std::vector<CoverSet>& sets) {
  std::uint64_t all = 0;
  for (const CoverSet& s : sets) all |= bits_of(s);
  std::optional<std::uint64_t> best;
  for (std::uint32_t choice = 0; choice < 1U << sets.size(); ++choice) {
    std::uint64_t covered = 0;
    std::uint64_t cost = 0;
    for (std::size_t i = 0; i < sets.size(); ++i) {
      if ((choice >> i & 1) == 0) continue;
      covered |= bits_of(sets[i]);
      cost += sets[i].weight;
    }
    if (covered == all && (!best || cost < *best)) best = cost;
  }
  return *best;
}

std::vector<CoverSet> random_sets(base::Rng& rng) {
  std::vector<CoverSet> sets(1 + rng.below(11));
  const std::uint64_t elements = 1 + rng.below(9);
  for (CoverSet& s : sets) {
    s.weight = rng.below(12);
    for (std::uint32_t e = 0; e < elements; ++e) {
      if (rng.chance(1, 3)) s.elements.push_back(e);
    }
  }
  return sets;
}

TEST(Cover, AgreesWithEnumeration) {
  base::Rng rng(11);
  for (int round = 0; round < 400; ++round) {
    const std::vector<CoverSet> sets = random_sets(rng);
    const Cover cover = cheapest_cover(sets, {});
    EXPECT_EQ(cover.cost, cheapest_by_enumeration(sets)) << round;
    EXPECT_TRUE(cover.optimal()) << round;
  }
}

/// Where greedy takes the large set first and needs three.
TEST(Cover, IsBetterThanGreedy) {
  const std::vector<CoverSet> sets = {
      {{0, 1, 2, 3}, 10}, {{0, 1, 4}, 8}, {{2, 3, 5}, 8}, {{4}, 7}, {{5}, 7}};
  const Cover cover = cheapest_cover(sets, {});
  EXPECT_EQ(cover.chosen, (std::vector<std::uint32_t>{1, 2}));
  EXPECT_EQ(cover.cost, 16U);
  EXPECT_TRUE(cover.optimal());
}

TEST(Cover, OfSeveralTheFirst) {
  const std::vector<CoverSet> sets = {{{0}, 3}, {{0, 1}, 3}, {{0, 1}, 3}};
  EXPECT_EQ(cheapest_cover(sets, {}).chosen, std::vector<std::uint32_t>{1});
}

TEST(Cover, OfNothingIsEmpty) {
  EXPECT_TRUE(cheapest_cover({}, {}).chosen.empty());
  EXPECT_TRUE(cheapest_cover({{{}, 5}}, {}).chosen.empty());
  EXPECT_EQ(cheapest_cover({{{}, 5}}, {}).cost, 0U);
}

TEST(Cover, WithoutTimeItIsACoverWithABound) {
  base::Rng rng(5);
  std::vector<CoverSet> sets(200);
  for (CoverSet& s : sets) {
    s.weight = 1 + rng.below(50);
    for (std::uint32_t e = 0; e < 80; ++e) {
      if (rng.chance(1, 12)) s.elements.push_back(e);
    }
  }
  base::Budget none;
  none.interrupt();
  const Cover fast = cheapest_cover(sets, none);
  const Cover best = cheapest_cover(sets, {});
  EXPECT_TRUE(best.optimal());
  EXPECT_LE(fast.bound, best.cost);
  EXPECT_GE(fast.cost, best.cost);
}

}  // namespace
}  // namespace catenary::engine::chain
