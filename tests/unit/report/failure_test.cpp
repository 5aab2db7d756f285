// SPDX-License-Identifier: Apache-2.0
/// \file
/// Tables of failed tests, against what a reader should see, written by hand.
#include "report/console/failure.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "suite/suite.h"

namespace catenary::report {
namespace {

using logic::Value;
using suite::Verdict;
using suite::VerdictCode;

/// A heater: a temperature with a unit goes in, a mode with names comes out.
suite::Suite heater(std::size_t steps) {
  suite::Suite out;
  suite::Signal degrees;
  degrees.name = "degrees";
  degrees.unit = "C";
  suite::Signal mode;
  mode.name = "mode";
  mode.names = {{"OFF", Value::integer(0)}, {"HEATING", Value::integer(1)}};
  out.signature.inputs = {degrees};
  out.signature.outputs = {mode};
  suite::SuiteGoal goal;
  goal.id = "cold";
  goal.text = "It heats when it is cold.";
  goal.requirements = {"HEAT-1"};
  goal.reason = "made";
  out.goals = {goal};
  suite::Test& test = out.tests.emplace_back();
  test.id = std::string(64, 'a');
  for (std::size_t s = 0; s < steps; ++s) {
    suite::Step& step = test.steps.emplace_back();
    step.inputs = {{0, Value::integer(static_cast<long>(s))}};
    step.expect = {{0, Value::integer(1)}};
  }
  return out;
}

/// The step fails, and so do those after it.
suite::TestResult failed(std::uint32_t step, std::uint32_t violations) {
  suite::TestResult out;
  out.verdict = Verdict::fail;
  out.code = VerdictCode::expectation_violated;
  out.step = step;
  out.goals = {"cold"};
  out.requirements = {"HEAT-1"};
  out.reason = "step " + std::to_string(step) + ": mode is 0, expected 1";
  for (std::uint32_t v = 0; v < violations; ++v) {
    out.violations.push_back({step + v, "mode", "0", "1", {}, {}, {}});
  }
  for (std::uint32_t s = 0; s + 1 < step + violations; ++s) {
    out.observed.push_back({Value::integer(s + 1 < step ? 1 : 0)});
  }
  return out;
}

std::string brief(const suite::Suite& suite, const suite::TestResult& result) {
  return failure_table(
      suite, &suite.tests.front(), result, FailureDetail::brief);
}

TEST(FailureTable, HasNamesUnitsAndRequirements) {
  EXPECT_EQ(brief(heater(2), failed(2, 1)),
            "    STEP  SIGNAL   EXPECTED    OBSERVED\n"
            "       1  degrees  set to 0 C\n"
            "       2  degrees  set to 1 C\n"
            "          mode     HEATING     OFF\n"
            "    HEAT-1: It heats when it is cold.\n");
}

TEST(FailureTable, ShowsInputsOnlyWhereTheyChange) {
  suite::Suite suite = heater(3);
  for (suite::Step& step : suite.tests[0].steps) {
    step.inputs[0].value = Value::integer(7);
  }
  EXPECT_EQ(brief(suite, failed(3, 1)),
            "    STEP  SIGNAL   EXPECTED    OBSERVED\n"
            "       1  degrees  set to 7 C\n"
            "       3  mode     HEATING     OFF\n"
            "    HEAT-1: It heats when it is cold.\n");
}

TEST(FailureTable, ShowsTheFirstOfManyInputs) {
  suite::Suite suite = heater(1);
  for (std::uint32_t i = 1; i < 100; ++i) {
    suite::Signal signal;
    signal.name = "i" + std::to_string(i);
    suite.signature.inputs.push_back(signal);
    suite.tests[0].steps[0].inputs.push_back({i, Value::integer(i)});
  }
  const std::string text = brief(suite, failed(1, 1));
  EXPECT_NE(text.find("i11  "), std::string::npos) << text;
  EXPECT_EQ(text.find("i12 "), std::string::npos) << text;
  EXPECT_NE(text.find("and 88 inputs more"), std::string::npos) << text;
  EXPECT_NE(text.find("HEATING"), std::string::npos) << text;
}

TEST(FailureTable, LeavesOutWhatIsFarAway) {
  const std::string text = brief(heater(60), failed(40, 20));
  EXPECT_TRUE(text.starts_with("    35 steps before (all with --verbose)\n"))
      << text;
  EXPECT_NE(text.find("and 12 violations more (all with --verbose)\n"),
            std::string::npos)
      << text;
  EXPECT_EQ(text.find("set to 34 C"), std::string::npos) << text;
  EXPECT_NE(text.find("set to 35 C"), std::string::npos) << text;
}

TEST(FailureTable, ShowsEverythingOnRequest) {
  const suite::Suite suite = heater(60);
  const std::string text = failure_table(
      suite, &suite.tests[0], failed(40, 20), FailureDetail::everything);
  EXPECT_EQ(text.find("--verbose"), std::string::npos);
  EXPECT_NE(text.find("set to 0 C"), std::string::npos);
  // One row for the input and one for the output of each of 59 steps.
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1 + 2 * 59 + 1);
}

TEST(FailureTable, TellsWhatIsKnownWithoutTheTest) {
  const suite::Suite suite = heater(2);
  EXPECT_EQ(failure_table(suite, nullptr, failed(2, 1), FailureDetail::brief),
            "    STEP  SIGNAL  EXPECTED  OBSERVED\n"
            "       2  mode    HEATING   OFF\n"
            "    HEAT-1: It heats when it is cold.\n");
}

TEST(FailureTable, IsEmptyForATestThatPassedOrDidNotRun) {
  suite::TestResult result;
  result.verdict = Verdict::pass;
  result.code = VerdictCode::ok;
  EXPECT_EQ(brief(heater(2), result), "");
  result.verdict = Verdict::error;
  result.code = VerdictCode::adapter_load;
  result.reason = "the SUT could not be started";
  EXPECT_EQ(brief(heater(2), result), "");
}

TEST(FailureTable, HasTheMessagesOfATimedTest) {
  suite::Suite suite = heater(1);
  suite::Channel channel;
  channel.name = "Debit";
  channel.parameters = {suite.signature.inputs[0]};
  suite.signature.channels = {channel};
  suite::TestResult result = failed(1, 0);
  result.code = VerdictCode::fail_out;
  using Kind = suite::TimedObservation::Kind;
  result.events = {{Kind::sent, 1, "Debit", {Value::integer(10)}},
                   {Kind::received, 3, "Debit", {Value::integer(11)}}};
  result.violations = {{1, "Debit", "Debit(11)", "Debit(10)", {}, {}, {}}};
  result.reason = "Debit(11) at 3: R9; allowed: Debit(10)";
  EXPECT_EQ(brief(suite, result),
            "    TIME  CHANNEL  EXPECTED   OBSERVED\n"
            "       1  Debit               sent (10 C)\n"
            "       3  Debit    Debit(10)  received (11 C)\n"
            "    at 3: R9\n"
            "    HEAT-1: It heats when it is cold.\n");
}

TEST(FailureTable, ObeysNoControlCharacters) {
  suite::Suite suite = heater(1);
  suite.signature.outputs[0].name = "a\x1b[31m\n";
  suite.goals[0].text = "b\x1b\n";
  suite::TestResult result = failed(1, 1);
  result.violations[0].signal = suite.signature.outputs[0].name;
  result.violations[0].observed = "c\r\n";
  const std::string text = brief(suite, result);
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
  EXPECT_EQ(text.find('\r'), std::string::npos);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 4);
}

TEST(NamedValue, TranslatesSingleValuesAndSets) {
  const suite::Signal mode = heater(1).signature.outputs[0];
  EXPECT_EQ(named_value(mode, "1"), "HEATING");
  EXPECT_EQ(named_value(mode, "2"), "2");
  EXPECT_EQ(named_value(mode, "one of 0, 1, 2"), "one of OFF, HEATING, 2");
  EXPECT_EQ(named_value(mode, "[0, 1)"), "[0, 1)");
  EXPECT_EQ(named_value(heater(1).signature.inputs[0], "3"), "3 C");
  EXPECT_EQ(named_value(mode, ""), "");
}

TEST(FailureMessage, IsOneShortLine) {
  const suite::Suite suite = heater(1);
  EXPECT_EQ(failure_message(suite, failed(1, 1), 200),
            "step 1: mode is OFF, expected HEATING");
  suite::TestResult other = failed(1, 0);
  other.reason = std::string(500, 'x') + "\n";
  EXPECT_EQ(failure_message(suite, other, 20), std::string(19, 'x') + "…");
}

TEST(FailureHeadline, SaysWhereUnlessOnlyTheReasonDoes) {
  const suite::Suite suite = heater(4);
  EXPECT_EQ(failure_headline(&suite.tests[0], failed(3, 1)),
            "expectation-violated at step 3 of 4");
  EXPECT_EQ(failure_headline(nullptr, failed(3, 1)),
            "expectation-violated at step 3");
  suite::TestResult died = failed(3, 0);
  died.code = VerdictCode::sut_crashed;
  died.reason = "the SUT crashed";
  EXPECT_EQ(failure_headline(nullptr, died), "sut-crashed: the SUT crashed");
}

TEST(FailureHeadline, NamesTheSystemOfSeveral) {
  suite::TestResult died = failed(3, 0);
  died.sut = "tcp:rig2:9000";
  died.code = VerdictCode::sut_crashed;
  died.reason = "the SUT crashed";
  EXPECT_EQ(failure_headline(nullptr, died),
            "sut-crashed on tcp:rig2:9000: the SUT crashed");
  suite::TestResult wrong = failed(3, 1);
  wrong.sut = died.sut;
  EXPECT_EQ(failure_headline(nullptr, wrong),
            "expectation-violated at step 3 on tcp:rig2:9000");
}

}  // namespace
}  // namespace catenary::report
