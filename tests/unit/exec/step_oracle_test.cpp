// SPDX-License-Identifier: Apache-2.0
/// \file
/// Runs that somebody else judges beside the expectations of the suite.
#include <gtest/gtest.h>

#include <chrono>
#include <map>

#include "exec/adapter.h"
#include "exec/runner.h"
#include "unit/suite/example.h"

namespace catenary::exec {
namespace {

using logic::Value;
using suite::Verdict;
using suite::VerdictCode;
using Kind = StepVerdict::Kind;

/// Answers as the first test of the example suite expects, at every step.
class Echo final : public Adapter {
 public:
  explicit Echo(const suite::Suite& suite) : suite_(suite) {}
  SutReply open(const suite::Signature& signature, SutInfo& info) override {
    info.name = "echo";
    info.inputs.assign(signature.inputs.size(), true);
    info.initial.assign(signature.initial.size(), true);
    info.outputs.assign(signature.outputs.size(), true);
    return {};
  }
  SutReply reset(std::span<const Value>, std::chrono::milliseconds) override {
    at_ = 0;
    return {};
  }
  SutReply step(const mpq_class&,
                std::span<const Value>,
                std::chrono::milliseconds) override {
    SutReply reply;
    for (const suite::Signal& s : suite_.signature.outputs) {
      reply.outputs.emplace_back(logic::default_value(s.sort()));
    }
    for (const suite::ExpectedOutput& e : suite_.tests[0].steps[at_].expect) {
      if (const auto* v = std::get_if<Value>(&e.expectation)) {
        reply.outputs[e.signal] = *v;
      }
    }
    ++at_;
    return reply;
  }
  void close() override {}

 private:
  const suite::Suite& suite_;
  std::size_t at_ = 0;
};

/// Says what it was told at a step, "allowed" at others.
class Told final : public StepOracle {
 public:
  Told(std::size_t step, Kind kind) : step_(step), kind_(kind) {}
  void restart() override {
    ++restarts;
    steps = 0;
  }
  StepVerdict step(std::span<const Value> inputs,
                   std::span<const std::optional<Value>> outputs) override {
    EXPECT_EQ(inputs.size(), 1U);
    EXPECT_EQ(outputs.size(), 3U);
    StepVerdict out;
    if (++steps != step_) return out;
    out.kind = kind_;
    out.why = "because";
    out.violation.signal = "judge";
    out.violation.observed = "s.speed = 1";
    out.violation.allowed = "R-1";
    out.violation.contracts = {"c1"};
    out.violation.requirements = {"R-1"};
    return out;
  }
  std::size_t restarts = 0;
  std::size_t steps = 0;

 private:
  std::size_t step_;
  Kind kind_;
};

suite::TestResult judged(Told& oracle,
                         bool keep_going = false,
                         bool expectations = true) {
  const suite::Suite suite = suite::example::cruise();
  Echo sut(suite);
  RunOptions options;
  options.oracle = &oracle;
  options.keep_going = keep_going;
  options.expectations = expectations;
  suite::RunListener nobody;
  return run_suite(suite, sut, options, nobody, {}).tests.at(0);
}

TEST(StepOracle, IsAskedAtEveryStep) {
  Told oracle(0, Kind::allowed);
  const std::size_t steps = suite::example::cruise().tests[0].steps.size();
  const suite::TestResult with = judged(oracle, true);
  EXPECT_EQ(oracle.restarts, 1U);
  EXPECT_EQ(oracle.steps, steps);
  Told silent(0, Kind::allowed);
  EXPECT_EQ(judged(silent, true, false).checked, steps);
  EXPECT_EQ(judged(silent, true, false).verdict, Verdict::pass);
  EXPECT_GT(with.checked, steps);
}

TEST(StepOracle, ItsViolationFailsTheTest) {
  Told oracle(2, Kind::forbidden);
  const suite::TestResult r = judged(oracle, false, false);
  EXPECT_EQ(r.verdict, Verdict::fail);
  EXPECT_EQ(r.code, VerdictCode::expectation_violated);
  EXPECT_EQ(r.step, 2);
  EXPECT_EQ(oracle.steps, 2U);
  ASSERT_EQ(r.violations.size(), 1U);
  EXPECT_EQ(r.violations[0].step, 2U);
  EXPECT_EQ(r.requirements, std::vector<std::string>{"R-1"});
  EXPECT_EQ(r.reason, "step 2: s.speed = 1 violates R-1");
}

TEST(StepOracle, IsAskedNoMoreOnceItHasSpoken) {
  for (const Kind kind :
       {Kind::forbidden, Kind::nothing_asked, Kind::unresolved}) {
    Told oracle(1, kind);
    const suite::TestResult r = judged(oracle, true, false);
    EXPECT_EQ(oracle.steps, 1U);
    EXPECT_NE(r.verdict, Verdict::pass);
  }
}

TEST(StepOracle, ABrokenPromiseIsNoPassAndNoFailure) {
  Told oracle(3, Kind::nothing_asked);
  const suite::TestResult r = judged(oracle, false, false);
  EXPECT_EQ(r.verdict, Verdict::inconclusive);
  EXPECT_EQ(r.code, VerdictCode::promise_broken);
  EXPECT_EQ(r.reason, "step 3: because");
  EXPECT_TRUE(r.violations.empty());
  EXPECT_EQ(r.checked, 2U);
}

TEST(StepOracle, WhatItCannotDecideIsUnresolved) {
  Told oracle(1, Kind::unresolved);
  const suite::TestResult r = judged(oracle, false, false);
  EXPECT_EQ(r.verdict, Verdict::inconclusive);
  EXPECT_EQ(r.code, VerdictCode::unresolved);
  EXPECT_EQ(r.reason, "step 1: because");
}

TEST(StepOracle, ViolationsAreWrittenAndRead) {
  Told oracle(2, Kind::forbidden);
  suite::RunResults results;
  results.tests = {judged(oracle, false, false)};
  results.outputs = suite::example::cruise().signature.outputs;
  results.oracle = suite::OracleReference{
      {"door", "req", "door.req", std::string(64, 'b')}, {"a=b"}, {"m.ON=3"}};
  const std::string text = suite::write_results(results);
  const suite::RunResults again = suite::read_results(text, "r.json");
  EXPECT_EQ(suite::write_results(again), text);
  EXPECT_EQ(again.oracle, results.oracle);
  EXPECT_EQ(again.tests[0].violations[0].contracts,
            std::vector<std::string>{"c1"});
}

}  // namespace
}  // namespace catenary::exec
