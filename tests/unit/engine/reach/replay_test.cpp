// SPDX-License-Identifier: Apache-2.0
/// \file
/// Replay: equal to a simulation in this process, but nothing can kill it.
#include "engine/reach/replay.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <memory>
#include <thread>

#include "engine/reach/explicit/explicit.h"
#include "unit/engine/reach/fake_systems.h"

namespace catenary::engine::reach::test {
namespace {

using model::GoalStatus;
using model::Trust;
using std::chrono::milliseconds;

// A sum modulo 256 of initial choice and inputs; hits goal 0 at 7, goal 1 at
// every step from 100 on; ends at 200. Input 9 calls `trouble`.
FakeProgram sum(const std::function<void()>& trouble = {}) {
  FakeProgram program;
  program.goals = 70;
  program.init = [](auto& state, const auto& in) {
    state[0] = static_cast<std::uint8_t>(in.at(0));
    return Effect{};
  };
  program.step = [trouble](auto& state, const auto& in) {
    if (in[0] == 9 && trouble) trouble();
    state[0] = static_cast<std::uint8_t>(state[0] + in.at(0));
    Effect effect;
    if (state[0] == 7) effect.hits = {0, 69};
    if (state[0] >= 100) effect.hits.push_back(1);
    if (state[0] == 200) {
      effect.outcome = model::StepOutcome::ended;
      effect.text = "the end";
    }
    return effect;
  };
  program.final_state = [](const auto& state) { return state[0] % 2 == 0; };
  return program;
}

model::Trace trace_of(int start, const std::vector<int>& inputs) {
  model::Trace trace;
  trace.initial.push_back(logic::Value::integer(start));
  for (const int input : inputs) {
    trace.steps.push_back({logic::Value::integer(input)});
  }
  return trace;
}

void expect_same(const model::SimulatedStep& a, const model::SimulatedStep& b) {
  EXPECT_EQ(a.outcome, b.outcome);
  EXPECT_EQ(a.hits, b.hits);
  EXPECT_EQ(a.outputs, b.outputs);
  EXPECT_EQ(a.event.text, b.event.text);
  EXPECT_EQ(a.event.where, b.event.where);
}

TEST(Replay, ReturnsWhatASimulationReturns) {
  const model::StepSystem system = make_system(sum(), {128}, {4});
  const std::vector<model::Trace> traces = {
      trace_of(0, {}),
      trace_of(3, {4, 90, 3, 100, 50, 1}),  // ends early, at 200
      trace_of(1, {99, 1}),
      trace_of(2, std::vector<int>(1000, 1))};
  const auto runs = replay(system, traces, {}, base::Budget());
  ASSERT_EQ(runs.size(), traces.size());
  const auto stepper = system.factory->make();
  for (std::size_t i = 0; i < runs.size(); ++i) {
    ASSERT_TRUE(runs[i].complete);
    const auto expected = model::simulate(system, *stepper, traces[i]);
    expect_same(runs[i].simulation.initial, expected.initial);
    ASSERT_EQ(runs[i].simulation.steps.size(), expected.steps.size());
    for (std::size_t s = 0; s < expected.steps.size(); ++s) {
      expect_same(runs[i].simulation.steps[s], expected.steps[s]);
    }
    EXPECT_EQ(runs[i].simulation.ends_final, expected.ends_final);
  }
  EXPECT_TRUE(runs[1].hits(0));
  EXPECT_TRUE(runs[1].hits(69));
  EXPECT_FALSE(runs[2].hits(0));
  EXPECT_TRUE(runs[2].hits(1));
}

TEST(Replay, GoesOnAfterARunThatKillsItsProcess) {
  const model::StepSystem system =
      make_system(sum([] { std::raise(SIGKILL); }), {10}, {4});
  const std::vector<model::Trace> traces = {trace_of(0, {7}),
                                            trace_of(0, {1, 9, 1}),
                                            trace_of(0, {1, 9}),
                                            trace_of(3, {4})};
  const auto runs = replay(system, traces, {}, base::Budget());
  EXPECT_TRUE(runs[0].hits(0));
  EXPECT_FALSE(runs[1].complete);
  EXPECT_FALSE(runs[1].died_at_end);
  EXPECT_NE(runs[1].reason.find("signal 9"), std::string::npos);
  EXPECT_NE(runs[1].reason.find("step 2"), std::string::npos);
  EXPECT_TRUE(runs[2].died_at_end);
  EXPECT_TRUE(runs[3].hits(0));
}

TEST(Replay, EndsARunThatHangs) {
  const model::StepSystem system = make_system(sum([] {
                                                 for (;;) pause();
                                               }),
                                               {10},
                                               {4});
  const std::vector<model::Trace> traces = {trace_of(0, {9}), trace_of(0, {7})};
  ReplayOptions options;
  options.step_time_limit = milliseconds(10);
  const auto runs = replay(system, traces, options, base::Budget());
  EXPECT_FALSE(runs[0].complete);
  EXPECT_TRUE(runs[0].died_at_end);
  EXPECT_TRUE(runs[1].hits(0));
}

/// Takes long to make a stepper, as a program of many megabytes does.
class SlowFactory final : public model::StepperFactory {
 public:
  explicit SlowFactory(std::shared_ptr<const model::StepperFactory> inner)
      : inner_(std::move(inner)) {}
  void prepare() const override { ++prepared; }
  std::unique_ptr<model::Stepper> make() const override {
    std::this_thread::sleep_for(milliseconds(1500));
    return inner_->make();
  }
  mutable int prepared = 0;

 private:
  std::shared_ptr<const model::StepperFactory> inner_;
};

TEST(Replay, TakesNoTimeOfStepsForThatOfStarting) {
  model::StepSystem system = make_system(sum(), {10}, {4});
  const auto slow = std::make_shared<SlowFactory>(system.factory);
  system.factory = slow;
  ReplayOptions options;
  options.step_time_limit = milliseconds(10);
  const std::vector<model::Trace> traces = {trace_of(0, {7})};
  const auto runs = replay(system, traces, options, base::Budget());
  EXPECT_TRUE(runs[0].complete) << runs[0].reason;
  EXPECT_TRUE(runs[0].hits(0));
  // In this process, before the child that then need not.
  EXPECT_EQ(slow->prepared, 1);
}

TEST(Replay, StopsWithTheBudget) {
  const model::StepSystem system = make_system(sum([] {
                                                 for (;;) pause();
                                               }),
                                               {10},
                                               {4});
  const std::vector<model::Trace> traces = {
      trace_of(0, {7}), trace_of(0, {9}), trace_of(0, {7})};
  base::Budget budget;
  budget.set_time(milliseconds(100));
  const auto runs = replay(system, traces, {}, budget);
  EXPECT_TRUE(runs[0].complete);
  EXPECT_FALSE(runs[1].complete);
  EXPECT_FALSE(runs[2].complete);
  EXPECT_NE(runs[2].reason.find("time"), std::string::npos);
}

TEST(Confirm, RaisesTheTrustOfWhatReplays) {
  const model::StepSystem system = make_system(sum(), {128}, {4});
  Result result = ExplicitEngine().explore(system, {}, base::Budget(), {});
  ASSERT_EQ(result.goals[0].result.trust, Trust::claimed);
  confirm(system, result, {}, base::Budget());
  for (const std::size_t g : {0, 1, 69}) {
    EXPECT_EQ(result.goals[g].result.status, GoalStatus::covered);
    EXPECT_EQ(result.goals[g].result.trust, Trust::replayed);
  }
  EXPECT_EQ(result.goals[2].result.status, GoalStatus::unreachable);
  EXPECT_EQ(result.goals[2].result.trust, Trust::proved);
}

TEST(Confirm, DistrustsEverythingOnceAReplayContradicts) {
  const model::StepSystem system = make_system(sum(), {128}, {4});
  Result result = ExplicitEngine().explore(system, {}, base::Budget(), {});
  result.goals[0].trace = trace_of(0, {6});
  confirm(system, result, {}, base::Budget());
  EXPECT_EQ(result.goals[0].result.status, GoalStatus::undecided);
  EXPECT_FALSE(result.goals[0].trace.has_value());
  EXPECT_NE(result.goals[0].result.reason.find("g0"), std::string::npos);
  EXPECT_EQ(result.goals[1].result.status, GoalStatus::covered);
  EXPECT_EQ(result.goals[2].result.status, GoalStatus::undecided);
  EXPECT_FALSE(result.closed);
}

TEST(Confirm, ConfirmsTheRunsOfFindings) {
  const model::StepSystem system =
      make_system(sum([] { raise(SIGSEGV); }), {10}, {4});
  Options options;
  Result result = ExplicitEngine().explore(system, options, base::Budget(), {});
  ASSERT_EQ(result.findings.size(), 1u);
  EXPECT_EQ(result.findings[0].trust, Trust::claimed);
  confirm(system, result, {}, base::Budget());
  EXPECT_EQ(result.findings[0].trust, Trust::replayed);
}

}  // namespace
}  // namespace catenary::engine::reach::test
