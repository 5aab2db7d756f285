// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the explicit engine does at its limits: bounds, budgets, interrupts,
/// and programs that crash, hang, exit or throw.
#include "engine/reach/explicit.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <thread>

#include "base/check.h"
#include "unit/engine/reach/fake_systems.h"

namespace catenary::engine::reach::test {
namespace {

using model::GoalStatus;
using model::StepOutcome;
using model::Trust;
using std::chrono::milliseconds;

Result explore(const model::StepSystem& system,
               const Options& options = {},
               const base::Budget& budget = {}) {
  return ExplicitEngine().explore(system, options, budget, {});
}

std::uint32_t number(const std::vector<std::uint8_t>& state) {
  std::uint32_t n = 0;
  for (std::size_t i = state.size(); i-- > 0;) n = n << 8 | state[i];
  return n;
}

void set_number(std::vector<std::uint8_t>& state, std::uint32_t n) {
  for (std::uint8_t& byte : state) {
    byte = static_cast<std::uint8_t>(n);
    n >>= 8;
  }
}

// Counts up by its input, to `end`, where it stays. Goals: g0 reaches 10, g1
// reaches `end`, g2 never.
FakeProgram counter(std::uint32_t end) {
  FakeProgram program;
  program.state_bytes = 4;
  program.goals = 3;
  program.step = [end](auto& state, const auto& in) {
    Effect effect;
    const std::uint32_t n =
        std::min(end, number(state) + static_cast<std::uint32_t>(in.at(0)));
    set_number(state, n);
    if (n == 10) effect.hits.push_back(0);
    if (n == end) effect.hits.push_back(1);
    return effect;
  };
  return program;
}

// Calls `trouble` where the counter is `at` and the input 1.
FakeProgram counter_with(std::uint32_t end,
                         std::uint32_t at,
                         const std::function<void()>& trouble) {
  FakeProgram program = counter(end);
  program.step = [step = program.step, at, trouble](auto& state,
                                                    const auto& in) {
    if (number(state) == at && in[0] == 1) trouble();
    return step(state, in);
  };
  return program;
}

std::vector<int> inputs_of(const model::Trace& trace) {
  std::vector<int> inputs;
  for (const auto& step : trace.steps) {
    inputs.push_back(static_cast<int>(step.at(0).as_int64()));
  }
  return inputs;
}

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

TEST(Explicit, NamesTheRunThatKilledIt) {
  for (const int signal : {SIGSEGV, SIGABRT, SIGFPE}) {
    for (const std::uint32_t jobs : {1U, 2U}) {
      Options options;
      options.jobs = jobs;
      options.keep_edges = true;
      const Result result =
          explore(make_system(counter_with(1000,
                                           20,
                                           [signal] {
                                             std::signal(signal, SIG_DFL);
                                             std::raise(signal);
                                           }),
                              {3}),
                  options);
      EXPECT_EQ(result.stop, Stop::died);
      ASSERT_EQ(result.findings.size(), 1u);
      EXPECT_EQ(result.findings[0].outcome, StepOutcome::crashed);
      EXPECT_NE(result.findings[0].event.text.find(std::to_string(signal)),
                std::string::npos);
      std::vector<int> run(10, 2);
      run.push_back(1);
      EXPECT_EQ(inputs_of(result.findings[0].trace), run);
      EXPECT_EQ(result.goals[0].result.status, GoalStatus::covered);
      EXPECT_EQ(result.goals[1].result.status, GoalStatus::undecided);
      EXPECT_FALSE(result.closed);
    }
  }
}

TEST(Explicit, NamesTheInitialisationThatKilledIt) {
  FakeProgram program = counter(3);
  program.init = [](auto&, const auto& in) {
    if (in.at(0) == 1) _exit(7);
    return Effect{};
  };
  const Result result = explore(make_system(program, {2}, {2}));
  EXPECT_EQ(result.stop, Stop::died);
  ASSERT_EQ(result.findings.size(), 1u);
  EXPECT_TRUE(result.findings[0].trace.steps.empty());
  EXPECT_EQ(result.findings[0].trace.initial.at(0).as_int64(), 1);
  EXPECT_NE(result.findings[0].event.text.find("status 7"), std::string::npos);
}

TEST(Explicit, IsUndecidedWhereTheMachineKilledIt) {
  const Result result = explore(
      make_system(counter_with(1000, 20, [] { std::raise(SIGKILL); }), {3}));
  EXPECT_EQ(result.stop, Stop::died);
  EXPECT_TRUE(result.findings.empty());
  EXPECT_EQ(result.goals[0].result.status, GoalStatus::covered);
  EXPECT_EQ(result.goals[2].result.status, GoalStatus::undecided);
  EXPECT_NE(result.goals[2].result.reason.find("signal 9"), std::string::npos);
}

TEST(Explicit, EndsAStepThatNeverReturnsAtTheDeadline) {
  base::Budget budget;
  budget.set_time(milliseconds(800));
  const Result result = explore(make_system(counter_with(1000,
                                                         20,
                                                         [] {
                                                           for (;;) pause();
                                                         }),
                                            {3}),
                                {},
                                budget);
  EXPECT_EQ(result.stop, Stop::time);
  EXPECT_LT(result.seconds, 5);
  EXPECT_EQ(result.goals[0].result.status, GoalStatus::covered);
  EXPECT_EQ(result.goals[1].result.status, GoalStatus::not_within_bound);
  EXPECT_EQ(result.goals[1].result.depth, 10);
}

TEST(Explicit, FindsAStepThatNeverReturns) {
  Options options;
  options.step_time_limit = milliseconds(20);
  options.jobs = 2;
  const Result result = explore(make_system(counter_with(1000,
                                                         20,
                                                         [] {
                                                           for (;;) pause();
                                                         }),
                                            {3}),
                                options);
  EXPECT_EQ(result.stop, Stop::died);
  ASSERT_EQ(result.findings.size(), 1u);
  EXPECT_EQ(result.findings[0].outcome, StepOutcome::hung);
  EXPECT_EQ(result.findings[0].trace.steps.size(), 11u);
}

TEST(Explicit, GivesUpWhenTooManyStepsHang) {
  FakeProgram program = counter(1000);
  program.step = [step = program.step](auto& state, const auto& in) {
    if (in[0] == 2) return Effect{StepOutcome::hung, {}, "too slow"};
    return step(state, in);
  };
  const model::StepSystem system = make_system(program, {3});
  Options options;
  options.max_hung = 7;
  const Result some = explore(system, options);
  EXPECT_EQ(some.stop, Stop::hangs);
  EXPECT_EQ(some.findings.at(0).occurrences, 7u);
  EXPECT_EQ(some.goals[2].result.status, GoalStatus::undecided);
  options.max_hung = 0;
  const Result all = explore(system, options);
  EXPECT_EQ(all.stop, Stop::none);
  EXPECT_FALSE(all.closed);
  EXPECT_EQ(all.goals[1].result.status, GoalStatus::covered);
  EXPECT_EQ(all.goals[2].result.status, GoalStatus::undecided);
  EXPECT_NE(all.goals[2].result.reason.find("too slow"), std::string::npos);
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

TEST(Explicit, PassesExceptionsOn) {
  const auto with = [](const std::function<void()>& trouble) {
    return make_system(counter_with(100, 20, trouble), {3});
  };
  EXPECT_THROW((void)explore(with([] { throw base::ToolError("no tool"); })),
               base::ToolError);
  EXPECT_THROW((void)explore(with([] { CATENARY_CHECK(1 == 2, "ours"); })),
               base::InternalError);
  try {
    (void)explore(with([] {
      throw base::InputError({"a.c", 3, 4}, "not supported", "c-asm");
    }));
    FAIL() << "no exception";
  } catch (const base::InputError& e) {
    EXPECT_EQ(e.diagnostics().at(0).where, (base::SourceLocation{"a.c", 3, 4}));
    EXPECT_EQ(e.diagnostics().at(0).message, "not supported");
    EXPECT_EQ(e.diagnostics().at(0).code, "c-asm");
  }
}

TEST(Explicit, PassesExceptionsOfOtherWorkersOn) {
  FakeProgram program;
  program.state_bytes = 4;
  program.step = [](auto& state, const auto& in) {
    set_number(state,
               number(state) * 3 + static_cast<std::uint32_t>(in[0]) + 1);
    if (number(state) > 100'000) throw base::ToolError("no tool");
    return Effect{};
  };
  Options options;
  options.jobs = 3;
  EXPECT_THROW((void)explore(make_system(program, {3}), options),
               base::ToolError);
}

TEST(Explicit, KeepsTheProgramsOutputFromTheUser) {
  testing::internal::CaptureStdout();
  (void)explore(make_system(counter_with(30,
                                         20,
                                         [] {
                                           std::puts("hello");
                                           std::fflush(stdout);
                                         }),
                            {3}));
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
}

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
