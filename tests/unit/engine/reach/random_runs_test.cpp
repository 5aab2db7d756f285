// SPDX-License-Identifier: Apache-2.0
/// \file
/// Random testing: what it finds, that it is the same for every number of
/// workers, and that it never claims what it does not know.
#include "engine/reach/random/random_runs.h"

#include <gtest/gtest.h>

#include <csignal>
#include <limits>
#include <set>
#include <string>
#include <utility>

#include "engine/reach/random/random_search.h"
#include "engine/reach/replay.h"
#include "unit/engine/reach/counter.h"

namespace catenary::engine::reach {
namespace {

using model::GoalStatus;
using model::StepOutcome;
using test::counter;
using test::FakeProgram;
using test::make_system;

RandomOptions with(std::uint64_t seed,
                   std::uint64_t runs,
                   std::uint32_t jobs = 1) {
  RandomOptions o;
  o.seed = seed;
  o.runs = runs;
  o.jobs = jobs;
  return o;
}

RandomResult run(const model::StepSystem& system, const RandomOptions& o) {
  return run_randomly(system, o, {}, {});
}

std::string text(const RandomResult& r) {
  std::string out = std::to_string(r.runs) + " runs " +
                    std::to_string(r.result.transitions) + " steps;";
  for (const RandomTest& t : r.tests) {
    for (const std::uint32_t g : t.goals) out += " g" + std::to_string(g);
    out += ":";
    for (const auto& step : t.trace.steps) out += " " + step[0].to_string();
    out += ";";
  }
  for (const GoalReport& g : r.result.goals) {
    out += std::string(" ") + to_string(g.result.status) +
           (g.trace ? std::to_string(g.trace->steps.size()) : "");
  }
  return out;
}

TEST(RandomRuns, OfEightOneAllowsLongerLoops) {
  for (std::uint64_t i = 1; i < 8; ++i) {
    EXPECT_EQ(random_step_loops(i), 1U << 14);
  }
  EXPECT_EQ(random_step_loops(8), 1U << 17);
  EXPECT_EQ(random_step_loops(9), 1U << 14);
  EXPECT_EQ(random_step_loops(16), 1U << 17);
  EXPECT_EQ(random_step_loops(64), 1U << 20);
  // Some have to allow what never ends, so that it is found.
  EXPECT_EQ(random_step_loops(0), std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(random_step_loops(512), random_step_loops(0));
}

TEST(RandomRuns, LengthsAreThoseOfLuby) {
  std::string lengths;
  for (std::uint64_t i = 0; i < 15; ++i) {
    lengths += std::to_string(random_run_steps(i)) + " ";
  }
  EXPECT_EQ(lengths, "10 10 20 10 10 20 40 10 10 20 10 10 20 40 80 ");
}

// Runs are kept with their inputs: those of wide programs are shorter.
TEST(RandomRuns, AreNoLongerThanCanBeKept) {
  model::StepSystem system;
  const auto with_inputs = [&system](std::size_t n) {
    system.inputs.assign(n, {});
    for (model::Variable& v : system.inputs) v.type = model::ScalarType::int64;
    system.lay_out();
    return longest_kept_run(system);
  };
  EXPECT_EQ(with_inputs(1), (64U << 20) / 8);
  EXPECT_EQ(with_inputs(512), (64U << 20) / 4096);
  EXPECT_EQ(with_inputs(1U << 21), 10U);
}

TEST(RandomRuns, HitsWhatIsNearAndClaimsNothingElse) {
  const model::StepSystem system = make_system(counter(40), {3});
  RandomResult r = run(system, with(1, 500));
  EXPECT_EQ(r.runs, 500U);
  EXPECT_EQ(r.result.stop, Stop::none);
  EXPECT_FALSE(r.result.closed);
  EXPECT_EQ(r.result.goals[0].result.status, GoalStatus::covered);
  EXPECT_EQ(r.result.goals[0].result.depth, -1) << "no shortest run is known";
  EXPECT_FALSE(r.result.goals[0].shortest);
  EXPECT_EQ(r.result.goals[2].result.status, GoalStatus::undecided);
  EXPECT_NE(r.result.goals[2].result.reason.find("500 random runs"),
            std::string::npos);
  confirm(system, r.result, {}, {});
  EXPECT_EQ(r.result.goals[1].result.trust, model::Trust::replayed);
}

TEST(RandomRuns, AreTheSameForAnyNumberOfWorkers) {
  for (const std::uint64_t seed : {1, 2, 3}) {
    const model::StepSystem system = make_system(counter(60), {4});
    const std::string one = text(run(system, with(seed, 300)));
    EXPECT_EQ(one, text(run(system, with(seed, 300, 2))));
    EXPECT_EQ(one, text(run(system, with(seed, 300, 5))));
  }
  const model::StepSystem system = make_system(counter(60), {4});
  EXPECT_NE(text(run(system, with(1, 300))), text(run(system, with(2, 300))));
}

/// Counts how many steps in a row the input was at least 128 of 256, up to 30.
test::FakeProgram held_input() {
  test::FakeProgram program;
  program.goals = 1;
  program.step = [](auto& state, const auto& in) {
    test::Effect e;
    state[0] = in[0] >= 128 ? state[0] + 1 : 0;
    if (state[0] == 30) e.hits = {0};
    if (state[0] > 30) state[0] = 30;
    return e;
  };
  return program;
}

// What has to be held for 30 steps is hit where runs keep their inputs; with
// new ones in each step, about one step in 2^31 does.
TEST(RandomRuns, HoldInputsWhereAsked) {
  const model::StepSystem system = make_system(held_input(), {256});
  const auto status = [&](bool hold, std::uint32_t jobs) {
    RandomOptions o = with(1, 500, jobs);
    o.hold_inputs = hold;
    const RandomResult r = run(system, o);
    return std::pair(r.result.goals[0].result.status, text(r));
  };
  EXPECT_EQ(status(false, 1).first, GoalStatus::undecided);
  EXPECT_EQ(status(true, 1).first, GoalStatus::covered);
  EXPECT_EQ(status(true, 1), status(true, 3));
}

TEST(RandomRuns, ALaterCallMakesTheRunsThatTheFirstDidNot) {
  const model::StepSystem system = make_system(counter(60), {4});
  RandomOptions later = with(1, 200);
  later.first = 100;
  const RandomResult all = run(system, with(1, 300));
  const RandomResult first = run(system, with(1, 100));
  const RandomResult rest = run(system, later);
  EXPECT_EQ(first.runs + rest.runs, all.runs);
  EXPECT_EQ(first.result.transitions + rest.result.transitions,
            all.result.transitions);
}

TEST(RandomRuns, OfKnownGoalsOnlyShorterRunsAreResults) {
  const model::StepSystem system = make_system(counter(60), {4});
  RandomOptions options = with(1, 300);
  options.keep_tests = false;
  const RandomResult all = run(system, options);
  for (std::size_t g = 0; g < system.goals.size(); ++g) {
    const auto& trace = all.result.goals[g].trace;
    if (!trace || trace->steps.empty()) continue;
    options.known.assign(system.goals.size(), std::nullopt);
    options.known[g] = trace->steps.size();
    EXPECT_FALSE(run(system, options).result.goals[g].trace);
    options.known[g] = trace->steps.size() + 1;
    const RandomResult shorter = run(system, options);
    ASSERT_TRUE(shorter.result.goals[g].trace);
    EXPECT_EQ(shorter.result.goals[g].trace->steps, trace->steps);
    // Other goals, and the end of the search, are as before.
    options.known[g].reset();
    EXPECT_EQ(text(run(system, options)), text(shorter));
  }
  EXPECT_TRUE(std::ranges::any_of(all.result.goals, [](const GoalReport& g) {
    return g.trace && !g.trace->steps.empty();
  }));
}

/// Every input hits a goal of its own, so that there are about as many sets of
/// goals as runs: not all are kept.
TEST(RandomRuns, OfVeryManyTestsSomeAreKeptAndNoGoalIsLost) {
  test::FakeProgram program;
  program.goals = 61;
  program.step = [](auto& state, const auto& in) {
    test::Effect e;
    if (in[0] < 60) e.hits = {static_cast<std::uint32_t>(in[0])};
    return e;
  };
  const model::StepSystem system = make_system(program, {200});
  const RandomResult r = run(system, with(8, 3000));
  EXPECT_GE(r.tests.size(), 1000U);
  EXPECT_LT(r.tests.size(), 2000U);
  std::set<std::uint32_t> hit;
  for (const RandomTest& t : r.tests) {
    hit.insert(t.goals.begin(), t.goals.end());
  }
  EXPECT_EQ(hit.size(), 60U);
  EXPECT_EQ(text(r), text(run(system, with(8, 3000, 3))));
}

TEST(RandomRuns, EndOnceEveryGoalWasHit) {
  test::FakeProgram program = counter(12);
  program.goals = 2;
  for (const std::uint32_t jobs : {1U, 4U}) {
    const RandomResult r =
        run(make_system(program, {3}), with(9, 100'000, jobs));
    EXPECT_EQ(r.result.stop, Stop::goals);
    EXPECT_LT(r.runs, 1000U);
  }
}

TEST(RandomRuns, TestsEndInFinalStatesAndHitTheirGoals) {
  test::FakeProgram program = counter(30);
  program.final_state = [](const auto& state) {
    return test::number(state) % 7 == 0;
  };
  const model::StepSystem system = make_system(program, {3});
  const RandomResult r = run(system, with(4, 400));
  ASSERT_FALSE(r.tests.empty());
  std::vector<model::Trace> traces;
  for (const RandomTest& t : r.tests) traces.push_back(t.trace);
  const std::vector<Replayed> replayed = replay(system, traces, {}, {});
  for (std::size_t i = 0; i < r.tests.size(); ++i) {
    EXPECT_TRUE(replayed[i].simulation.ends_final);
    for (const std::uint32_t g : r.tests[i].goals) {
      EXPECT_TRUE(replayed[i].hits(g));
    }
  }
  // 30 is hit, but is no multiple of 7, and nothing comes after it.
  EXPECT_EQ(r.result.goals[1].result.status, GoalStatus::covered);
  for (const RandomTest& t : r.tests) {
    EXPECT_EQ(t.goals, std::vector<std::uint32_t>{0});
  }
}

TEST(RandomRuns, DiscardedStepsAreDrawnAgainAndTheirHitsCount) {
  test::FakeProgram program;
  program.goals = 2;
  program.step = [](auto& state, const auto& in) {
    test::Effect e;
    if (in[0] != 1) {
      state[0] = 99;  // must not be seen by what follows
      if (in[0] == 2) e.hits = {1};
      e.outcome = StepOutcome::discarded;
      return e;
    }
    if (++state[0] == 5) e.hits = {0};
    return e;
  };
  const model::StepSystem system = make_system(program, {4});
  RandomResult r = run(system, with(3, 50));
  confirm(system, r.result, {}, {});
  for (const GoalReport& g : r.result.goals) {
    EXPECT_EQ(g.result.status, GoalStatus::covered) << g.result.reason;
    EXPECT_EQ(g.result.trust, model::Trust::replayed);
  }
  EXPECT_EQ(r.result.goals[0].trace->steps.size(), 5U);
  EXPECT_EQ(test::inputs_of(*r.result.goals[1].trace).back(), 2);
}

/// A counter that takes a long time for one of its inputs, and shows it.
FakeProgram slow_for_two(std::uint64_t loops) {
  FakeProgram program = counter(1'000'000);
  program.step = [step = program.step, loops](auto& state, const auto& in) {
    test::Effect effect = step(state, in);
    if (in.at(0) == 2) {
      effect.loops = loops;
      effect.hits.push_back(2);
    }
    return effect;
  };
  return program;
}

TEST(RandomRuns, SevenOfEightGiveUpLongSteps) {
  const model::StepSystem system = make_system(slow_for_two(1 << 16), {3});
  RandomOptions options = with(1, 7);
  options.first = 1;
  const RandomResult seven = run(system, options);
  EXPECT_EQ(seven.result.goals[0].result.status, GoalStatus::covered);
  EXPECT_EQ(seven.result.goals[2].result.status, GoalStatus::undecided);
  options.runs = 8;
  const RandomResult eight = run(system, options);
  EXPECT_EQ(eight.result.goals[2].result.status, GoalStatus::covered);
  options.jobs = 3;
  EXPECT_EQ(text(eight), text(run(system, options)));
}

TEST(RandomRuns, LongStepsAreWork) {
  const auto work = [](std::uint64_t loops, std::uint32_t jobs) {
    const model::StepSystem system = make_system(slow_for_two(loops), {3});
    RandomOptions options = with(1, 7, jobs);
    options.first = 1;
    const base::WorkClock::time_point before = base::WorkClock::now();
    (void)run(system, options);
    return base::WorkClock::now() - before;
  };
  const base::WorkClock::duration quick = work(0, 1);
  EXPECT_GT(work(1 << 13, 1), 20 * quick);
  EXPECT_EQ(work(1 << 13, 1), work(1 << 13, 3));
  EXPECT_GT(work(1 << 16, 1), 20 * quick) << "given up, but not for nothing";
}

TEST(RandomRuns, ACrashIsAFindingWithAShortRun) {
  test::FakeProgram program = counter(50);
  program.step = [step = program.step](auto& state, const auto& in) {
    test::Effect e = step(state, in);
    if (test::number(state) >= 8) {
      e.outcome = StepOutcome::crashed;
      e.text = "boom";
    }
    return e;
  };
  RandomResult r = run(make_system(program, {3}), with(2, 300));
  ASSERT_EQ(r.result.findings.size(), 1U);
  EXPECT_EQ(r.result.findings[0].event.text, "boom");
  EXPECT_EQ(r.result.findings[0].trace.steps.size(), 4U);
}

TEST(RandomRuns, WhenTheProcessDiesTheLastStepIsNamed) {
  const auto die = [] { raise(SIGTERM); };
  for (const std::uint32_t jobs : {1U, 3U}) {
    RandomResult r = run(make_system(test::counter_with(50, 6, die), {2}),
                         with(2, 300, jobs));
    EXPECT_EQ(r.result.stop, Stop::died);
    ASSERT_EQ(r.result.findings.size(), 1U);
    EXPECT_EQ(test::inputs_of(r.result.findings[0].trace).back(), 1);
  }
}

TEST(RandomRuns, TheBudgetEndsThemAndTheReasonSaysSo) {
  base::Budget budget;
  budget.set_time(std::chrono::milliseconds(120));
  const RandomResult r = run_randomly(
      make_system(counter(1'000'000), {3}), with(1, 1'000'000'000), budget, {});
  EXPECT_EQ(r.result.stop, Stop::time);
  EXPECT_GT(r.runs, 0U);
  EXPECT_EQ(r.result.goals[0].result.status, GoalStatus::covered);
  EXPECT_NE(r.result.goals[1].result.reason.find("time limit"),
            std::string::npos);
}

TEST(RandomRuns, MemoryEndsThem) {
  RandomOptions o = with(1, 10'000);
  o.memory_bytes = 300;
  const RandomResult r = run(make_system(counter(60), {3}), o);
  EXPECT_EQ(r.result.stop, Stop::memory);
}

TEST(RandomRuns, AreNoLongerThanAllowed) {
  RandomOptions o = with(1, 300);
  o.max_steps = 7;
  const RandomResult r = run(make_system(counter(15), {3}), o);
  EXPECT_EQ(r.result.goals[0].result.status, GoalStatus::covered);
  EXPECT_EQ(r.result.goals[1].result.status, GoalStatus::undecided);
  o.max_steps = 0;
  o.run_steps = 30;
  EXPECT_EQ(run(make_system(counter(60), {1}), o).result.transitions,
            300U * 30U);
}

TEST(BestTests, KeepsWhatNothingIsPreferableTo) {
  BestTests best;
  EXPECT_TRUE(best.offer({3}, 9, 0));
  EXPECT_FALSE(best.offer({1}, 9, 1)) << "hits less for as much";
  EXPECT_TRUE(best.offer({1}, 4, 2));
  EXPECT_FALSE(best.offer({1}, 4, 3)) << "of equal ones the first";
  EXPECT_TRUE(best.offer({7}, 9, 4));
  ASSERT_EQ(best.entries().size(), 2U);
  EXPECT_EQ(best.entries()[0].id, 2U);
  EXPECT_EQ(best.entries()[1].id, 4U);
}

}  // namespace
}  // namespace catenary::engine::reach
