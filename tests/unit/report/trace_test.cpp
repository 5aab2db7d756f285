// SPDX-License-Identifier: Apache-2.0
/// \file
/// Failures explained: of steps, and of timed tests.
#include "report/console/trace.h"

#include <gtest/gtest.h>

#include <sstream>

#include "unit/suite/schema.h"

namespace catenary::report {
namespace {

using suite::TimedObservation;

TEST(Trace, LongRunsShowTheirEnd) {
  Diagnosis d;
  for (int k = 1; k <= 9; ++k) {
    suite::Json step = suite::Json::object();
    suite::Json& inputs = step.set("inputs", suite::Json::object());
    inputs.set("in", suite::Json::number(std::int64_t{k}));
    suite::Json& outputs = step.set("outputs", suite::Json::object());
    outputs.set("p.holds", suite::Json::boolean(k != 9));
    outputs.set("out", suite::Json::string("7/2"));
    d.execution.push(std::move(step));
  }
  TestDiagnoses test;
  test.id = "0123456789abcdef";
  test.diagnoses = {d};
  std::ostringstream out;
  print_trace(out, {test}, {});
  EXPECT_EQ(out.str(),
            "test 0123456789ab\n"
            "  diagnosis 1: violates no known requirement\n"
            "    4 steps before (all with --json)\n"
            "    step 5  in=5  -> out=7/2\n"
            "    step 6  in=6  -> out=7/2\n"
            "    step 7  in=7  -> out=7/2\n"
            "    step 8  in=8  -> out=7/2\n"
            "    step 9  in=9  -> p.holds=false out=7/2\n");
}

/// A coin of 5 was answered by 11 where it had to be 10.
suite::RunResults timed_results() {
  suite::TestResult r;
  r.id = std::string(64, 'a');
  r.verdict = suite::Verdict::fail;
  r.code = suite::VerdictCode::fail_out;
  r.reason =
      "Coffee(11) after 3/2 in state ec1, after 1 step of the purpose: R9: no "
      "Coffee is specified; allowed: Coffee(10) after [1, 5] (goals pay)";
  r.step = 1;
  r.goals = {"pay"};
  r.requirements = {"REQ-2"};
  r.violations = {{2,
                   "Coffee",
                   "Coffee(11) after 3/2",
                   "Coffee(10) after [1, 5]",
                   {"pay"},
                   {"REQ-2"}}};
  r.events = {
      {TimedObservation::Kind::sent, 2, "Coin", {logic::Value::integer(5)}, 0},
      {TimedObservation::Kind::received,
       mpq_class(7, 2),
       "Coffee",
       {logic::Value::integer(11)},
       0},
  };
  suite::TestResult passed;
  passed.id = std::string(64, 'b');
  passed.verdict = suite::Verdict::pass;
  passed.code = suite::VerdictCode::tree_pass;
  passed.events = {r.events.front()};
  suite::RunResults out;
  out.tests = {r, passed};
  return out;
}

TEST(Trace, ATimedFailureSaysWhatWasSeenAndWhatWasAllowed) {
  suite::Suite suite;
  suite::SuiteGoal goal;
  goal.id = "pay";
  goal.requirements = {"REQ-1"};
  suite.goals = {goal};
  const auto traced = trace_failures(suite, timed_results());
  std::ostringstream out;
  print_trace(out, traced, {});
  EXPECT_EQ(out.str(),
            "test aaaaaaaaaaaa\n"
            "  diagnosis 1: FAIL_out, violates REQ-1, REQ-2, in the test of "
            "pay\n"
            "    observed  Coffee(11) after 3/2\n"
            "    allowed   Coffee(10) after [1, 5]\n"
            "    because   in state ec1, after 1 step of the purpose: R9: no "
            "Coffee is specified\n"
            "    2        sent     Coin(5)\n"
            "    7/2      received Coffee(11)\n");
  const suite::Json document = trace_document("r.json", traced);
  EXPECT_EQ(schema::validate("trace", document.pretty()), "");
  const suite::Json& tests = *document.find("tests");
  ASSERT_EQ(tests.items().size(), 2U);
  const suite::Json& one = tests.items()[0].find("diagnoses")->items()[0];
  EXPECT_EQ(one.find("code")->text(), "FAIL_out");
  EXPECT_EQ(one.find("violations")->items()[0].find("allowed")->text(),
            "Coffee(10) after [1, 5]");
  EXPECT_EQ(one.find("execution")->items()[1].compact(),
            R"({"kind":"received","at":"7/2","channel":"Coffee",)"
            R"("values":[11]})");
  EXPECT_TRUE(tests.items()[1].find("diagnoses")->items().empty());
}

TEST(Trace, AnOnlineFailureHasItsReason) {
  suite::RunResults results = timed_results();
  results.tests[0].violations.clear();
  results.tests[0].goals.clear();
  results.tests[0].requirements.clear();
  results.tests[0].reason = "Coffee(11) came";
  std::ostringstream out;
  print_trace(out, trace_failures({}, results), {});
  EXPECT_EQ(out.str(),
            "test aaaaaaaaaaaa\n"
            "  diagnosis 1: FAIL_out\n"
            "    Coffee(11) came\n"
            "    2        sent     Coin(5)\n"
            "    7/2      received Coffee(11)\n");
}

}  // namespace
}  // namespace catenary::report
