// SPDX-License-Identifier: Apache-2.0
/// \file
/// Expectations against values, and what inputs that do not matter get.
#include "exec/oracle.h"

#include <gtest/gtest.h>

#include <cmath>

#include "unit/suite/example.h"

namespace catenary::exec {
namespace {

using logic::Value;

bool holds(const suite::Expectation& expectation, const Value& value) {
  std::string why;
  return judge(expectation, value, {}, nullptr, why) == Judgement::holds;
}

TEST(Oracle, ValuesAreComparedExactly) {
  EXPECT_TRUE(holds(Value::integer(3), Value::integer(3)));
  EXPECT_FALSE(holds(Value::integer(3), Value::integer(4)));
  EXPECT_FALSE(holds(Value::float64(0.0), Value::float64(-0.0)));
  EXPECT_TRUE(
      holds(Value::float64(std::nan("")), Value::float64(-std::nan(""))));
}

TEST(Oracle, IntervalsHaveOpenAndClosedEnds) {
  suite::Interval i;
  i.lo = Value::integer(1);
  i.hi = Value::integer(3);
  EXPECT_TRUE(holds(i, Value::integer(1)));
  EXPECT_TRUE(holds(i, Value::integer(3)));
  EXPECT_FALSE(holds(i, Value::integer(0)));
  EXPECT_FALSE(holds(i, Value::integer(4)));
  i.lo_open = i.hi_open = true;
  EXPECT_FALSE(holds(i, Value::integer(1)));
  EXPECT_TRUE(holds(i, Value::integer(2)));
  EXPECT_FALSE(holds(i, Value::integer(3)));
  i.hi.reset();
  EXPECT_TRUE(holds(i, Value::integer(1000000)));
  i.lo.reset();
  EXPECT_TRUE(holds(i, Value::integer(-1000000)));
  EXPECT_FALSE(holds(suite::Interval{}, Value::float64(std::nan(""))));
}

TEST(Oracle, SetsHoldTheirValues) {
  const suite::OneOf set{{Value::integer(1), Value::integer(5)}};
  EXPECT_TRUE(holds(set, Value::integer(5)));
  EXPECT_FALSE(holds(set, Value::integer(3)));
}

}  // namespace
}  // namespace catenary::exec
