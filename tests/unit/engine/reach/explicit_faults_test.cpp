// SPDX-License-Identifier: Apache-2.0
/// \file
/// Programs that crash, hang, exit, throw or print while they are explored.
#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>

#include "base/check.h"
#include "base/error.h"
#include "engine/reach/explicit/explicit.h"
#include "unit/engine/reach/counter.h"

namespace catenary::engine::reach::test {
namespace {

using model::GoalStatus;
using model::StepOutcome;
using std::chrono::milliseconds;

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

}  // namespace
}  // namespace catenary::engine::reach::test
