// SPDX-License-Identifier: Apache-2.0
/// \file
/// Tests that look at the outputs before they choose the next inputs.
#include "suite/adaptive.h"

#include <gtest/gtest.h>

#include <functional>

#include "exec/runner.h"
#include "unit/suite/adaptive.h"

namespace catenary::exec {
namespace {

using logic::Value;
using suite::Verdict;
using suite::VerdictCode;
using Outputs = std::vector<std::optional<Value>>;

/// The light is where it is put.
class Light final : public Adapter {
 public:
  explicit Light(int side) : side_(side) {}
  SutReply open(const suite::Signature&, SutInfo& info) override {
    info.name = "light";
    info.inputs = {true};
    info.outputs = {true, true};
    return {};
  }
  SutReply reset(std::span<const Value>, std::chrono::milliseconds) override {
    asked.clear();
    return {};
  }
  SutReply step(const mpq_class&,
                std::span<const Value> inputs,
                std::chrono::milliseconds) override {
    asked.push_back(inputs[0].to_string());
    SutReply reply;
    if (asked.size() == ends_at) reply.outcome = SutOutcome::ended;
    if (shows_side) reply.outputs.emplace_back(Value::integer(side_));
    if (!shows_side) reply.outputs.emplace_back();
    reply.outputs.emplace_back(Value::boolean(sees));
    return reply;
  }
  void close() override {}

  std::vector<std::string> asked;
  bool sees = true;
  bool shows_side = true;
  std::size_t ends_at = 0;

 private:
  int side_;
};

suite::TestResult run(Light& light,
                      const suite::Suite& suite = suite::example::light()) {
  suite::RunListener silent;
  const suite::RunResults results = run_suite(suite, light, {}, silent, {});
  EXPECT_EQ(results.tests.size(), 1U);
  return results.tests.at(0);
}

TEST(AdaptiveTest, GoesWhereTheAnswerLeads) {
  Light left(0);
  const suite::TestResult at_left = run(left);
  EXPECT_EQ(at_left.verdict, Verdict::pass) << at_left.reason;
  EXPECT_EQ(left.asked, (std::vector<std::string>{"7", "0"}));
  EXPECT_EQ(at_left.path, (std::vector<std::uint32_t>{0, 1}));

  Light right(1);
  const suite::TestResult at_right = run(right);
  EXPECT_EQ(at_right.verdict, Verdict::pass) << at_right.reason;
  EXPECT_EQ(right.asked, (std::vector<std::string>{"7", "1"}));
  EXPECT_EQ(at_right.path, (std::vector<std::uint32_t>{0, 2}));
  EXPECT_EQ(at_right.step, 2);
}

TEST(AdaptiveTest, EndsWhereNoBranchApplies) {
  Light middle(2);
  const suite::TestResult result = run(middle);
  EXPECT_EQ(result.verdict, Verdict::pass) << result.reason;
  EXPECT_EQ(middle.asked.size(), 1U);
}

TEST(AdaptiveTest, FailsWhereItExpectsOtherwise) {
  Light far(3);
  EXPECT_EQ(run(far).code, VerdictCode::expectation_violated);
  EXPECT_EQ(far.asked.size(), 1U);
  Light blind(0);
  blind.sees = false;
  const suite::TestResult result = run(blind);
  EXPECT_EQ(result.code, VerdictCode::expectation_violated);
  EXPECT_EQ(result.step, 2);
  EXPECT_EQ(result.goals, std::vector<std::string>{"found"});
  // What is expected at the other side is a formula over the step before.
  Light other(1);
  other.sees = false;
  EXPECT_EQ(run(other).code, VerdictCode::expectation_violated);
}

TEST(AdaptiveTest, DoesNotGuessWhichWayToGo) {
  Light hidden(0);
  hidden.shows_side = false;
  const suite::TestResult result = run(hidden);
  EXPECT_EQ(result.verdict, Verdict::inconclusive);
  EXPECT_EQ(result.code, VerdictCode::output_missing);
  Light right(1);
  suite::Suite suite = suite::example::light();
  suite.tests[0].steps[0].next[1].when[0].expectation =
      suite::example::formula(suite.signature, "(= side side@5)");
  const suite::TestResult undecided = run(right, suite);
  EXPECT_EQ(undecided.code, VerdictCode::unresolved);
  EXPECT_NE(undecided.reason.find("how to go on depends on side"),
            std::string::npos)
      << undecided.reason;
}

TEST(AdaptiveTest, AnEndBeforeTheNextStepFails) {
  Light left(0);
  left.ends_at = 1;
  const suite::TestResult result = run(left);
  EXPECT_EQ(result.code, VerdictCode::sut_ended);
  EXPECT_EQ(result.reason.substr(0, 28), "the SUT ended at step 1 of 2");
  // Where the test is over, too, that is nothing.
  Light middle(2);
  middle.ends_at = 1;
  EXPECT_EQ(run(middle).verdict, Verdict::pass);
}

}  // namespace
}  // namespace catenary::exec
