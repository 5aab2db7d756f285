// SPDX-License-Identifier: Apache-2.0
/// \file
/// A suite on several systems at a time: the results are those of one, each
/// test says where it ran, and no system that dies hides anything.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <set>
#include <thread>

#include "exec/runner.h"
#include "exec/tree/tree_run.h"
#include "suite/suite.h"
#include "unit/exec/timed_example.h"
#include "unit/suite/example.h"

namespace catenary::exec {
namespace {

using logic::Value;
using suite::Verdict;
using suite::VerdictCode;

/// Tests that set "in" to 0, 1, … and expect the same of "out".
suite::Suite counting(long long tests) {
  suite::Suite out;
  out.signature.inputs = {suite::example::signal("in", "int32")};
  out.signature.outputs = {suite::example::signal("out", "int32")};
  for (long long i = 0; i < tests; ++i) {
    suite::Step step;
    step.dt = 1;
    step.inputs.push_back({0, Value::integer(i)});
    step.expect.push_back({0, Value::integer(i)});
    out.tests.emplace_back().steps.push_back(step);
  }
  suite::canonicalise(out);
  return out;
}

/// What a bench does; its outputs are its inputs.
struct Manners {
  SutOutcome opens = SutOutcome::ok;
  /// Of the first step; later calls of open() are refused then.
  SutOutcome steps = SutOutcome::ok;
  std::chrono::milliseconds slow{0};
  /// It answers something else.
  bool wrong = false;
};

class FakeBench final : public Adapter {
 public:
  explicit FakeBench(Manners manners) : manners_(manners) {}
  SutReply open(const suite::Signature& signature, SutInfo& info) override {
    if (died_) return {SutOutcome::refused, "it is gone", {}};
    if (manners_.opens != SutOutcome::ok) {
      return {manners_.opens, "it is not there", {}};
    }
    info.inputs.assign(signature.inputs.size(), true);
    info.outputs.assign(signature.outputs.size(), true);
    return {};
  }
  SutReply reset(std::span<const Value>, std::chrono::milliseconds) override {
    return {};
  }
  SutReply step(const mpq_class&,
                std::span<const Value> inputs,
                std::chrono::milliseconds) override {
    std::this_thread::sleep_for(manners_.slow);
    if (manners_.steps != SutOutcome::ok) {
      died_ = true;
      return {manners_.steps, "it died", {}};
    }
    SutReply reply;
    reply.outputs.emplace_back(manners_.wrong ? Value::integer(1000)
                                              : inputs[0]);
    return reply;
  }
  void close() override {}
  /// Tells processes apart.
  std::string take_output() override { return std::to_string(::getpid()); }

 private:
  Manners manners_;
  bool died_ = false;
};

/// Results, and the warnings of the run as "SUT: why".
struct Outcome {
  suite::RunResults results;
  std::vector<std::string> unreachable;
};

Outcome run_on(const std::vector<Manners>& all,
               const suite::Suite& suite,
               RunOptions options = {}) {
  Outcome out;
  std::vector<FakeBench> adapters(all.begin(), all.end());
  std::vector<Bench> benches;
  for (FakeBench& adapter : adapters) {
    benches.push_back(
        {std::string(1, static_cast<char>('a' + benches.size())), &adapter});
  }
  options.unreachable = [&](const std::string& sut, const std::string& why) {
    out.unreachable.push_back(sut + ": " + why);
  };
  suite::RunListener nobody;
  out.results = run_suite(suite, benches, options, nobody, {});
  return out;
}

/// Without times and systems.
std::vector<suite::TestResult> comparable(const suite::RunResults& results) {
  std::vector<suite::TestResult> out = results.tests;
  for (suite::TestResult& test : out) {
    test.seconds = 0;
    test.output.clear();
    test.sut.clear();
  }
  return out;
}

std::map<std::string, std::size_t> tests_of(const suite::RunResults& results) {
  std::map<std::string, std::size_t> out;
  for (const suite::TestResult& test : results.tests) ++out[test.sut];
  return out;
}

constexpr Manners kSlow{.slow = std::chrono::milliseconds(20)};

TEST(Benches, GiveTheResultsOfOne) {
  const suite::Suite suite = counting(12);
  const Outcome one = run_on({{}}, suite);
  const Outcome three = run_on({kSlow, kSlow, kSlow}, suite);
  EXPECT_EQ(comparable(one.results), comparable(three.results));
  EXPECT_EQ(one.results.count().pass, 12U);
  EXPECT_TRUE(three.unreachable.empty());
  // One system need not be named; of several, each runs some tests.
  EXPECT_EQ(tests_of(one.results).size(), 1U);
  EXPECT_EQ(one.results.tests[0].sut, "");
  EXPECT_EQ(tests_of(three.results).size(), 3U);
  EXPECT_FALSE(tests_of(three.results).contains(""));
}

TEST(Benches, HaveSeveralProcessesEach) {
  const suite::Suite suite = counting(24);
  RunOptions options;
  options.jobs = 2;
  const Outcome out = run_on({kSlow, kSlow}, suite, options);
  EXPECT_EQ(out.results.count().pass, 24U);
  std::map<std::string, std::set<std::string>> processes;
  for (const suite::TestResult& test : out.results.tests) {
    processes[test.sut].insert(test.output);
  }
  EXPECT_EQ(processes["a"].size(), 2U);
  EXPECT_EQ(processes["b"].size(), 2U);
}

TEST(Benches, OneThatCannotBeReachedGetsNoTests) {
  const suite::Suite suite = counting(6);
  for (const SutOutcome outcome : {SutOutcome::refused,
                                   SutOutcome::exited,
                                   SutOutcome::hung,
                                   SutOutcome::protocol}) {
    const Outcome out = run_on({{.opens = outcome}, kSlow}, suite);
    EXPECT_EQ(comparable(out.results), comparable(run_on({{}}, suite).results));
    EXPECT_EQ(out.unreachable, std::vector<std::string>{"a: it is not there"});
  }
}

TEST(Benches, TheLastOneSaysWhyNothingRuns) {
  const suite::Suite suite = counting(4);
  const Manners absent{.opens = SutOutcome::refused};
  const Outcome one = run_on({absent}, suite);
  const Outcome two = run_on({absent, absent}, suite);
  EXPECT_EQ(comparable(one.results), comparable(two.results));
  EXPECT_EQ(two.results.tests[0].code, VerdictCode::adapter_load);
  EXPECT_EQ(two.results.count().error, 4U);
  EXPECT_TRUE(one.unreachable.empty());
  EXPECT_EQ(two.unreachable.size(), 1U);
}

TEST(Benches, ACrashAtTheStartIsAVerdict) {
  const suite::Suite suite = counting(6);
  const Outcome out = run_on({{.opens = SutOutcome::crashed}, kSlow}, suite);
  EXPECT_GT(out.results.count().error, 0U);
  EXPECT_EQ(out.results.tests.size(), 6U);
  for (const suite::TestResult& test : out.results.tests) {
    EXPECT_EQ(test.verdict, test.sut == "a" ? Verdict::error : Verdict::pass);
  }
  EXPECT_TRUE(out.unreachable.empty());
}

TEST(Benches, OneThatDiesInATestLeavesAnError) {
  const suite::Suite suite = counting(8);
  const Outcome out =
      run_on({kSlow, {.steps = SutOutcome::exited}, kSlow}, suite);
  ASSERT_EQ(out.results.tests.size(), 8U);
  EXPECT_EQ(out.results.count().error, 1U);
  EXPECT_EQ(out.results.count().pass, 7U);
  const auto error = std::ranges::find(
      out.results.tests, Verdict::error, &suite::TestResult::verdict);
  EXPECT_EQ(error->sut, "b");
  EXPECT_EQ(error->code, VerdictCode::sut_exited);
  // It is not there any more when the next test is to begin.
  EXPECT_EQ(out.unreachable, std::vector<std::string>{"b: it is gone"});
}

TEST(Benches, RepetitionsOfATestAreOnOne) {
  const suite::Suite suite = counting(8);
  RunOptions options;
  options.repeat = 3;
  const Manners wrong{.slow = std::chrono::milliseconds(10), .wrong = true};
  const Outcome out = run_on({kSlow, wrong}, suite, options);
  for (const suite::TestResult& test : out.results.tests) {
    EXPECT_FALSE(test.flaky);
    EXPECT_EQ(test.verdict, test.sut == "a" ? Verdict::pass : Verdict::fail);
  }
  EXPECT_EQ(tests_of(out.results).size(), 2U);
}

TEST(Benches, ConfinementIsThatOfAll) {
  EXPECT_EQ(run_on({{}, {}}, counting(1)).results.sandbox, "none");
}

TEST(Benches, RunTreesAsWell) {
  const suite::Suite suite = timed_example::coffee();
  timed_example::Player absent;
  absent.on_open = {SutOutcome::refused, "it is not there", {}};
  timed_example::Player there = timed_example::machine(1);
  TimedRunOptions options;
  std::vector<std::string> unreachable;
  options.run.unreachable = [&](const std::string& sut, const std::string&) {
    unreachable.push_back(sut);
  };
  suite::RunListener nobody;
  const suite::RunResults results = run_timed_suite(
      suite, {{"a", &absent}, {"b", &there}}, options, nullptr, nobody, {});
  ASSERT_EQ(results.tests.size(), suite.tests.size());
  EXPECT_EQ(results.tests[0].verdict, Verdict::pass);
  EXPECT_EQ(results.tests[0].sut, "b");
  EXPECT_EQ(unreachable, std::vector<std::string>{"a"});
}

}  // namespace
}  // namespace catenary::exec
