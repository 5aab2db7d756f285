// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the explicit engine finds, and what it does at bounds and budgets.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <thread>

#include "base/error.h"
#include "engine/reach/explicit/explicit.h"
#include "unit/engine/reach/counter.h"

namespace catenary::engine::reach::test {
namespace {

using model::GoalStatus;
using model::Trust;
using std::chrono::milliseconds;

TEST(Explicit, ProvesWhatAnExhaustedSearchDidNotHit) {
  const Result result = explore(make_system(counter(1000), {3}));
  EXPECT_TRUE(result.closed);
  EXPECT_EQ(result.stop, Stop::none);
  EXPECT_EQ(result.states, 1001u);
  EXPECT_EQ(result.transitions, 3003u);
  EXPECT_EQ(result.goals[0].result.status, GoalStatus::covered);
  EXPECT_EQ(result.goals[0].result.depth, 5);
  EXPECT_EQ(inputs_of(*result.goals[0].trace), std::vector<int>(5, 2));
  EXPECT_EQ(result.goals[1].result.depth, 500);
  EXPECT_EQ(result.goals[2].result.status, GoalStatus::unreachable);
  EXPECT_EQ(result.goals[2].result.trust, Trust::proved);
  EXPECT_NE(result.goals[2].result.reason.find("1001"), std::string::npos);
}

TEST(Explicit, ChoosesTheSmallestLettersAmongShortestRuns) {
  FakeProgram program = counter(11);
  const Result result = explore(make_system(program, {3}));
  // 11 steps by 1 and 2 in six steps: one 1, and that as early as possible.
  EXPECT_EQ(inputs_of(*result.goals[1].trace),
            (std::vector<int>{1, 2, 2, 2, 2, 2}));
}

TEST(Explicit, CannotProveWithInputsThatWereNotAllTried) {
  model::StepSystem system = make_system(counter(20), {3});
  system.inputs[0].exhaustive = false;
  system.inputs[0].why_not_exhaustive = "i0 was sampled";
  const Result result = explore(system);
  EXPECT_FALSE(result.closed);
  EXPECT_EQ(result.goals[0].result.status, GoalStatus::covered);
  EXPECT_EQ(result.goals[2].result.status, GoalStatus::undecided);
  EXPECT_EQ(result.complete_depth, 0u);
  EXPECT_NE(result.goals[2].result.reason.find("i0 was sampled"),
            std::string::npos);
}

TEST(Explicit, StopsAtTheBoundOnSteps) {
  Options options;
  options.max_steps = 4;
  const model::StepSystem system = make_system(counter(1000), {3});
  Result result = explore(system, options);
  EXPECT_EQ(result.stop, Stop::steps);
  EXPECT_FALSE(result.closed);
  EXPECT_EQ(result.complete_depth, 4u);
  EXPECT_EQ(result.goals[0].result.status, GoalStatus::not_within_bound);
  EXPECT_EQ(result.goals[0].result.depth, 4);
  options.max_steps = 5;
  result = explore(system, options);
  EXPECT_EQ(result.goals[0].result.status, GoalStatus::covered);
}

TEST(Explicit, StopsWhenEveryGoalIsHitInALargeSystem) {
  FakeProgram program = counter(1000);
  program.goals = 1;
  program.step = [step = program.step](auto& state, const auto& in) {
    Effect effect = step(state, in);
    std::erase(effect.hits, 1u);
    return effect;
  };
  Options options;
  options.settled_states = 50;
  const model::StepSystem system = make_system(program, {2});
  Result result = explore(system, options);
  EXPECT_EQ(result.stop, Stop::goals);
  EXPECT_FALSE(result.closed);
  EXPECT_EQ(result.goals[0].result.depth, 10);
  // The level in which the 51st state was found was examined whole.
  EXPECT_EQ(result.states, 51u);
  EXPECT_EQ(result.complete_depth, 50u);
  // A small system is known completely all the same.
  options.settled_states = 2000;
  result = explore(system, options);
  EXPECT_EQ(result.stop, Stop::none);
  EXPECT_TRUE(result.closed);
}

TEST(Explicit, DoesNotStopBeforeAGoalThatIsNotHit) {
  Options options;
  options.settled_states = 1;
  const Result result = explore(make_system(counter(100), {2}), options);
  EXPECT_EQ(result.stop, Stop::none);
  EXPECT_EQ(result.goals[2].result.status, GoalStatus::unreachable);
}

TEST(Explicit, IsClosedWhereTheBoundIsNotNeeded) {
  Options options;
  options.max_steps = 11;  // one more than the last new state needs
  EXPECT_TRUE(explore(make_system(counter(10), {2}), options).closed);
}

TEST(Explicit, HitsOfTheInitialisationHaveDepthZero) {
  FakeProgram program = counter(3);
  program.init = [](auto& state, const auto& in) {
    set_number(state, static_cast<std::uint32_t>(in.at(0)));
    Effect effect;
    if (in[0] == 2) effect.hits.push_back(2);
    return effect;
  };
  const Result result = explore(make_system(program, {2}, {4}));
  EXPECT_EQ(result.goals[2].result.depth, 0);
  EXPECT_TRUE(result.goals[2].trace->steps.empty());
  EXPECT_EQ(result.goals[2].trace->initial.at(0).as_int64(), 2);
  EXPECT_EQ(result.goals[1].result.depth, 1);
  EXPECT_EQ(result.goals[1].trace->initial.at(0).as_int64(), 2);
}

TEST(Explicit, HandlesSystemsWithoutInputsStateOrGoals) {
  FakeProgram program;
  program.state_bytes = 0;
  Options options;
  options.keep_edges = true;
  const Result result = explore(make_system(program, {}), options);
  EXPECT_TRUE(result.closed);
  EXPECT_EQ(result.states, 1u);
  ASSERT_EQ(result.graph->edges.size(), 1u);
  EXPECT_EQ(result.graph->edges[0], (Edge{0, 0, 0}));
}

TEST(Explicit, ManyLettersMakeFewEdges) {
  FakeProgram program = counter(3);
  program.step = [](auto& state, const auto& in) {
    set_number(state, static_cast<std::uint32_t>(in[0] % 7));
    return Effect{};
  };
  Options options;
  options.keep_edges = true;
  const Result result = explore(make_system(program, {5000}), options);
  EXPECT_EQ(result.states, 7u);
  EXPECT_EQ(result.transitions, 35000u);
  EXPECT_EQ(result.graph->edges.size(), 49u);
}

TEST(Explicit, RefusesMoreLettersThanItMayTry) {
  Options options;
  options.max_letters = 99;
  Result result = explore(make_system(counter(3), {10, 10}), options);
  EXPECT_EQ(result.stop, Stop::letters);
  EXPECT_EQ(result.goals[0].result.status, GoalStatus::undecided);
  EXPECT_NE(result.goals[0].result.reason.find("100"), std::string::npos);
  result = explore(make_system(counter(3), {2}, {50, 2}), options);
  EXPECT_EQ(result.stop, Stop::letters);
  EXPECT_NE(result.goals[0].result.reason.find("initial"), std::string::npos);
}

TEST(Explicit, StopsAtTheMemoryLimitWhateverTheWorkers) {
  for (const bool keep : {false, true}) {
    // Three ways out of every state: grows fast, and wide enough to be shared.
    FakeProgram program = counter(1);
    program.step = [](auto& state, const auto& in) {
      set_number(state,
                 number(state) * 3 + static_cast<std::uint32_t>(in[0]) + 1);
      Effect effect;
      if (number(state) % 5000 == 17) effect.hits.push_back(0);
      return effect;
    };
    const model::StepSystem system = make_system(program, {3});
    Options options;
    options.memory_bytes = 8 << 20;
    options.keep_edges = keep;
    const Result one = explore(system, options);
    EXPECT_EQ(one.stop, Stop::memory);
    EXPECT_GT(one.states, 50'000u);
    EXPECT_LT(one.states, 1'000'000u);
    EXPECT_GT(one.complete_depth, 5u);
    EXPECT_EQ(one.goals[2].result.status, GoalStatus::not_within_bound);
    EXPECT_EQ(one.goals[2].result.depth, one.complete_depth);
    EXPECT_NE(one.goals[2].result.reason.find("memory"), std::string::npos);
    for (const std::uint32_t jobs : {2U, 3U}) {
      options.jobs = jobs;
      const Result many = explore(system, options);
      EXPECT_EQ(many.states, one.states);
      EXPECT_EQ(many.transitions, one.transitions);
      EXPECT_EQ(many.complete_depth, one.complete_depth);
      if (keep) {
        EXPECT_EQ(many.graph->edges, one.graph->edges);
        EXPECT_EQ(many.graph->first_edge, one.graph->first_edge);
        EXPECT_EQ(many.graph->distance, one.graph->distance);
      }
    }
  }
}

TEST(Explicit, TakesTheMemoryLimitOfTheBudgetToo) {
  base::Budget budget;
  budget.set_memory(4 << 20);
  const Result result =
      explore(make_system(counter(4'000'000), {2}), {}, budget);
  EXPECT_EQ(result.stop, Stop::memory);
}

TEST(Explicit, StopsAtTheDeadlineWithWhatItFound) {
  base::Budget budget;
  budget.set_time(milliseconds(600));
  Options options;
  options.keep_edges = true;
  const Result result =
      explore(make_system(counter(1'000'000'000), {3}), options, budget);
  EXPECT_EQ(result.stop, Stop::time);
  EXPECT_LT(result.seconds, 5);
  EXPECT_EQ(result.goals[0].result.status, GoalStatus::covered);
  EXPECT_EQ(result.goals[1].result.status, GoalStatus::not_within_bound);
  EXPECT_GT(result.complete_depth, 5u);
  EXPECT_FALSE(result.graph->closed);
  EXPECT_EQ(result.graph->first_edge.size(), result.states + 1);
}

TEST(Explicit, StopsWhenInterrupted) {
  base::Budget budget;
  int calls = 0;
  const Result result =
      ExplicitEngine().explore(make_system(counter(1'000'000'000), {3}),
                               {},
                               budget,
                               [&](const Progress& p) {
                                 if (p.goals_hit == 0) return;
                                 ++calls;
                                 EXPECT_GT(p.states, 0u);
                                 EXPECT_GT(p.transitions_per_second, 0);
                                 EXPECT_EQ(p.goals, 3u);
                                 EXPECT_EQ(p.goals_hit, 1u);
                                 budget.interrupt();
                               });
  EXPECT_EQ(result.stop, Stop::interrupt);
  EXPECT_GE(calls, 1);
  EXPECT_NE(result.goals[2].result.reason.find("interrupt"), std::string::npos);
}

#if !defined(__SANITIZE_ADDRESS__)
TEST(Explicit, WorksInALimitedAddressSpace) {
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_AS, &before), 0);
  rlimit tight = before;
  tight.rlim_cur = std::uint64_t{1} << 30;
  ASSERT_EQ(setrlimit(RLIMIT_AS, &tight), 0);
  Options options;
  options.keep_edges = true;
  Result result = explore(make_system(counter(100'000), {3}), options);
  const Result endless = explore(make_system(counter(1'000'000'000), {3}));
  ASSERT_EQ(setrlimit(RLIMIT_AS, &before), 0);
  EXPECT_TRUE(result.closed);
  EXPECT_EQ(result.states, 100'001u);
  EXPECT_EQ(endless.stop, Stop::memory);
  EXPECT_GT(endless.states, 1'000'000u);
}
#endif

TEST(Explicit, UsesOneStepperWhereStatesAreNotPortable) {
  FakeProgram program = counter(1);
  const auto owner = std::make_shared<std::thread::id>();
  program.step = [owner](auto& state, const auto& in) {
    if (*owner == std::thread::id()) *owner = std::this_thread::get_id();
    if (*owner != std::this_thread::get_id()) {
      throw base::ToolError("a second thread");
    }
    set_number(
        state,
        (number(state) * 3 + static_cast<std::uint32_t>(in[0]) + 1) % 50'000);
    return Effect{};
  };
  model::StepSystem system = make_system(program, {3});
  system.portable_states = false;
  Options options;
  options.jobs = 3;
  EXPECT_TRUE(explore(system, options).closed);
}

}  // namespace
}  // namespace catenary::engine::reach::test
