// SPDX-License-Identifier: Apache-2.0
#include "app/generate/suite_builder.h"

#include <gtest/gtest.h>

#include "engine/reach/replay.h"
#include "unit/engine/reach/counter.h"

namespace catenary::app {
namespace {

namespace reach = engine::reach;
using model::GoalStatus;
using model::Trust;

// The time may end before the run that was found for a goal is replayed.
TEST(SuiteBuilder, WhatAReplayedTestCoversWasReplayed) {
  const model::StepSystem system =
      reach::test::make_system(reach::test::counter(12), {5});
  PlannedTest t;
  for (const int i : {4, 4, 2}) {
    t.trace.steps.push_back({logic::Value::integer(i)});
  }
  t.replayed = reach::replay(system, {&t.trace, 1}, {}, base::Budget()).front();
  SuiteBuilder builder(system);
  builder.set_goals({{GoalStatus::covered, Trust::claimed, "at ten", 3},
                     {GoalStatus::covered, Trust::claimed, "at the end", 3},
                     {GoalStatus::unreachable, Trust::claimed, "never", -1}});
  builder.add_test(t);
  const suite::Suite suite = builder.take();
  EXPECT_EQ(suite.goals[0].trust, Trust::replayed);
  EXPECT_EQ(suite.goals[1].trust, Trust::claimed) << "no test has it";
  EXPECT_EQ(suite.goals[2].trust, Trust::claimed);
}

}  // namespace
}  // namespace catenary::app
