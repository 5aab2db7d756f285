// SPDX-License-Identifier: Apache-2.0
/// \file
/// Exploration that rests between slices of work.
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <memory>

#include "base/work_clock.h"
#include "engine/reach/explicit/explicit.h"
#include "unit/engine/reach/counter.h"

namespace catenary::engine::reach::test {
namespace {

using model::GoalStatus;
using std::chrono::milliseconds;

/// A search, and everything that must outlive it.
struct Sliced {
  Sliced(model::StepSystem explored, const Options& with)
      : system(std::move(explored)),
        options(with),
        search(engine.begin(system, options, budget, progress)) {}

  void slice(milliseconds work) {
    search->start(budget.share(work), {});
    search->wait();
  }

  model::StepSystem system;
  Options options;
  base::Budget budget;
  ProgressCallback progress;
  ExplicitEngine engine;
  std::unique_ptr<RunningSearch> search;
};

Options with_edges(std::uint32_t jobs) {
  Options options;
  options.keep_edges = true;
  options.jobs = jobs;
  return options;
}

class ExplicitSlices : public testing::TestWithParam<std::uint32_t> {};

TEST_P(ExplicitSlices, GoOnWhereTheLastOneEnded) {
  const base::WorkClock::time_point begin = base::WorkClock::now();
  const Result expected =
      explore(make_system(counter(50'000), {3}), with_edges(GetParam()));
  const auto needed = base::WorkClock::now() - begin;
  Sliced sliced(make_system(counter(50'000), {3}), with_edges(GetParam()));
  const auto part = std::chrono::duration_cast<milliseconds>(needed / 5);
  ASSERT_GT(part.count(), 0);

  int slices = 0;
  std::uint64_t states = 0;
  for (; !sliced.search->ended() && slices < 100; ++slices) {
    const base::WorkClock::time_point before = base::WorkClock::now();
    sliced.slice(part);
    const Result now = sliced.search->result();
    EXPECT_GT(now.states, states) << "nothing was lost, and some was found";
    states = now.states;
    EXPECT_LE(base::WorkClock::now() - before, part + milliseconds(1));
    if (sliced.search->ended()) break;
    EXPECT_EQ(now.stop, Stop::work);
    EXPECT_FALSE(now.graph);
    EXPECT_EQ(now.goals[2].result.status, GoalStatus::not_within_bound);
    EXPECT_EQ(now.goals[2].result.depth,
              static_cast<std::int64_t>(now.complete_depth));
  }
  EXPECT_GE(slices, 4);
  EXPECT_EQ(base::WorkClock::now() - begin, 2 * needed);

  const Result result = sliced.search->result();
  EXPECT_TRUE(result.closed);
  EXPECT_EQ(result.states, expected.states);
  EXPECT_EQ(result.transitions, expected.transitions);
  ASSERT_TRUE(result.graph);
  EXPECT_EQ(result.graph->edges, expected.graph->edges);
  for (std::size_t g = 0; g < 3; ++g) {
    EXPECT_EQ(result.goals[g].result.status, expected.goals[g].result.status);
    EXPECT_EQ(result.goals[g].result.depth, expected.goals[g].result.depth);
  }
}

// The first part of a search is small, and then it knows what a step costs.
TEST_P(ExplicitSlices, EndByTheLoopsOfSteps) {
  FakeProgram slow = counter(1'000'000);
  slow.step = [step = slow.step](auto& state, const auto& in) {
    Effect effect = step(state, in);
    effect.loops = 500'000;  // a millisecond
    return effect;
  };
  Sliced sliced(make_system(slow, {3}), with_edges(GetParam()));
  const base::WorkClock::time_point before = base::WorkClock::now();
  for (int slice = 0; slice < 10; ++slice) sliced.slice(milliseconds(20));
  const Result result = sliced.search->result();
  EXPECT_EQ(result.stop, Stop::work);
  EXPECT_GE(result.transitions, 9 * 19U);
  EXPECT_LE(result.transitions, 9 * 20U + 8U + 20U);
  const auto work = base::WorkClock::now() - before;
  EXPECT_GE(work, milliseconds(result.transitions));
  EXPECT_LE(work, milliseconds(result.transitions + 5));
}

TEST_P(ExplicitSlices, HaveAGraphWhenTheyAreConcluded) {
  Sliced sliced(make_system(counter(1'000'000'000), {3}),
                with_edges(GetParam()));
  sliced.slice(milliseconds(20));
  ASSERT_FALSE(sliced.search->ended());
  const std::uint64_t states = sliced.search->result().states;
  const Result result = sliced.search->conclude();
  EXPECT_TRUE(sliced.search->ended());
  EXPECT_EQ(result.stop, Stop::work);
  EXPECT_EQ(result.states, states);
  ASSERT_TRUE(result.graph);
  EXPECT_FALSE(result.graph->closed);
  EXPECT_EQ(result.graph->first_edge.size(), states + 1);
}

// With several workers the search is repeated with one, whatever the slice in
// which it died.
TEST_P(ExplicitSlices, NameTheRunThatKilledThem) {
  Sliced sliced(
      make_system(counter_with(100'000, 40'000, [] { _exit(7); }), {3}),
      with_edges(GetParam()));
  for (int i = 0; i < 10'000 && !sliced.search->ended(); ++i) {
    sliced.slice(milliseconds(5));
  }
  const Result result = sliced.search->result();
  EXPECT_EQ(result.stop, Stop::died);
  ASSERT_EQ(result.findings.size(), 1U);
  EXPECT_EQ(result.findings[0].trace.steps.size(), 20'001U);
  EXPECT_FALSE(result.closed);
}

TEST_P(ExplicitSlices, StopWhenInterruptedWhileTheyRest) {
  Sliced sliced(make_system(counter(1'000'000'000), {3}),
                with_edges(GetParam()));
  sliced.slice(milliseconds(20));
  sliced.budget.interrupt();
  const Result result = sliced.search->conclude();
  EXPECT_EQ(result.goals[0].result.status, GoalStatus::covered);
  EXPECT_EQ(result.goals[2].result.status, GoalStatus::not_within_bound);
}

INSTANTIATE_TEST_SUITE_P(Jobs, ExplicitSlices, testing::Values(1U, 2U));

}  // namespace
}  // namespace catenary::engine::reach::test
