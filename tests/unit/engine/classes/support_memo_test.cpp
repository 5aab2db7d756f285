// SPDX-License-Identifier: Apache-2.0
/// \file
/// What was found of a state holds of those that agree in what it depends on,
/// and of no others.
#include "engine/classes/support_memo.h"

#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace catenary::engine::classes {
namespace {

/// States are three bytes, each a slot.
using State = std::array<std::byte, 3>;

State state(int a, int b, int c) {
  return {static_cast<std::byte>(a),
          static_cast<std::byte>(b),
          static_cast<std::byte>(c)};
}

class SupportMemoTest : public testing::Test {
 protected:
  SupportMemoTest() {
    for (std::size_t k = 0; k < 3; ++k) {
      slots_.emplace_back();
      slots_.back().offset = k;
      slots_.back().size = 1;
    }
  }
  void keep(const State& s, const std::vector<bool>& used, std::uint32_t n) {
    memo_.keep(slots_, s.data(), used, n);
  }
  std::uint32_t find(const State& s) { return memo_.find(slots_, s.data()); }

  std::vector<model::StateSlot> slots_;
  SupportMemo memo_;
};

TEST_F(SupportMemoTest, KnowsNothingAtFirst) {
  EXPECT_EQ(find(state(0, 0, 0)), SupportMemo::kNone);
}

TEST_F(SupportMemoTest, WhatDependsOnNothingHoldsOfAll) {
  keep(state(1, 2, 3), {false, false, false}, 7);
  EXPECT_EQ(find(state(4, 5, 6)), 7U);
}

TEST_F(SupportMemoTest, OnlyWhatIsUsedMatters) {
  keep(state(1, 2, 3), {true, false, false}, 7);
  EXPECT_EQ(find(state(1, 9, 9)), 7U);
  EXPECT_EQ(find(state(2, 2, 3)), SupportMemo::kNone);
}

TEST_F(SupportMemoTest, StatesMayDependOnDifferentSlots) {
  keep(state(1, 2, 3), {true, true, false}, 7);
  keep(state(2, 2, 3), {true, false, true}, 8);
  keep(state(3, 2, 3), {false, true, true}, 9);
  EXPECT_EQ(find(state(1, 2, 0)), 7U);
  EXPECT_EQ(find(state(2, 0, 3)), 8U);
  EXPECT_EQ(find(state(2, 0, 4)), SupportMemo::kNone);
  EXPECT_EQ(find(state(5, 2, 3)), 9U);
  std::vector<double> shares(3);
  memo_.add_shares(shares);
  for (const double share : shares) EXPECT_DOUBLE_EQ(share, 2.0 / 3);
}

}  // namespace
}  // namespace catenary::engine::classes
