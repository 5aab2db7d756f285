// SPDX-License-Identifier: Apache-2.0
/// \file
/// Proofs with some variables left out: on random programs they say nothing but
/// what trying every input of every state does.
#include "engine/abstraction/projection.h"

#include <gtest/gtest.h>

#include <chrono>
#include <string>

#include "engine/classes/exhaust.h"
#include "engine/reach/explicit/explicit.h"
#include "engine/reach/replay.h"
#include "unit/engine/c_program.h"
#include "unit/engine/random_step_program.h"

namespace catenary::engine::abstraction {
namespace {

using model::GoalStatus;
using test::program;
using test::RandomStepProgram;

/// Nothing is known before.
reach::Result nothing(const model::StepSystem& system) {
  reach::Result found;
  found.goals.resize(system.goals.size());
  return found;
}

/// What counts for ever, and products of anything, have no end.
reach::Result prove(const model::StepSystem& system,
                    const ProjectionOptions& projection) {
  base::Budget budget;
  budget.set_time(std::chrono::seconds(2));
  return prove_by_projection(
      system, projection, {}, nothing(system), budget, {});
}

/// All that can be left out at first, whatever reads it.
constexpr ProjectionOptions kEverything{
    .whole_states = 0, .rarely = 1, .by_sets = false};

class Projection : public testing::TestWithParam<std::uint64_t> {};

TEST_P(Projection, ProvesOnlyWhatNoRunHits) {
  const std::string text = RandomStepProgram(GetParam(), 3, "int").text();
  SCOPED_TRACE(text);
  const model::StepSystem system = program(text, {"branch", "ub"});
  ASSERT_TRUE(classes::can_exhaust(system));
  if (!system.exhaustive()) return;
  const reach::Result all = reach::ExplicitEngine().explore(system, {}, {}, {});
  ASSERT_TRUE(all.closed);
  reach::Result proved = prove(system, kEverything);
  reach::confirm(system, proved, {}, {});
  for (std::size_t g = 0; g < system.goals.size(); ++g) {
    const model::GoalResult& said = proved.goals[g].result;
    if (said.status == GoalStatus::undecided) continue;
    EXPECT_EQ(said.status, all.goals[g].result.status)
        << system.goals[g].id << ": " << said.reason;
  }
  if (proved.closed) {
    EXPECT_TRUE(all.findings.empty());
  }
}

INSTANTIATE_TEST_SUITE_P(Random,
                         Projection,
                         testing::Range<std::uint64_t>(1, 31));

/// 2^32 states, but for `passed` and `last`, which matter little.
const char* const kMany = R"c(
int a;
static int mode, last, passed, mirror = 3;
void step(void) {
  CATENARY_INPUT(a);
  if (mode == 0 && a > 1000) mode = 1;
  else if (mode == 1 && a < -1000) { mode = 2; last = mode; }
  else if (mode == 2 && a == 77) { mode = passed > 3 && last > 1 ? 3 : 0; }
  else if (mode == 3 && a == 5) mode = 0;
  mirror = 3 - mode;
  passed = passed + 1;
  CATENARY_GOAL("three", mode == 3);
  CATENARY_GOAL("torn", mode == 3 && mirror == 1);
  CATENARY_GOAL("four", mode == 4);
}
)c";

TEST(ProjectionWide, LeavesOutWhatCountsForEver) {
  const model::StepSystem system = program(kMany, {});
  const reach::Result proved =
      prove(system, {.whole_states = 20, .rarely = 0.9, .by_sets = false});
  EXPECT_TRUE(proved.closed);
  ASSERT_EQ(system.goals.size(), 3U);
  EXPECT_EQ(proved.goals[1].result.status, GoalStatus::unreachable)
      << proved.goals[1].result.reason;
  EXPECT_NE(proved.goals[1].result.reason.find("any value before every step"),
            std::string::npos)
      << proved.goals[1].result.reason;
  EXPECT_EQ(proved.goals[2].result.status, GoalStatus::unreachable);
}

TEST(ProjectionWide, TakesBackWhatIsToBlame) {
  const model::StepSystem system = program(R"c(
int a;
static int mode, kept, idle;
void step(void) {
  CATENARY_INPUT(a);
  if (mode == 0 && a > 100) { mode = 1; kept = a > 5000; }
  else if (mode == 1 && a == 3) mode = kept == 2 ? 3 : 2;
  else if (mode == 2) mode = 0;
  idle = idle + 1;
  CATENARY_GOAL("two", mode == 2);
  CATENARY_GOAL("three", mode == 3);
}
)c",
                                           {});
  reach::Result proved = prove(system, kEverything);
  EXPECT_EQ(proved.goals[0].result.status, GoalStatus::covered);
  EXPECT_EQ(proved.goals[1].result.status, GoalStatus::unreachable)
      << proved.goals[1].result.reason;
  reach::confirm(system, proved, {}, {});
  EXPECT_EQ(proved.goals[0].result.trust, model::Trust::replayed);
}

/// A door that remembers how far it was opened, and a counter that makes states
/// many.
const char* const kDoor = R"c(
int a;
static int mode, kept, idle;
void step(void) {
  CATENARY_INPUT(a);
  if (mode == 0 && a > 0 && a < 40) { mode = 1; kept = a; }
  else if (mode == 1 && a == kept) mode = 2;
  else if (mode == 1 && a == 1000) mode = 4;
  else if (mode == 2 && a == 7) { mode = kept == 33 ? 3 : 0; kept = 0; }
  idle = idle + 1;
  CATENARY_GOAL("three", mode == 3);
  CATENARY_GOAL("four", mode == 4);
}
)c";

/// Without `kept` a run to "three" has any value of it in its last step.
TEST(ProjectionWide, SearchesForWhatMayBeHitWithoutSomeVariables) {
  const model::StepSystem system = program(kDoor, {});
  ProjectionOptions everything = kEverything;
  reach::Result found = prove(system, everything);
  EXPECT_EQ(found.goals[0].result.status, GoalStatus::covered);
  reach::confirm(system, found, {}, {});
  EXPECT_EQ(found.goals[0].result.trust, model::Trust::replayed);
}

/// From "four" there is no way back to where "never" may be hit: the few states
/// from which there is one are looked at with all their variables.
TEST(ProjectionWide, ProvesByTheStatesFromWhichAGoalMayBeHit) {
  const model::StepSystem system = program(R"c(
int a;
static int mode, kept, idle;
void step(void) {
  CATENARY_INPUT(a);
  if (mode == 0) { mode = a > 0 && a < 4 ? 1 : 4; kept = a > 2; }
  else if (mode == 1) { mode = a == 5 && kept == 3 ? 2 : 4; }
  else idle = idle + 1;
  CATENARY_GOAL("never", mode == 2);
}
)c",
                                           {});
  const reach::Result proved = prove(system, kEverything);
  EXPECT_EQ(proved.goals[0].result.status, GoalStatus::unreachable);
  EXPECT_NE(proved.goals[0].result.reason.find("from no other it is hit"),
            std::string::npos)
      << proved.goals[0].result.reason;
}

TEST(ProjectionWide, ProvesNothingWhereOtherThingsMayHappen) {
  const model::StepSystem system = program(R"c(
int a, o;
static int count;
void step(void) {
  CATENARY_INPUT(a);
  CATENARY_GOAL("much", count > 100000);
  if (a == 123456) o = 100 / (a - 123456);
  if (a > 5) count = count + 1;
}
)c",
                                           {});
  EXPECT_FALSE(prove(system, kEverything).closed);
}

}  // namespace
}  // namespace catenary::engine::abstraction
