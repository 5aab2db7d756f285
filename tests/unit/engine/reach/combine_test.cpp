// SPDX-License-Identifier: Apache-2.0
/// \file
/// What results of several searches say together.
#include "engine/reach/combine.h"

#include <gtest/gtest.h>

namespace catenary::engine::reach {
namespace {

/// A goal that a run of one step covers, which is not known to be a shortest.
Result covered_after_one_step() {
  Result r;
  r.goals.resize(1);
  r.goals[0].result = {
      model::GoalStatus::covered, model::Trust::replayed, "hit", 1};
  r.goals[0].shortest = false;
  return r;
}

TEST(JudgeLengths, OneStepIsShortestWhereThereIsOneInitialisation) {
  Result r = covered_after_one_step();
  judge_lengths(model::StepSystem{}, r);
  EXPECT_TRUE(r.goals[0].shortest);
}

TEST(JudgeLengths, OneStepMayBeTooManyWhereInitialisationsWereNotExamined) {
  model::StepSystem system;
  system.initial.resize(1);
  system.initial[0].exhaustive = true;
  Result r = covered_after_one_step();
  judge_lengths(system, r);
  EXPECT_FALSE(r.goals[0].shortest);
  r.complete_depth = 1;
  judge_lengths(system, r);
  EXPECT_TRUE(r.goals[0].shortest);
}

}  // namespace
}  // namespace catenary::engine::reach
