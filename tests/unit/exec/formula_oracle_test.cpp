// SPDX-License-Identifier: Apache-2.0
#include "exec/formula_oracle.h"

#include <gtest/gtest.h>

namespace catenary::exec {
namespace {

using logic::Value;

TEST(FormulaOracle, KnowsThisStepAndEarlierOnes) {
  const auto oracle = make_formula_oracle();
  const std::vector<Binding> bindings{{"o@1", Value::integer(4LL)},
                                      {"o@2", Value::integer(5LL)},
                                      {"o@pre", Value::integer(5LL)},
                                      {"o", Value::integer(6LL)},
                                      {"x", Value::boolean(true)}};
  std::string why;
  EXPECT_EQ(oracle->judge("(and x (= o (+ o@1 2)) (< o@pre o))", bindings, why),
            Judgement::holds);
  EXPECT_EQ(oracle->judge("(= o o@2)", bindings, why), Judgement::violated);
}

TEST(FormulaOracle, SaysWhyItCannotJudge) {
  const auto oracle = make_formula_oracle();
  const std::vector<Binding> bindings{{"x", Value::boolean(true)}};
  std::string why;
  EXPECT_EQ(oracle->judge("(and x y)", bindings, why), Judgement::unresolved);
  EXPECT_FALSE(why.empty());
  EXPECT_EQ(oracle->judge("(+ 1 2)", bindings, why), Judgement::unresolved);
  EXPECT_EQ(oracle->judge("(and x", bindings, why), Judgement::unresolved);
}

}  // namespace
}  // namespace catenary::exec
