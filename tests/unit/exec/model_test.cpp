// SPDX-License-Identifier: Apache-2.0
/// \file
/// Step systems simulated as systems under test.
#include "exec/adapter/model.h"

#include <gtest/gtest.h>

#include <cstring>

#include "exec/adapter/isolated.h"
#include "exec/runner.h"
#include "unit/suite/example.h"

namespace catenary::exec {
namespace {

using logic::Value;
using model::StepOutcome;

/// Counts by its input from its initial choice; 13 crashes the program.
class Counter final : public model::Stepper {
 public:
  std::size_t state_bytes() const override { return sizeof count_; }
  StepOutcome reset(const std::byte* letter) override {
    std::memcpy(&count_, letter, sizeof count_);
    return StepOutcome::running;
  }
  StepOutcome step(const std::byte* letter) override {
    std::int32_t by = 0;
    std::memcpy(&by, letter, sizeof by);
    hits_ = by >= 7 && by <= 12 ? 1 : 0;
    if (by == 13) std::abort();
    if (by == 12) return StepOutcome::discarded;
    count_ += by;
    return by == 11 ? StepOutcome::ended : StepOutcome::running;
  }
  void save(std::byte* packed) const override {
    std::memcpy(packed, &count_, sizeof count_);
  }
  void load(const std::byte* packed) override {
    std::memcpy(&count_, packed, sizeof count_);
  }
  const std::uint64_t* hits() const override { return &hits_; }
  bool at_final() override { return true; }
  Value output(std::size_t) override { return Value::integer(count_); }
  Event event() const override { return {"as asked", {"c.c", 3, 1}}; }

 private:
  std::int32_t count_ = 0;
  std::uint64_t hits_ = 0;
};

class CounterFactory final : public model::StepperFactory {
 public:
  std::unique_ptr<model::Stepper> make() const override {
    return std::make_unique<Counter>();
  }
};

model::StepSystem counter() {
  model::StepSystem system;
  system.name = "counter";
  model::Variable v;
  v.type = model::ScalarType::int32;
  v.lo = Value::integer(-100);
  v.hi = Value::integer(100);
  v.name = "by";
  system.inputs = {v};
  v.name = "start";
  system.initial = {v};
  v.name = "count";
  system.outputs = {v};
  system.factory = std::make_shared<CounterFactory>();
  system.lay_out();
  return system;
}

/// One test: starts at 10, counts by the given numbers.
suite::Suite counting(std::vector<int> steps) {
  suite::Suite suite;
  suite.signature.inputs = {suite::example::signal("by", "int32")};
  suite.signature.initial = {suite::example::signal("start", "int32")};
  suite.signature.outputs = {suite::example::signal("count", "int32")};
  suite::Test test;
  test.initial = {{0, Value::integer(10)}};
  int count = 10;
  for (const int by : steps) {
    count += by;
    suite::Step step;
    step.inputs = {{0, Value::integer(by)}};
    step.expect = {{0, Value::integer(count)}};
    test.steps.push_back(step);
  }
  suite.tests = {test};
  suite::canonicalise(suite);
  return suite;
}

suite::TestResult run(const suite::Suite& suite) {
  const base::Budget budget;
  const model::StepSystem system = counter();
  const auto sut = isolate(
      [&] { return make_model([&] { return simulate_step_system(system); }); },
      {},
      budget);
  suite::RunListener nobody;
  return run_suite(suite, *sut, {}, nobody, budget).tests.at(0);
}

TEST(ModelAdapter, InitialChoicesAndInputsReachTheModel) {
  const suite::TestResult result = run(counting({1, -5, 7}));
  EXPECT_EQ(result.verdict, suite::Verdict::pass) << result.reason;
  EXPECT_EQ(result.checked, 3U);
}

TEST(ModelAdapter, ADeviationFails) {
  suite::Suite suite = counting({1, 2});
  suite.tests[0].steps[1].expect[0].expectation = Value::integer(0);
  suite::canonicalise(suite);
  EXPECT_EQ(run(suite).reason, "step 2: count is 13, expected 0");
}

TEST(ModelAdapter, OutcomesOfTheModelAreVerdicts) {
  EXPECT_EQ(run(counting({1, 13})).code, suite::VerdictCode::sut_crashed);
  EXPECT_EQ(run(counting({11, 1})).code, suite::VerdictCode::sut_ended);
  const suite::TestResult discarded = run(counting({12}));
  EXPECT_EQ(discarded.code, suite::VerdictCode::sut_refused);
  EXPECT_NE(discarded.reason.find("discarded: as asked at c.c:3:1"),
            std::string::npos)
      << discarded.reason;
}

TEST(ModelAdapter, GoalsAreOutputs) {
  model::StepSystem system = counter();
  model::Goal goal;
  goal.id = "big";
  system.goals = {goal};
  const auto simulator = simulate_step_system(system);
  EXPECT_EQ(simulator->outputs(),
            (std::vector<std::string>{"count", "big.hit"}));
  const std::vector<std::optional<Value>> start{Value::integer(0)};
  const auto step = [&](int by) {
    simulator->reset(start);
    const std::vector<std::optional<Value>> inputs{Value::integer(by)};
    return simulator->step(0, inputs);
  };
  const SutReply small = step(1);
  ASSERT_EQ(small.outputs.size(), 2U);
  EXPECT_EQ(small.outputs[0], Value::integer(1));
  EXPECT_EQ(small.outputs[1], Value::boolean(false));
  EXPECT_EQ(step(7).outputs[1], Value::boolean(true));
  // What the program shows after its end means nothing; the hit does.
  const SutReply ended = step(11);
  EXPECT_EQ(ended.outcome, SutOutcome::ended);
  EXPECT_EQ(ended.outputs[0], std::nullopt);
  EXPECT_EQ(ended.outputs[1], Value::boolean(true));
  // An assumption that fails behind a goal ends the run.
  EXPECT_EQ(step(12).outcome, SutOutcome::ended);
}

TEST(ModelAdapter, ValuesOfAnotherTypeAreRefused) {
  const model::StepSystem system = counter();
  const auto simulator = simulate_step_system(system);
  const std::vector<std::optional<Value>> start{Value::float64(1.5)};
  const SutReply reply = simulator->reset(start);
  EXPECT_EQ(reply.outcome, SutOutcome::refused);
  EXPECT_EQ(reply.reason, "start of the model is of another type");
  // What C has for Booleans are numbers, and a whole number is one in any sort.
  const std::vector<std::optional<Value>> truth{Value::boolean(true)};
  EXPECT_EQ(simulator->reset(truth).outcome, SutOutcome::ok);
  const std::vector<std::optional<Value>> whole{Value::float64(1)};
  EXPECT_EQ(simulator->reset(whole).outcome, SutOutcome::ok);
}

TEST(ModelAdapter, FormulasAreEvaluated) {
  suite::Suite suite = counting({1, 2, 3});
  const suite::Formula grows =
      suite::example::formula(suite.signature, "(> count count@pre)");
  suite.tests[0].steps[1].expect[0].expectation = grows;
  suite.tests[0].steps[2].expect[0].expectation = grows;
  suite::canonicalise(suite);
  EXPECT_EQ(run(suite).verdict, suite::Verdict::pass);
  suite.tests[0].steps[2].inputs[0].value = Value::integer(-3);
  suite::canonicalise(suite);
  EXPECT_EQ(run(suite).reason,
            "step 3: count is 10, expected (> count count@pre)");
  suite.tests[0].steps[0].expect[0].expectation = grows;
  suite.tests[0].steps.resize(1);
  suite::canonicalise(suite);
  EXPECT_EQ(run(suite).reason, "step 1: count: 'count@pre' has no value");
}

}  // namespace
}  // namespace catenary::exec
