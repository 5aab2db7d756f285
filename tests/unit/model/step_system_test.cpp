// SPDX-License-Identifier: Apache-2.0
/// \file
/// Step systems: letters, alphabets, and simulation of a small counter.
#include "model/step/step_system.h"

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <limits>

#include "base/check.h"

namespace catenary::model {
namespace {

using logic::Value;

Variable variable(const char* name,
                  ScalarType type,
                  std::vector<Value> domain = {}) {
  Variable v;
  v.name = name;
  v.type = type;
  v.domain = std::move(domain);
  return v;
}

std::vector<Value> integers(std::initializer_list<long long> values) {
  std::vector<Value> result;
  for (const long long v : values) result.push_back(Value::integer(v));
  return result;
}

TEST(StepSystem, KnowsTheKindsOfStateMachines) {
  for (const char* machine : {"uml", "sm", "art"}) {
    EXPECT_TRUE(is_state_machine(machine)) << machine;
  }
  for (const char* other : {"c", "btor2", "verilog", "contract", ""}) {
    EXPECT_FALSE(is_state_machine(other)) << other;
  }
}

TEST(Scalar, EncodesAndDecodesTheExtremesOfEveryType) {
  const auto round_trip = [](ScalarType type, const Value& v) {
    std::array<std::byte, 8> bytes{};
    encode_scalar(type, v, bytes.data());
    EXPECT_EQ(decode_scalar(type, bytes.data()), v) << to_string(type);
  };
  const std::vector<std::tuple<ScalarType, const char*, const char*>> ranges = {
      {ScalarType::int8, "-128", "127"},
      {ScalarType::uint8, "0", "255"},
      {ScalarType::int16, "-32768", "32767"},
      {ScalarType::uint16, "0", "65535"},
      {ScalarType::int32, "-2147483648", "2147483647"},
      {ScalarType::uint32, "0", "4294967295"},
      {ScalarType::int64, "-9223372036854775808", "9223372036854775807"},
      {ScalarType::uint64, "0", "18446744073709551615"}};
  for (const auto& [type, lo, hi] : ranges) {
    const mpz_class lowest(lo);
    const mpz_class highest(hi);
    round_trip(type, Value::integer(lowest));
    round_trip(type, Value::integer(highest));
    std::array<std::byte, 8> bytes{};
    EXPECT_THROW(encode_scalar(
                     type, Value::integer(mpz_class(lowest - 1)), bytes.data()),
                 base::InternalError);
    EXPECT_THROW(
        encode_scalar(
            type, Value::integer(mpz_class(highest + 1)), bytes.data()),
        base::InternalError);
  }
  round_trip(ScalarType::boolean, Value::boolean(true));
  round_trip(ScalarType::float32, Value::float32(-0.0F));
  round_trip(ScalarType::float64,
             Value::float64(std::numeric_limits<double>::infinity()));
}

TEST(Scalar, BytesAreThoseOfTheMachine) {
  std::array<std::byte, 4> bytes{};
  encode_scalar(ScalarType::int32, Value::integer(-2), bytes.data());
  std::int32_t stored = 0;
  std::memcpy(&stored, bytes.data(), sizeof stored);
  EXPECT_EQ(stored, -2);
}

TEST(Letter, IsLaidOutWithNaturalAlignment) {
  StepSystem s;
  s.inputs = {variable("a", ScalarType::boolean),
              variable("b", ScalarType::float64),
              variable("c", ScalarType::uint16),
              variable("d", ScalarType::int32)};
  s.lay_out();
  EXPECT_EQ(s.inputs[0].offset, 0U);
  EXPECT_EQ(s.inputs[1].offset, 8U);
  EXPECT_EQ(s.inputs[2].offset, 16U);
  EXPECT_EQ(s.inputs[3].offset, 20U);
  EXPECT_EQ(s.letter_bytes(), 24U);
  EXPECT_EQ(s.initial_letter_bytes(), 0U);
}

TEST(Alphabet, IsTheProductInLexicographicOrder) {
  StepSystem s;
  s.inputs = {variable("a", ScalarType::int8, integers({-1, 4})),
              variable("b", ScalarType::int32, integers({7, 8, 9}))};
  s.lay_out();
  const Alphabet alphabet(s.inputs);
  ASSERT_EQ(alphabet.size(), 6U);
  std::size_t i = 0;
  for (const long long a : {-1, 4}) {
    for (const long long b : {7, 8, 9}) {
      EXPECT_EQ(alphabet.values(i), integers({a, b}));
      const std::byte* letter = alphabet.letter(i);
      EXPECT_EQ(decode_scalar(ScalarType::int8, letter), Value::integer(a));
      EXPECT_EQ(decode_scalar(ScalarType::int32, letter + 4),
                Value::integer(b));
      ++i;
    }
  }
  EXPECT_THROW((void)alphabet.values(6), base::InternalError);
}

TEST(Alphabet, WithoutVariablesHasOneEmptyLetter) {
  const Alphabet alphabet(std::span<const Variable>{});
  EXPECT_EQ(alphabet.size(), 1U);
  EXPECT_TRUE(alphabet.values(0).empty());
  EXPECT_NE(alphabet.letter(0), nullptr);
}

TEST(Alphabet, SizeSaturates) {
  std::vector<Variable> many;
  for (int i = 0; i < 70; ++i) {
    many.push_back(variable("v", ScalarType::int8, integers({0, 1})));
  }
  EXPECT_EQ(Alphabet::size_of(many), std::uint64_t{1} << 63);
  EXPECT_EQ(Alphabet::size_of(std::span(many).first(62)),
            std::uint64_t{1} << 62);
  many.push_back(variable("none", ScalarType::int8));
  EXPECT_EQ(Alphabet::size_of(many), 0U);
}

/// Adds its input to a counter that starts at an initial choice. Goal 65 is
/// hit where the sum is even, goal 2 by the initialisation. An input of 100
/// ends the run, of 101 crashes; final states are those above 10.
class Counter : public Stepper {
 public:
  std::size_t state_bytes() const override { return 1; }
  StepOutcome reset(const std::byte* letter) override {
    state_ = static_cast<std::int8_t>(letter[0]);
    hits_ = {std::uint64_t{1} << 2, 0};
    return StepOutcome::running;
  }
  StepOutcome step(const std::byte* letter) override {
    const auto input = static_cast<std::int8_t>(letter[0]);
    state_ = static_cast<std::int8_t>(state_ + input);
    hits_ = {0, state_ % 2 == 0 ? 2U : 0U};
    if (input == 100) return StepOutcome::ended;
    return input == 101 ? StepOutcome::crashed : StepOutcome::running;
  }
  void save(std::byte* out) const override { std::memcpy(out, &state_, 1); }
  void load(const std::byte* in) override { std::memcpy(&state_, in, 1); }
  const std::uint64_t* hits() const override { return hits_.data(); }
  bool at_final() override { return state_ > 10; }
  Value output(std::size_t) override {
    return Value::integer(static_cast<long long>(state_));
  }
  Event event() const override { return {"over", {}}; }

 private:
  std::int8_t state_ = 0;
  std::array<std::uint64_t, 2> hits_{};
};

StepSystem counter_system() {
  StepSystem s;
  s.inputs = {variable("i", ScalarType::int8)};
  s.initial = {variable("start", ScalarType::int8)};
  s.outputs = {variable("sum", ScalarType::int8)};
  s.goals.resize(70);
  s.any_state_final = false;
  s.lay_out();
  return s;
}

Simulation run(const StepSystem& s, std::initializer_list<long long> inputs) {
  Counter counter;
  Trace trace;
  trace.initial = integers({1});
  for (const long long i : inputs) trace.steps.push_back(integers({i}));
  return simulate(s, counter, trace);
}

TEST(Simulate, RecordsHitsAndOutputsOfEveryStep) {
  const Simulation r = run(counter_system(), {2, 5, 4});
  EXPECT_EQ(r.initial.hits, std::vector<std::uint32_t>{2});
  EXPECT_EQ(r.initial.outputs, integers({1}));
  ASSERT_EQ(r.steps.size(), 3U);
  EXPECT_TRUE(r.steps[0].hits.empty());
  EXPECT_EQ(r.steps[1].hits, std::vector<std::uint32_t>{65});
  EXPECT_EQ(r.steps[2].outputs, integers({12}));
  EXPECT_TRUE(r.ends_final);
  EXPECT_FALSE(run(counter_system(), {2}).ends_final);
}

TEST(Simulate, StopsWhereTheRunEnds) {
  StepSystem s = counter_system();
  Simulation r = run(s, {2, 100, 3});
  ASSERT_EQ(r.steps.size(), 2U);
  EXPECT_EQ(r.steps[1].outcome, StepOutcome::ended);
  EXPECT_EQ(r.steps[1].event.text, "over");
  EXPECT_TRUE(r.steps[1].outputs.empty());
  EXPECT_FALSE(r.ends_final);
  s.any_state_final = true;
  EXPECT_TRUE(run(s, {2, 100, 3}).ends_final);
  EXPECT_FALSE(run(s, {101}).ends_final);
}

TEST(Simulate, RejectsATraceOfTheWrongShape) {
  Counter counter;
  Trace trace;
  EXPECT_THROW((void)simulate(counter_system(), counter, trace),
               base::InternalError);
}

TEST(StepSystem, SaysWhyItIsNotExhaustive) {
  StepSystem s = counter_system();
  std::string why;
  EXPECT_TRUE(s.exhaustive(&why));
  s.inputs[0].exhaustive = false;
  s.inputs[0].why_not_exhaustive = "sampled";
  EXPECT_FALSE(s.exhaustive(&why));
  EXPECT_EQ(why, "sampled");
  EXPECT_FALSE(s.exhaustive());
}

}  // namespace
}  // namespace catenary::model
