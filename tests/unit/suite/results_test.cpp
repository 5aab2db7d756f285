// SPDX-License-Identifier: Apache-2.0
/// \file
/// Results documents and the exit codes that follow from verdicts.
#include "suite/results.h"

#include <gtest/gtest.h>

#include "unit/suite/example.h"

namespace catenary::suite {
namespace {

RunResults example_results() {
  const Suite suite = example::zoo();
  RunResults out;
  out.tool = suite.tool;
  out.suite_path = "s.json";
  out.suite_sha256 = std::string(64, 'b');
  out.model = suite.model;
  out.sut = "native:libx.so";
  out.sandbox = "process";
  out.outputs = suite.signature.outputs;
  out.channels = suite.signature.channels;
  TestResult fail;
  fail.id = suite.tests[0].id;
  fail.verdict = Verdict::fail;
  fail.code = VerdictCode::expectation_violated;
  fail.reason = "p2: s.speed is 3";
  fail.step = 2;
  fail.goals = {"p2"};
  fail.requirements = {"CC-2"};
  fail.checked = 7;
  fail.skipped = {"p2.holds"};
  fail.violations = {{2, "s.speed", "3", "1", {"p2"}, {"CC-2"}, {}}};
  fail.observed = {{logic::Value::enumerator(example::modes(), 1),
                    logic::Value::integer(3),
                    std::nullopt,
                    logic::Value::float32(0.1F),
                    logic::Value::float64(-0.0),
                    logic::Value::bitvec(12, 3)}};
  using Kind = TimedObservation::Kind;
  fail.events = {
      {Kind::sent, 2, "Button", {logic::Value::integer(-3)}, 0.25},
      {Kind::received, mpq_class(7, 3), "Lamp", {logic::Value::boolean(true)}},
      {Kind::received, mpq_class(7, 3), "Noise", {}},
      {Kind::silence, 12, "", {}}};
  fail.output = "printed\n";
  fail.sut = "tcp:rig2:9000";
  fail.flaky = true;
  fail.seconds = 0.25;
  out.tests = {fail};
  return out;
}

TEST(Results, WrittenAndReadIsTheSame) {
  const RunResults results = example_results();
  const std::string text = write_results(results);
  EXPECT_EQ(read_results(text, "r.json"), results);
  EXPECT_EQ(write_results(read_results(text, "r.json")), text);
}

TEST(Results, EventsThatNoChannelHasAreRefused) {
  const std::string text = write_results(example_results());
  const auto with = [&text](const std::string& from, const std::string& to) {
    std::string out = text;
    out.replace(out.find(from), from.size(), to);
    return out;
  };
  const std::string sent = "\"channel\": \"Button\", \"values\": [-3]";
  ASSERT_NE(text.find(sent), std::string::npos) << text;
  for (const char* wrong : {"\"channel\": \"Nobody\", \"values\": [-3]",
                            "\"channel\": \"Button\", \"values\": []",
                            "\"channel\": \"Button\", \"values\": [true]",
                            "\"channel\": \"Button\""}) {
    EXPECT_THROW((void)read_results(with(sent, wrong), "r.json"),
                 base::InputError)
        << wrong;
  }
  EXPECT_THROW((void)read_results(with("\"sent\"", "\"lost\""), "r.json"),
               base::InputError);
}

TEST(Results, ASummaryThatDoesNotFitIsRefused) {
  std::string text = write_results(example_results());
  const std::string from = "\"pass\": 0";
  text.replace(text.find(from), from.size(), "\"pass\": 1");
  EXPECT_THROW((void)read_results(text, "r.json"), base::InputError);
}

TEST(Results, CodesHaveTexts) {
  for (int i = 0; i <= static_cast<int>(VerdictCode::inc_dur); ++i) {
    const auto code = static_cast<VerdictCode>(i);
    EXPECT_EQ(parse_enum(to_string(code), VerdictCode::inc_dur), code);
  }
  EXPECT_FALSE(parse_enum("nonsense", VerdictCode::inc_dur));
}

TEST(Results, TimesForPeople) {
  EXPECT_EQ(show_time(10), "10");
  EXPECT_EQ(show_time(mpq_class(3, 2)), "3/2");
  EXPECT_EQ(show_time(mpq_class(305304759, 100000000)), "3.053");
  EXPECT_EQ(show_time(mpq_class("123456789012345")), "123456789012345");
}

TEST(Results, ExitCodes) {
  const auto code = [](std::vector<Verdict> verdicts, bool complete = true) {
    RunResults results;
    for (const Verdict v : verdicts) results.tests.emplace_back().verdict = v;
    results.complete = complete;
    return exit_code(results);
  };
  EXPECT_EQ(code({Verdict::pass, Verdict::pass}), 0);
  EXPECT_EQ(code({Verdict::pass, Verdict::inconclusive}), 5);
  EXPECT_EQ(code({Verdict::inconclusive, Verdict::fail}), 1);
  EXPECT_EQ(code({Verdict::fail, Verdict::error}), 3);
  EXPECT_EQ(code({Verdict::pass}, false), 4);
}

}  // namespace
}  // namespace catenary::suite
