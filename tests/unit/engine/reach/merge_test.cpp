// SPDX-License-Identifier: Apache-2.0
/// \file
/// What two searches say of one system, taken together.
#include "engine/reach/merge.h"

#include <gtest/gtest.h>

namespace catenary::engine::reach::test {
namespace {

using model::GoalStatus;

GoalReport said(GoalStatus status, std::int64_t depth, bool shortest = true) {
  GoalReport report;
  report.result.status = status;
  report.result.depth = depth;
  report.shortest = shortest;
  return report;
}

TEST(Contradiction, IsARunWhereNoneWasSaidToBe) {
  const GoalReport unreachable = said(GoalStatus::unreachable, -1);
  EXPECT_EQ(contradiction_of("g", unreachable, 1),
            "a run of 1 step hits goal g, which was called unreachable");
  const GoalReport within = said(GoalStatus::not_within_bound, 7);
  EXPECT_EQ(contradiction_of("g", within, 7),
            "a run of 7 steps hits goal g, which no run of at most 7 steps was "
            "said to hit");
  EXPECT_EQ(contradiction_of("g", within, 8), "");
  EXPECT_EQ(contradiction_of("g", said(GoalStatus::undecided, -1), 0), "");
}

TEST(Contradiction, IsARunThatIsShorterThanAShortestOne) {
  const GoalReport shortest = said(GoalStatus::covered, 5);
  EXPECT_EQ(contradiction_of("g", shortest, 4),
            "a run of 4 steps hits goal g sooner than a run that was called "
            "shortest");
  EXPECT_EQ(contradiction_of("g", shortest, 5), "");
  EXPECT_EQ(contradiction_of("g", said(GoalStatus::covered, 5, false), 4), "");
}

TEST(Contradiction, OfResultsIsTheFirstOfTheirGoals) {
  model::StepSystem system;
  system.goals.resize(3);
  system.goals[2].id = "c";
  using Steps = std::vector<std::vector<logic::Value>>;
  Result proofs;
  proofs.goals = {said(GoalStatus::unreachable, -1),
                  said(GoalStatus::covered, 2),
                  said(GoalStatus::unreachable, -1)};
  Result runs;
  runs.goals = {GoalReport(), said(GoalStatus::covered, 3), GoalReport()};
  runs.goals[1].trace = model::Trace{{}, Steps(3)};
  EXPECT_EQ(contradiction_of(system, proofs, runs), "");
  runs.goals[2].trace = model::Trace{{}, Steps(2)};
  EXPECT_EQ(contradiction_of(system, proofs, runs),
            "a run of 2 steps hits goal c, which was called unreachable");
}

Finding crash(const std::string& text, std::size_t steps) {
  Finding f;
  f.event.text = text;
  f.trace.steps.resize(steps);
  return f;
}

TEST(MergeFindings, KeepsTheShorterRunToAnEvent) {
  std::vector<Finding> all = {crash("a", 3), crash("b", 2)};
  merge_findings(all, {crash("c", 1), crash("a", 2), crash("b", 4)});
  ASSERT_EQ(all.size(), 3U);
  EXPECT_EQ(all[0].event.text, "a");
  EXPECT_EQ(all[0].trace.steps.size(), 2U);
  EXPECT_EQ(all[1].trace.steps.size(), 2U);
  EXPECT_EQ(all[2].event.text, "c");
  // The same text of another outcome is another event.
  Finding hung = crash("a", 1);
  hung.outcome = model::StepOutcome::hung;
  merge_findings(all, {hung});
  EXPECT_EQ(all.size(), 4U);
}

}  // namespace
}  // namespace catenary::engine::reach::test
