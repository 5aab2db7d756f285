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
  return judge(expectation, value, {}, why) == Judgement::holds;
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

TEST(Oracle, FalseIsBelowTrueInIntervals) {
  const Value no = Value::boolean(false);
  const Value yes = Value::boolean(true);
  EXPECT_TRUE(holds(suite::Interval{no, yes}, no));
  EXPECT_TRUE(holds(suite::Interval{no, yes}, yes));
  EXPECT_FALSE(holds(suite::Interval{yes, {}}, no));
  EXPECT_FALSE(holds(suite::Interval{{}, no}, yes));
}

TEST(Oracle, SetsHoldTheirValues) {
  const suite::OneOf set{{Value::integer(1), Value::integer(5)}};
  EXPECT_TRUE(holds(set, Value::integer(5)));
  EXPECT_FALSE(holds(set, Value::integer(3)));
}

/// The formula of that text over the integer o and the Boolean x.
suite::Formula formula(const std::string& text) {
  suite::Signature signature;
  signature.outputs = {suite::example::signal("o", "int"),
                       suite::example::signal("x", "bool")};
  return suite::example::formula(signature, text);
}

/// What a formula says of no value in particular.
Judgement judged(const suite::Formula& formula,
                 const std::vector<Binding>& bindings,
                 std::string& why) {
  return judge(formula, Value::integer(0), bindings, why);
}

TEST(Formulas, KnowsThisStepAndEarlierOnes) {
  const std::vector<Binding> bindings{{"o@1", Value::integer(4LL)},
                                      {"o@2", Value::integer(5LL)},
                                      {"o@pre", Value::integer(5LL)},
                                      {"o", Value::integer(6LL)},
                                      {"x", Value::boolean(true)}};
  std::string why;
  EXPECT_EQ(
      judged(formula("(and x (= o (+ o@1 2)) (< o@pre o))"), bindings, why),
      Judgement::holds);
  EXPECT_EQ(judged(formula("(= o o@2)"), bindings, why), Judgement::violated);
}

TEST(Formulas, GivesTheReasonWhereItCannotJudge) {
  const std::vector<Binding> bindings{{"x", Value::boolean(true)}};
  std::string why;
  EXPECT_EQ(judged(formula("(or x (= o 1))"), bindings, why),
            Judgement::unresolved);
  EXPECT_EQ(why, "'o' has no value");
  EXPECT_EQ(judged(formula("(or x x@3)"), bindings, why),
            Judgement::unresolved);
  EXPECT_EQ(why, "'x@3' has no value");
}

}  // namespace
}  // namespace catenary::exec
