// SPDX-License-Identifier: Apache-2.0
// Claims that are wrong, put where a search would put them, and a program that
// shows it.
#include "challenge/challenge.h"
#include "base/error.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/error.h"
#include "unit/engine/reach/counter.h"

namespace catenary::challenge {
namespace {

namespace reach = engine::reach;
using model::GoalStatus;
using reach::test::counter;

constexpr std::uint32_t kEnd = 12;
constexpr std::uint32_t kAtTen = 0, kAtEnd = 1, kNever = 2;

/// The counter of counter.h as it runs by itself: run r counts by 1 from step
/// r on.
class CounterProgram final : public model::PlainProgram {
 public:
  std::string wait(const base::Budget&) override { return why_not; }
  std::vector<bool> observable_goals() const override {
    return {true, true, false};
  }
  std::vector<bool> observable_state(const model::StepSystem&) const override {
    return {};
  }
  model::PlainSeen observe(const model::StepSystem&,
                           const model::PlainJob& job,
                           const base::Budget&) override {
    if (fails) throw base::ToolError("the program cannot be run");
    if (calls++ >= runs_out_after) throw base::StoppedError("no time");
    model::PlainSeen seen;
    seen.outputs.resize(1);
    for (std::uint64_t r = job.first_run;
         r < job.last_run && seen.steps < job.steps;
         ++r) {
      ++seen.runs;
      std::int64_t n = 0;
      for (std::uint64_t k = 1; k <= std::min<std::uint64_t>(job.length, 20);
           ++k) {
        ++seen.steps;
        n = std::min<std::int64_t>(kEnd, n + input(r, k));
        const auto step = static_cast<std::int64_t>(k);
        if (n == 10) seen.hits.push_back({{kAtTen}, step});
        if (n == kEnd) seen.hits.push_back({{kAtEnd}, step});
        model::PlainSpan& span = seen.outputs[0];
        const logic::Value value = logic::Value::integer(n);
        if (!span.seen || span.hi.as_integer() < n) span.hi = value;
        if (!span.seen || span.lo.as_integer() > n) span.lo = value;
        span.seen = true;
      }
    }
    return seen;
  }
  std::vector<model::PlainGiven> given(const model::StepSystem&,
                                       const model::PlainJob& job,
                                       const base::Budget&) override {
    std::vector<model::PlainGiven> out;
    for (std::uint64_t k = 1; k <= std::min<std::uint64_t>(job.length, 20);
         ++k) {
      model::PlainGiven g;
      g.step = k;
      g.name = "i0";
      g.bits = static_cast<std::uint64_t>(input(job.first_run, k));
      g.value = logic::Value::integer(input(job.first_run, k));
      out.push_back(std::move(g));
    }
    return out;
  }
  std::unique_ptr<model::PlainProgram> otherwise(const base::Budget&) override {
    if (!depends_on_compiler) return std::make_unique<CounterProgram>();
    auto out = std::make_unique<CounterProgram>();
    out->broken = true;
    return out;
  }
  void keep(std::shared_ptr<void>) override {}

  std::string why_not;
  bool depends_on_compiler = false;
  bool fails = false;
  int calls = 0;
  int runs_out_after = 1'000'000;  ///< calls of observe()
  bool broken = false;             ///< does nothing

 private:
  int input(std::uint64_t run, std::uint64_t step) const {
    return !broken && step > 8 - std::min<std::uint64_t>(run, 8) ? 1 : 0;
  }
};

model::StepSystem counter_system() {
  return reach::test::make_system(counter(kEnd), {2});
}

/// All of it true.
reach::Result truth() {
  reach::Result out;
  out.closed = true;
  out.goals.resize(3);
  out.goals[kAtTen].result = {
      GoalStatus::covered, model::Trust::replayed, "hit", 10};
  out.goals[kAtEnd].result = {
      GoalStatus::covered, model::Trust::replayed, "hit", 12};
  out.goals[kAtTen].shortest = out.goals[kAtEnd].shortest = true;
  out.goals[kNever].result = {
      GoalStatus::unreachable, model::Trust::proved, "none", -1};
  reach::ValueRange range;
  range.known = range.proved = true;
  range.lo = logic::Value::integer(0);
  range.hi = logic::Value::integer(12);
  out.output_ranges = {range};
  return out;
}

Outcome run(const reach::Result& result, CounterProgram& program) {
  return challenge(counter_system(), program, result, {}, {});
}

TEST(Challenge, FindsNothingAgainstTrueClaims) {
  CounterProgram program;
  const Outcome out = run(truth(), program);
  EXPECT_TRUE(out.done);
  EXPECT_TRUE(out.contradictions.empty());
  EXPECT_EQ(out.claims, 4U);
  EXPECT_EQ(out.observable, 3U);
  EXPECT_GE(out.steps, 20'000U);
}

// 3 % of the time of the search, but never very little.
TEST(Challenge, BeginsBesideTheSearch) {
  const model::PlainPace pace = early_pace(std::chrono::seconds(2));
  EXPECT_EQ(pace.steps(0), 20'000U);
  EXPECT_EQ(pace.steps(1), 40'000U);
  EXPECT_EQ(pace.steps(100), 5'120'000U);
  EXPECT_EQ(pace.cap(0).count(), 120);
  EXPECT_EQ(pace.cap(10).count(), 300);
  EXPECT_EQ(pace.cap(1000).count(), 2000);
}

TEST(Challenge, IsLeftOutWhereTheProgramCannotBeRun) {
  CounterProgram program;
  program.fails = true;
  const Outcome out = run(truth(), program);
  EXPECT_FALSE(out.done);
  EXPECT_EQ(out.why_not, "the program cannot be run");
  EXPECT_TRUE(out.contradictions.empty());
}

TEST(Challenge, ContradictsUnreachableByAShortRun) {
  reach::Result wrong = truth();
  wrong.goals[kAtEnd].result = {
      GoalStatus::unreachable, model::Trust::proved, "none", -1};
  CounterProgram program;
  const Outcome out = run(wrong, program);
  ASSERT_EQ(out.contradictions.size(), 1U);
  const Contradiction& c = out.contradictions[0];
  EXPECT_EQ(c.claim.text, "g1 is unreachable");
  EXPECT_EQ(c.run, 8U);  // the first that counts in each of its steps
  EXPECT_EQ(c.steps, 12U);
  EXPECT_FALSE(c.unstable);
  ASSERT_TRUE(c.trace);
  EXPECT_EQ(c.trace->steps.size(), 12U);
  EXPECT_NE(as_csv(c).find("\n12,i0,1,0x1\n"), std::string::npos);

  withdraw(counter_system(), out, {}, {}, wrong);
  EXPECT_EQ(wrong.goals[kAtEnd].result.status, GoalStatus::covered);
  EXPECT_EQ(wrong.goals[kAtEnd].result.trust, model::Trust::replayed);
  EXPECT_EQ(wrong.goals[kNever].result.status, GoalStatus::undecided);
  EXPECT_FALSE(wrong.output_ranges[0].proved);
  EXPECT_FALSE(wrong.closed);
}

// What was seen stands, also where no time is left to look for a short run.
TEST(Challenge, AContradictionStandsWhenTheTimeIsOver) {
  reach::Result wrong = truth();
  wrong.goals[kAtEnd].result = {
      GoalStatus::unreachable, model::Trust::proved, "none", -1};
  CounterProgram program;
  program.runs_out_after = 1;
  const Outcome out = run(wrong, program);
  EXPECT_TRUE(out.done);
  ASSERT_EQ(out.contradictions.size(), 1U);
  EXPECT_EQ(out.contradictions[0].claim.index, kAtEnd);
  EXPECT_EQ(out.contradictions[0].steps, 0U);
  withdraw(counter_system(), out, {}, {}, wrong);
  EXPECT_EQ(wrong.goals[kAtEnd].result.status, GoalStatus::undecided);
  EXPECT_EQ(wrong.goals[kNever].result.status, GoalStatus::undecided);
}

/// The counter, but it crashes at 5 where `crashes` says so of the state. The
/// fourth byte of the state is 1 after a step that did not count.
model::StepSystem crashing(
    const std::function<bool(const std::vector<std::uint8_t>&)>& crashes) {
  reach::test::FakeProgram program = counter(kEnd);
  program.step = [step = program.step, crashes](auto& state, const auto& in) {
    const std::uint8_t waited =
        state[3] | static_cast<std::uint8_t>(in[0] == 0);
    state[3] = 0;
    auto effect = step(state, in);
    state[3] = waited;
    if (state[0] == 5 && crashes(state)) {
      effect.outcome = model::StepOutcome::crashed;
    }
    return effect;
  };
  return reach::test::make_system(program, {2});
}

// The program goes on behind undefined behaviour, the system does not.
TEST(Challenge, LeavesOutWhatComesAfterACrash) {
  reach::Result result = truth();
  result.goals[kAtEnd].result = {
      GoalStatus::unreachable, model::Trust::proved, "none", -1};
  CounterProgram program;
  const Outcome out = challenge(
      crashing([](const auto&) { return true; }), program, result, {}, {});
  EXPECT_TRUE(out.contradictions.empty());
  EXPECT_EQ(out.undefined, 1U);
  // Nothing that counts was observed of this claim.
  EXPECT_EQ(out.observable, 2U);
  EXPECT_NE(summary(out).find("0 contradictions"), std::string::npos);
  EXPECT_NE(summary(out).find("1 contradicted only after crashes"),
            std::string::npos);
}

TEST(Challenge, FindsTheRunThatDoesNotCrash) {
  reach::Result result = truth();
  result.goals[kAtEnd].result = {
      GoalStatus::unreachable, model::Trust::proved, "none", -1};
  CounterProgram program;
  // The shortest run counts in each of its steps.
  const Outcome out =
      challenge(crashing([](const auto& state) { return state[3] == 0; }),
                program,
                result,
                {},
                {});
  ASSERT_EQ(out.contradictions.size(), 1U);
  EXPECT_LT(out.contradictions[0].run, 8U);
  EXPECT_GT(out.contradictions[0].steps, 12U);
  EXPECT_EQ(out.undefined, 0U);
}

TEST(Challenge, LeavesUndecidedWhatTheReplayDoesNotHit) {
  reach::Result wrong = truth();
  wrong.goals[kAtEnd].result = {
      GoalStatus::unreachable, model::Trust::proved, "none", -1};
  CounterProgram program;
  Outcome out = run(wrong, program);
  ASSERT_EQ(out.contradictions.size(), 1U);
  out.contradictions[0].trace = model::Trace{};
  withdraw(counter_system(), out, {}, {}, wrong);
  EXPECT_EQ(wrong.goals[kAtEnd].result.status, GoalStatus::undecided);
  EXPECT_NE(wrong.goals[kAtEnd].result.reason.find("withdrawn"),
            std::string::npos);
}

TEST(Challenge, ContradictsRangesAndShortestRuns) {
  reach::Result wrong = truth();
  wrong.output_ranges[0].hi = logic::Value::integer(11);
  wrong.goals[kAtTen].result.depth = 13;
  CounterProgram program;
  const Outcome out = run(wrong, program);
  ASSERT_EQ(out.contradictions.size(), 2U);
  EXPECT_EQ(out.contradictions[0].claim.text, "g0 takes at least 13 steps");
  EXPECT_NE(out.contradictions[1].claim.text.find("always in [0, 11]"),
            std::string::npos);
}

TEST(Challenge, SaysWhereBehaviourDependsOnTheCompiler) {
  reach::Result wrong = truth();
  wrong.goals[kAtEnd].result = {
      GoalStatus::unreachable, model::Trust::proved, "none", -1};
  CounterProgram program;
  program.depends_on_compiler = true;
  const Outcome out = run(wrong, program);
  ASSERT_EQ(out.contradictions.size(), 1U);
  EXPECT_TRUE(out.contradictions[0].unstable);
}

TEST(Challenge, IsLeftOutWithAReason) {
  CounterProgram program;
  program.why_not = "it does not compile";
  const Outcome out = run(truth(), program);
  EXPECT_FALSE(out.done);
  EXPECT_EQ(summary(out), "challenge: left out: it does not compile");
}

TEST(Claims, OneOfSeveralGoalsMayBeTheOneThatWasHit) {
  reach::Result result = truth();
  const std::vector<Claim> claims = claims_of(counter_system(), result);
  model::PlainSeen seen;
  seen.hits.push_back({{kAtEnd, kNever}, -1});
  EXPECT_TRUE(contradicted(claims, seen).empty());
  seen.hits.push_back({{kNever}, -1});
  EXPECT_EQ(contradicted(claims, seen).size(), 1U);
}

TEST(Claims, ANaNIsOutsideOfARangeWithoutOne) {
  reach::Result result;
  reach::ValueRange range;
  range.known = range.proved = true;
  range.lo = range.hi = logic::Value::float32(0);
  result.output_ranges = {range};
  model::StepSystem system = counter_system();
  system.outputs.resize(1);
  const std::vector<Claim> claims = claims_of(system, result);
  model::PlainSeen seen;
  seen.outputs.resize(1);
  seen.outputs[0].nan = true;
  EXPECT_EQ(contradicted(claims, seen).size(), 1U);
  // Zeros are equal, whatever their sign.
  seen.outputs[0] = {true, false, logic::Value::float32(-0.0F), range.hi};
  EXPECT_TRUE(contradicted(claims, seen).empty());
}

}  // namespace
}  // namespace catenary::challenge
