// SPDX-License-Identifier: Apache-2.0
#include "app/generate/tidy/tidy_tests.h"

#include <gtest/gtest.h>

#include "unit/engine/reach/counter.h"

namespace catenary::app {
namespace {

namespace reach = engine::reach;
namespace fake = engine::reach::test;
using model::GoalStatus;

/// g0: input 0 is at least 4. g1: input 1 is 0 in the same step.
model::StepSystem system_of_two() {
  fake::FakeProgram p;
  p.goals = 2;
  p.step = [](auto&, const auto& in) {
    fake::Effect e;
    if (in[0] >= 4) e.hits.push_back(0);
    if (in[0] >= 4 && in[1] == 0) e.hits.push_back(1);
    return e;
  };
  return fake::make_system(p, {10, 10});
}

/// A test of one step that hits g0 alone.
std::vector<PlannedTest> one_test(const model::StepSystem& system) {
  PlannedTest t;
  t.trace.steps = {{logic::Value::integer(9LL), logic::Value::integer(7LL)}};
  const std::vector<model::Trace> traces = {t.trace};
  t.replayed = reach::replay(system, traces, {}, {}).at(0);
  return {t};
}

reach::Result known(GoalStatus of_second) {
  reach::Result out;
  out.goals.resize(2);
  out.goals[0].result = {GoalStatus::covered, model::Trust::replayed, "hit", 1};
  out.goals[1].result = {of_second, model::Trust::proved, "said so", -1};
  return out;
}

TEST(TidyTests, ReplaceATestByOneThatWasReplayed) {
  const model::StepSystem system = system_of_two();
  std::vector<PlannedTest> tests = one_test(system);
  const GivenTests others =
      tidy_tests(system, known(GoalStatus::covered), {}, {}, 0, tests);
  EXPECT_TRUE(others.tests.empty());
  EXPECT_EQ(tests[0].trace.steps[0][0].as_int64(), 4);
  EXPECT_EQ(tests[0].trace.steps[0][1].as_int64(), 0);
  EXPECT_TRUE(tests[0].replayed.hits(0));
}

TEST(TidyTests, LeaveTestsThatWereGiven) {
  const model::StepSystem system = system_of_two();
  std::vector<PlannedTest> tests = one_test(system);
  (void)tidy_tests(system, known(GoalStatus::covered), {}, {}, 1, tests);
  EXPECT_EQ(tests[0].trace.steps[0][0].as_int64(), 9);
}

TEST(TidyTests, ARunToAGoalThatWasCalledUnreachableTakesBackTheProof) {
  const model::StepSystem system = system_of_two();
  std::vector<PlannedTest> tests = one_test(system);
  reach::Result reached = known(GoalStatus::unreachable);
  const GivenTests others = tidy_tests(system, reached, {}, {}, 0, tests);
  EXPECT_FALSE(tests[0].replayed.hits(1));
  ASSERT_EQ(others.tests.size(), 1U);
  EXPECT_TRUE(others.tests[0].replayed.hits(1));
  EXPECT_FALSE(add_given(others, system, reached, "a run with other inputs"));
  EXPECT_EQ(reached.goals[1].result.status, GoalStatus::covered);
  EXPECT_NE(reached.contradiction.find("a run with other inputs: "),
            std::string::npos)
      << reached.contradiction;
}

}  // namespace
}  // namespace catenary::app
