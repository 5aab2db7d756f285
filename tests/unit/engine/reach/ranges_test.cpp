// SPDX-License-Identifier: Apache-2.0
/// \file
/// Ranges: hulls of numbers in packed states, and what a search proves of them.
#include "engine/reach/ranges.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "engine/reach/hull.h"
#include "engine/reach/replay.h"
#include "unit/engine/reach/counter.h"

namespace catenary::engine::reach {
namespace {

using logic::Value;
using model::ScalarType;

model::StateScalar scalar(ScalarType type,
                          std::vector<std::size_t> offsets,
                          std::uint32_t bits = 0,
                          std::uint32_t first_bit = 0) {
  model::StateScalar s;
  s.name = "s";
  s.type = type;
  s.offsets = std::move(offsets);
  s.bits = bits;
  s.first_bit = first_bit;
  return s;
}

template <typename T>
std::vector<std::byte> states_of(const std::vector<T>& values) {
  std::vector<std::byte> out(values.size() * sizeof(T));
  if (!out.empty()) std::memcpy(out.data(), values.data(), out.size());
  return out;
}

template <typename T>
ValueRange range_of(const model::StateScalar& s, const std::vector<T>& values) {
  Hull hull{};
  const std::vector<std::byte> bytes = states_of(values);
  widen_by_states(s, bytes.data(), sizeof(T), values.size(), hull);
  return hull.range(s.type);
}

TEST(Hull, KnowsTheSignOfItsType) {
  const std::vector<std::uint8_t> bytes = {1, 0x80, 0x7f, 0xff};
  const ValueRange s = range_of(scalar(ScalarType::int8, {0}), bytes);
  EXPECT_EQ(s.lo, Value::integer(-128));
  EXPECT_EQ(s.hi, Value::integer(127));
  const ValueRange u = range_of(scalar(ScalarType::uint8, {0}), bytes);
  EXPECT_EQ(u.lo, Value::integer(1));
  EXPECT_EQ(u.hi, Value::integer(255));
  const ValueRange wide =
      range_of(scalar(ScalarType::uint64, {0}),
               std::vector<std::uint64_t>{~std::uint64_t{0}, 5});
  EXPECT_EQ(wide.lo, Value::integer(5));
  EXPECT_EQ(wide.hi, Value::integer(mpz_class("18446744073709551615")));
}

TEST(Hull, BitFieldsAreCutOutOfTheirBytes) {
  // Bits 6..10: across two bytes.
  const std::vector<std::uint16_t> words = {0x0040, 0x03c0, 0x0400, 0xf83f};
  const ValueRange u = range_of(scalar(ScalarType::uint32, {0}, 5, 6), words);
  EXPECT_EQ(u.lo, Value::integer(0));
  EXPECT_EQ(u.hi, Value::integer(16));
  const ValueRange s = range_of(scalar(ScalarType::int32, {0}, 5, 6), words);
  EXPECT_EQ(s.lo, Value::integer(-16));
  EXPECT_EQ(s.hi, Value::integer(15));
}

TEST(Hull, NaNIsNoEnd) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const ValueRange r = range_of(scalar(ScalarType::float32, {0}),
                                std::vector<float>{nan, 2.5F, -1.0F});
  EXPECT_TRUE(r.nan);
  EXPECT_EQ(r.lo, Value::float32(-1.0F));
  EXPECT_EQ(r.hi, Value::float32(2.5F));
  const ValueRange none =
      range_of(scalar(ScalarType::float32, {0}), std::vector<float>{nan});
  EXPECT_TRUE(none.known);
  EXPECT_TRUE(none.nan);
}

TEST(Hull, NothingSeenIsNotKnown) {
  EXPECT_FALSE(
      range_of(scalar(ScalarType::int8, {0}), std::vector<std::uint8_t>{})
          .known);
}

model::StepSystem counter_system(std::uint32_t end) {
  model::StepSystem system = test::make_system(test::counter(end), {3});
  model::StateField field{"n", 4, {scalar(ScalarType::uint32, {0})}};
  system.state = {field};
  return system;
}

Options with_ranges() {
  Options o;
  o.ranges = true;
  return o;
}

TEST(Ranges, AClosedSearchProvesThem) {
  for (const std::uint32_t jobs : {1U, 3U}) {
    Options o = with_ranges();
    o.jobs = jobs;
    const Result r = test::explore(counter_system(50'000), o);
    ASSERT_EQ(r.state_ranges.size(), 1U);
    EXPECT_TRUE(r.state_ranges[0].proved);
    EXPECT_EQ(r.state_ranges[0].lo, Value::integer(0));
    EXPECT_EQ(r.state_ranges[0].hi, Value::integer(50'000));
    ASSERT_EQ(r.output_ranges.size(), 1U);
    EXPECT_TRUE(r.output_ranges[0].proved);
    EXPECT_EQ(r.output_ranges[0].hi, Value::integer(255));
  }
}

TEST(Ranges, ABoundedSearchOnlySawThem) {
  Options o = with_ranges();
  o.max_steps = 4;
  const Result r = test::explore(counter_system(100), o);
  EXPECT_FALSE(r.state_ranges.at(0).proved);
  EXPECT_EQ(r.state_ranges[0].hi, Value::integer(8));
  EXPECT_FALSE(r.output_ranges.at(0).proved);
  EXPECT_EQ(r.output_ranges[0].hi, Value::integer(8));
}

TEST(Ranges, WithoutTheOptionThereAreNone) {
  const Result r = test::explore(counter_system(100));
  EXPECT_TRUE(r.state_ranges.empty());
  EXPECT_TRUE(r.output_ranges.empty());
}

TEST(Ranges, AReplayThatContradictsTakesTheProofAway) {
  Result r = test::explore(counter_system(20), with_ranges());
  ASSERT_TRUE(r.goals[0].trace.has_value());
  model::Trace shorter = *r.goals[0].trace;
  shorter.steps.pop_back();
  r.goals[0].trace = std::move(shorter);
  ASSERT_TRUE(r.state_ranges[0].proved);
  confirm(counter_system(20), r, {}, {});
  EXPECT_FALSE(r.state_ranges[0].proved);
  EXPECT_FALSE(r.output_ranges[0].proved);
}

/// An input 0 .. 99 with the classes 0..9, 10..49, 50..99.
model::StepSystem system_with_classes() {
  model::StepSystem system = test::make_system(test::counter(20), {3});
  model::Variable& in = system.inputs[0];
  in.hi = Value::integer(99);
  for (const int start : {0, 10, 50}) {
    in.class_starts.push_back(Value::integer(start));
  }
  return system;
}

ValueRange seen(int lo, int hi) {
  return {true, Value::integer(lo), Value::integer(hi), false, false};
}

TEST(Classes, AHeldInputReachesTheEndsOfItsClasses) {
  const model::StepSystem system = system_with_classes();
  model::StateScalar s = scalar(ScalarType::int32, {0});
  ValueRange r = seen(-3, 50);
  widen_by_classes(system, s, r);
  EXPECT_EQ(r.hi, Value::integer(50)) << "it holds no input";
  s.holds.inputs = {0};
  widen_by_classes(system, s, r);
  EXPECT_EQ(r.lo, Value::integer(-3)) << "below the input's range";
  EXPECT_EQ(r.hi, Value::integer(99));
  r = seen(10, 10);
  widen_by_classes(system, s, r);
  EXPECT_EQ(r.lo, Value::integer(10));
  EXPECT_EQ(r.hi, Value::integer(49));
}

TEST(Classes, UnderAnotherTypeItMayBeAnything) {
  const model::StepSystem system = system_with_classes();
  model::StateScalar s = scalar(ScalarType::uint32, {0});
  s.holds.inputs = {0};
  ValueRange r = seen(0, 10);
  widen_by_classes(system, s, r);
  EXPECT_EQ(r.lo, Value::integer(0));
  EXPECT_EQ(r.hi, Value::integer(4294967295));
}

TEST(Classes, AnOutputThatShowsOneIsNotProved) {
  model::StepSystem system = system_with_classes();
  EXPECT_TRUE(test::explore(system, with_ranges()).output_ranges.at(0).proved);
  system.outputs[0].holds.inputs = {0};
  EXPECT_FALSE(test::explore(system, with_ranges()).output_ranges.at(0).proved);
}

}  // namespace
}  // namespace catenary::engine::reach
