// SPDX-License-Identifier: Apache-2.0
#include "app/generate/goals/goal_answer.h"

#include <gtest/gtest.h>

#include "app/generate/suite_builder.h"
#include "base/error.h"
#include "unit/engine/reach/counter.h"

namespace catenary::app {
namespace {

namespace reach = engine::reach;
using model::GoalResult;
using model::GoalStatus;
using model::Trust;

constexpr std::uint32_t kAtTen = 0, kAtEnd = 1, kNever = 2;

/// Counts by up to 4 a step, to 12: g0 at 10, g1 at 12, g2 never.
class GoalAnswer : public testing::Test {
 protected:
  GoalAnswer()
      : system_(reach::test::make_system(reach::test::counter(12), {5})),
        results_(3) {
    system_.sha256 = "0123";
    for (GoalResult& r : results_) r.reason = "the limit of work";
  }
  void add_test(std::initializer_list<int> inputs) {
    PlannedTest t;
    t.kind = suite::TestKind::linear;
    for (const int i : inputs) {
      t.trace.steps.push_back({logic::Value::integer(i)});
    }
    t.replayed =
        reach::replay(system_, {&t.trace, 1}, {}, base::Budget()).front();
    tests_.push_back(std::move(t));
  }
  void claim_covered(std::uint32_t goal, std::int64_t depth, bool shortest) {
    results_[goal] = {
        GoalStatus::covered,
        Trust::replayed,
        reach::hit_text(static_cast<std::uint64_t>(depth), shortest),
        depth};
  }
  void claim_unreachable(std::uint32_t goal, Trust trust = Trust::proved) {
    results_[goal] = {GoalStatus::unreachable, trust, "by induction", -1};
  }
  suite::Suite suite() const {
    SuiteBuilder builder(system_);
    builder.set_goals(results_);
    for (const PlannedTest& t : tests_) builder.add_test(t);
    return builder.take();
  }
  reach::Result read(const std::vector<std::uint32_t>& asked) const {
    return read_goal_answer(
        suite(), asked, system_, std::chrono::seconds(1), base::Budget());
  }
  std::string fault(const std::vector<std::uint32_t>& asked) const {
    try {
      (void)read(asked);
    } catch (const base::InputError& e) {
      return e.what();
    }
    return "";
  }

  model::StepSystem system_;
  std::vector<GoalResult> results_;
  std::vector<PlannedTest> tests_;
};

TEST_F(GoalAnswer, CoversWhatTheTestsHitHere) {
  add_test({4, 4, 2, 0, 2});
  add_test({4, 4, 4});
  claim_covered(kAtTen, 3, false);
  const reach::Result found = read({kAtTen});
  EXPECT_EQ(found.goals[kAtTen].result.status, GoalStatus::covered);
  EXPECT_EQ(found.goals[kAtTen].result.trust, Trust::replayed);
  EXPECT_EQ(found.goals[kAtTen].result.depth, 3);
  EXPECT_FALSE(found.goals[kAtTen].shortest);
  // Nobody asked for it, but there it is; the shorter of two runs.
  EXPECT_EQ(found.goals[kAtEnd].result.status, GoalStatus::covered);
  EXPECT_EQ(found.goals[kAtEnd].result.depth, 3);
  EXPECT_EQ(found.goals[kAtEnd].trace->steps.size(), 3U);
  EXPECT_EQ(found.goals[kNever].result.status, GoalStatus::undecided);
}

TEST_F(GoalAnswer, ARunIsShortestWhereThatWasProvedOfItsLength) {
  add_test({4, 4, 2});
  add_test({4, 4, 0, 4});
  claim_covered(kAtTen, 3, true);
  claim_covered(kAtEnd, 3, true);
  const reach::Result found = read({kAtTen, kAtEnd});
  EXPECT_TRUE(found.goals[kAtTen].shortest);
  EXPECT_EQ(found.goals[kAtTen].result.reason, "hit by a run of 3 steps");
  // The run that was proved shortest is another one.
  EXPECT_FALSE(found.goals[kAtEnd].shortest);
  EXPECT_EQ(found.goals[kAtEnd].result.depth, 4);
}

TEST_F(GoalAnswer, ProofsAreThoseOfGoalsThatWereAskedFor) {
  claim_unreachable(kNever);
  claim_unreachable(kAtEnd);
  results_[kAtTen] = {
      GoalStatus::not_within_bound, Trust::proved, "no run of 2 steps", 2};
  const reach::Result found = read({kAtTen, kNever});
  EXPECT_EQ(found.goals[kNever].result.status, GoalStatus::unreachable);
  EXPECT_EQ(found.goals[kNever].result.trust, Trust::proved);
  EXPECT_EQ(found.goals[kNever].result.reason, "by induction");
  EXPECT_EQ(found.goals[kAtTen].result.status, GoalStatus::not_within_bound);
  EXPECT_EQ(found.goals[kAtTen].result.depth, 2);
  EXPECT_EQ(found.goals[kAtEnd].result.status, GoalStatus::undecided);
  EXPECT_FALSE(found.closed);
  EXPECT_EQ(found.complete_depth, 0U);
}

TEST_F(GoalAnswer, WhatNobodyProvedIsOpen) {
  claim_unreachable(kNever, Trust::claimed);
  const reach::Result found = read({kNever, kAtEnd});
  EXPECT_EQ(found.goals[kNever].result.status, GoalStatus::undecided);
  EXPECT_EQ(found.goals[kAtEnd].result.reason, "the limit of work");
}

TEST_F(GoalAnswer, RefusesWhatContradictsItself) {
  add_test({4, 4, 4});
  claim_unreachable(kAtEnd);
  EXPECT_NE(fault({kAtEnd}).find("goal g1, which is unreachable"),
            std::string::npos);
  claim_covered(kAtEnd, 4, true);
  EXPECT_NE(fault({kAtEnd}).find("sooner than a shortest run"),
            std::string::npos);
  claim_covered(kAtEnd, 3, true);
  EXPECT_EQ(fault({kAtEnd}), "");
  results_[kAtEnd] = {GoalStatus::not_within_bound, Trust::proved, "no", 3};
  EXPECT_NE(fault({kAtEnd}).find("which is not_within_bound"),
            std::string::npos);
  results_[kAtEnd].depth = 2;
  EXPECT_EQ(fault({kAtEnd}), "");
}

TEST_F(GoalAnswer, RefusesWhatDoesNotHappenHere) {
  add_test({4, 4, 4});
  claim_covered(kAtTen, 3, false);
  claim_unreachable(kNever);
  EXPECT_NE(fault({kAtTen, kNever}).find("no test hits goal g0"),
            std::string::npos);
}

TEST_F(GoalAnswer, RefusesWhatIsAboutAnotherProgram) {
  suite::Suite other = suite();
  other.model.sha256 = "0124";
  EXPECT_THROW(
      (void)read_goal_answer(other, {}, system_, std::chrono::seconds(1), {}),
      base::InputError);
  other = suite();
  other.goals.pop_back();
  EXPECT_THROW((void)read_goal_answer(
                   other, {kNever}, system_, std::chrono::seconds(1), {}),
               base::InputError);
}

}  // namespace
}  // namespace catenary::app
