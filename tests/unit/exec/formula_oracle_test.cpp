// SPDX-License-Identifier: Apache-2.0
#include "exec/formula_oracle.h"

#include <gtest/gtest.h>

#include "unit/suite/example.h"

namespace catenary::exec {
namespace {

using logic::Value;

/// The formula of that text over the integer o and the Boolean x.
suite::Formula formula(const std::string& text) {
  suite::Signature signature;
  signature.outputs = {suite::example::signal("o", "int"),
                       suite::example::signal("x", "bool")};
  return suite::example::formula(signature, text);
}

TEST(FormulaOracle, KnowsThisStepAndEarlierOnes) {
  const auto oracle = make_formula_oracle();
  const std::vector<Binding> bindings{{"o@1", Value::integer(4LL)},
                                      {"o@2", Value::integer(5LL)},
                                      {"o@pre", Value::integer(5LL)},
                                      {"o", Value::integer(6LL)},
                                      {"x", Value::boolean(true)}};
  std::string why;
  EXPECT_EQ(oracle->judge(
                formula("(and x (= o (+ o@1 2)) (< o@pre o))"), bindings, why),
            Judgement::holds);
  EXPECT_EQ(oracle->judge(formula("(= o o@2)"), bindings, why),
            Judgement::violated);
}

TEST(FormulaOracle, GivesTheReasonWhereItCannotJudge) {
  const auto oracle = make_formula_oracle();
  const std::vector<Binding> bindings{{"x", Value::boolean(true)}};
  std::string why;
  EXPECT_EQ(oracle->judge(formula("(or x (= o 1))"), bindings, why),
            Judgement::unresolved);
  EXPECT_EQ(why, "'o' has no value");
  EXPECT_EQ(oracle->judge(formula("(or x x@3)"), bindings, why),
            Judgement::unresolved);
  EXPECT_EQ(why, "'x@3' has no value");
}

}  // namespace
}  // namespace catenary::exec
