// SPDX-License-Identifier: Apache-2.0
/// \file
/// Random walks by inputs that runs had.
#include "engine/abstraction/random_walk.h"

#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include "engine/reach/process/board_result.h"
#include "engine/reach/replay.h"
#include "unit/engine/c_program.h"

namespace catenary::engine::abstraction {
namespace {

using test::program;
using State = reach::GoalKnowledge::State;

/// Two inputs of 2^32 matter, by turns.
const char* const kTurns = R"c(
int a;
static int mode, turns, steps;
void step(void) {
  CATENARY_INPUT(a);
  steps = steps + 1;
  if (mode == 0 && a == 123456) mode = 1;
  else if (mode == 1 && a == -77) { mode = 0; turns = turns + 1; }
  CATENARY_GOAL("one", mode == 1);
  CATENARY_GOAL("turn", turns == 1);
  CATENARY_GOAL("ten", turns == 10);
  CATENARY_GOAL("never", turns == -1);
}
)c";

model::Trace run_by(const std::vector<long>& inputs) {
  model::Trace run;
  for (const long n : inputs) {
    run.steps.push_back({logic::Value::integer(n)});
  }
  return run;
}

void add_hit(reach::Board& board, std::uint32_t goal, model::Trace run) {
  reach::GoalKnowledge hit;
  hit.state = State::hit;
  hit.trace = std::move(run);
  board.set_goal(goal, std::move(hit));
}

/// What the board knows after the walks.
reach::Result walked(const model::StepSystem& system,
                     const std::vector<std::vector<long>>& runs,
                     std::uint64_t memory_bytes = 0,
                     std::uint64_t turns_to_begin_with = 0) {
  base::Budget budget;
  budget.set_time(std::chrono::seconds(60));
  reach::Board board(system, {});
  for (std::uint32_t g = 0; g < runs.size(); ++g) {
    add_hit(board, g, run_by(runs[g]));
  }
  classes::StepPaths paths(system, budget);
  const Exploring on{paths, budget, memory_bytes, board};
  const ExploredStates whole(on);
  SampledStates sample(on, whole);
  const LocationSteps locations(on, whole, sample);
  const std::vector<bool> local(locations.slots().size(), true);
  RandomWalkOptions options;
  for (std::uint32_t k = 0; k < locations.slots().size(); ++k) {
    if (locations.slots()[k].name.find("turns") != std::string::npos) {
      options.from.emplace(k, turns_to_begin_with);
    }
  }
  EXPECT_EQ(options.from.size(), 1U);
  random_walk(on, locations, local, sample, options);
  return reach::result_of(board);
}

TEST(Wander, HitsByTheInputsOfRunsWhatNeedsMoreOfThem) {
  const model::StepSystem system = program(kTurns, {});
  // Without memory for states but of walks that hit goals, too.
  for (const std::uint64_t memory : {0, 1}) {
    reach::Result found = walked(system, {{123456}, {123456, -77}}, memory);
    EXPECT_FALSE(found.goals[3].trace);
    ASSERT_TRUE(found.goals[2].trace);
    EXPECT_GE(found.goals[2].trace->steps.size(), 20U);
    reach::confirm(system, found, {}, {});
    EXPECT_EQ(found.goals[2].result.trust, model::Trust::replayed);
  }
}

// Every other walk begins in the one state of the runs with a turn, or in one
// with two, which there is only later.
TEST(Wander, BeginsWhereVariablesHaveTheValuesAskedFor) {
  const model::StepSystem system = program(kTurns, {});
  for (const std::uint64_t turns : {1, 2}) {
    const reach::Result found =
        walked(system, {{123456}, {123456, -77}}, 0, turns);
    EXPECT_TRUE(found.goals[2].trace);
    EXPECT_FALSE(found.goals[3].trace);
  }
}

TEST(Wander, HasNoInputsWithoutRuns) {
  const model::StepSystem system = program(kTurns, {});
  const reach::Result found = walked(system, {});
  for (const auto& goal : found.goals) EXPECT_FALSE(goal.trace);
}

}  // namespace
}  // namespace catenary::engine::abstraction
