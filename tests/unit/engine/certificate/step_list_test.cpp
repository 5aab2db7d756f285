// SPDX-License-Identifier: Apache-2.0
/// \file
/// All steps of a circuit, listed by a solver: they are those that the
/// exploration of the set of its states finds.
#include "engine/certificate/step_list.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "engine/certificate/state_set.h"
#include "engine/chain/suite_bound.h"

namespace catenary::engine::certificate {

namespace {

/// An input chooses a way for good: to 1 (goal 0 from then on), or to 2 (goal
/// 1). Latch 0 ends the run, after goal 1. Latch 3 holds an input that nothing
/// depends on. Latch 4 is set by the first step, the initialisation.
AndCircuit fork() {
  AndCircuit out;
  const AigerSignal go = out.input("go");
  const AigerSignal left = out.input("left");
  const AigerSignal stop = out.latch("stop");
  const AigerSignal one = out.latch("one");
  const AigerSignal two = out.latch("two");
  (void)out.latch("noise");
  const AigerSignal begun = out.latch("begun");
  out.constraints = {stop ^ 1U};
  const AigerSignal starts = out.both(go, out.both(one ^ 1U, two ^ 1U));
  out.next = {two,
              out.either(one, out.both(starts, left)),
              out.either(two, out.both(starts, left ^ 1U)),
              left,
              1};
  out.bad = {{"first", out.both(one, begun)}, {"second", out.both(two, begun)}};
  return out;
}

}  // namespace

TEST(StepList, HasAllStatesAndSteps) {
  const AndCircuit circuit = fork();
  const auto list = list_steps(circuit, {0, 1}, 0, 1, {});
  ASSERT_TRUE(list.has_value());
  EXPECT_EQ(list->latches, (std::vector<std::uint32_t>{1, 2, 4}));
  EXPECT_EQ(list->states.size(), 4U);
  // Stay, left, right, at first and later; the left one goes on, the right one
  // ends.
  EXPECT_EQ(list->steps.size(), 8U);
  EXPECT_EQ(std::ranges::count(list->steps, true, &FoundStep::ends), 1);
}

TEST(StepList, WithFewerGoalsForgetsTheOthers) {
  const auto list = list_steps(fork(), {0, 1}, 0, 1, {});
  ASSERT_TRUE(list.has_value());
  for (const FoundStep& step : list->with_goals({1}).steps) {
    EXPECT_TRUE(step.hits.empty() ||
                step.hits == std::vector<std::uint32_t>{1});
  }
}

TEST(StepList, GivesTheSameGraphAsTheSetOfStates) {
  const AndCircuit circuit = fork();
  const std::vector<std::uint32_t> goals{0, 1};
  StateSet set(circuit, goals, 0, {}, goals, 1);
  set.explore(100, {});
  ASSERT_TRUE(set.closed());
  const auto explored =
      set.steps().graph(set.size(), set.depths(), true, goals);
  const auto list = list_steps(circuit, goals, 0, 1, {});
  ASSERT_TRUE(explored && list);
  StepGraph steps;
  for (const FoundStep& step : list->steps) steps.add(step);
  steps.close_states();
  steps.close_depth();
  const auto listed = steps.graph(list->states.size(), 1, true, goals);
  ASSERT_TRUE(listed.has_value());
  EXPECT_EQ(listed->state_count(), explored->state_count());
  EXPECT_EQ(listed->edges.size(), explored->edges.size());
  EXPECT_EQ(listed->initial.size(), explored->initial.size());
  EXPECT_FALSE(set.steps().apart());
}

// Goal 0 is at step 1 of the circuit, goal 1 as well, and no run has both.
TEST(SuiteBound, FindsWhatTwoTestsCost) {
  const AndCircuit circuit = fork();
  const auto list = list_steps(circuit, {0, 1}, 0, 1, {});
  ASSERT_TRUE(list.has_value());
  StepGraph steps;
  for (const FoundStep& step : list->steps) steps.add(step);
  steps.close_states();
  steps.close_depth();
  const auto graph = steps.graph(list->states.size(), 1, true, {0, 1});
  ASSERT_TRUE(graph.has_value());
  chain::SuiteBound bound{{0, 1}, 1, 2, {}};
  constexpr std::uint64_t kPairs = 1'000'000;
  EXPECT_TRUE(chain::goals_that_prove(bound, *graph, kPairs, {}));
  bound.steps = 3;
  EXPECT_FALSE(chain::goals_that_prove(bound, *graph, kPairs, {}));
  bound = {{0, 1}, 2, 0, {}};
  EXPECT_FALSE(chain::goals_that_prove(bound, *graph, kPairs, {}));
  // With a price: a step less is a step less.
  bound = {{0, 1}, 1, 2, 5};
  EXPECT_TRUE(chain::goals_that_prove(bound, *graph, kPairs, {}));
  bound = {{0, 1}, 0, 8, 5};
  EXPECT_FALSE(chain::goals_that_prove(bound, *graph, kPairs, {}));
  bound = {{0}, 0, 1, {}};
  EXPECT_EQ(chain::goals_that_prove(bound, *graph, kPairs, {}),
            (std::vector<std::uint32_t>{0}));
  // Too many pairs for whoever checks it.
  EXPECT_FALSE(chain::goals_that_prove(bound, *graph, 1, {}));
}

// A step that leaves the part that is known may hit everything.
TEST(SuiteBound, AllowsForWhatIsNotKnown) {
  AndCircuit circuit;
  (void)circuit.latch("stop");
  const AigerSignal one = circuit.latch("one");
  const AigerSignal two = circuit.latch("two");
  const AigerSignal three = circuit.latch("three");
  circuit.next = {0, 1, one, two};
  circuit.bad = {{"last", three}};
  const std::vector<std::uint32_t> goals{0};
  StateSet set(circuit, goals, 0, {}, goals, 1);
  set.explore(2, {});
  ASSERT_FALSE(set.closed());
  ASSERT_EQ(set.depths(), 2U);
  const auto graph = set.steps().graph(set.size(), 2, false, goals);
  ASSERT_TRUE(graph.has_value());
  EXPECT_TRUE(chain::goals_that_prove({goals, 0, 1, {}}, *graph, 100, {}));
  EXPECT_FALSE(chain::goals_that_prove({goals, 0, 2, {}}, *graph, 100, {}));
}

}  // namespace catenary::engine::certificate
