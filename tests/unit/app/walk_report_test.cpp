// SPDX-License-Identifier: Apache-2.0
/// \file
/// How long random runs challenge claims, by the options.
#include "app/challenge/walk_report.h"

#include <gtest/gtest.h>

#include <chrono>

namespace catenary::app {
namespace {

const base::Budget forever;

TEST(WalkBudget, IsTwentyThousandStepsByDefault) {
  // 3 % of a minute is more time than these steps take.
  challenge::WalkBudget budget = walk_budget({}, 60, forever);
  while (budget.step()) {
  }
  EXPECT_EQ(budget.steps(), 20'000U);
}

TEST(WalkBudget, IsNothingWhereItIsOff) {
  ChallengeOptions off;
  off.challenge.time = std::chrono::milliseconds(0);
  challenge::WalkBudget budget = walk_budget(off, 60, forever);
  EXPECT_FALSE(budget.step());
}

TEST(WalkBudget, IsAllOfATimeThatWasAskedFor) {
  ChallengeOptions longer;
  longer.challenge.time = std::chrono::seconds(20);
  challenge::WalkBudget budget = walk_budget(longer, 0, forever);
  for (int i = 0; i < 30'000; ++i) ASSERT_TRUE(budget.step());
}

}  // namespace
}  // namespace catenary::app
