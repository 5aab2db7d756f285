// SPDX-License-Identifier: Apache-2.0
#include "model/contract/interface.h"

#include <gtest/gtest.h>

#include "logic/term/smtlib/smtlib.h"

namespace catenary::model {
namespace {

/// One output x: int 0..5, with x' and x.
Interface counter() {
  Interface a;
  a.terms = std::make_shared<logic::TermManager>();
  InterfaceVariable x;
  x.name = "x";
  x.role = Role::output;
  x.lo = logic::Value::integer(0);
  x.hi = logic::Value::integer(5);
  x.before = a.terms->variable("x", logic::Sort::integer());
  x.now = a.terms->variable("x'", logic::Sort::integer());
  a.variables = {x};
  return a;
}

Contract keeps(const Interface& a, bool at_init, bool at_step) {
  Contract c;
  c.id = "c";
  c.at_init = at_init;
  c.at_step = at_step;
  c.assumption = a.terms->boolean(true);
  c.guarantee = a.terms->equal(a.variables[0].now, a.variables[0].before);
  return c;
}

TEST(Interface, KnowsItsVariables) {
  Interface a = counter();
  EXPECT_EQ(a.find_variable("x"), 0U);
  EXPECT_EQ(a.find_variable("y"), std::nullopt);
  EXPECT_TRUE(a.finite());
  EXPECT_TRUE(a.fully_observable());
  a.variables[0].role = Role::hidden;
  EXPECT_FALSE(a.fully_observable());
  a.variables[0].derived = true;
  EXPECT_TRUE(a.fully_observable());
}

TEST(Interface, SaysNothingOfAStepThatAContractIsNotAbout) {
  const Interface a = counter();
  EXPECT_TRUE(formula_at(a, keeps(a, false, true), true).is_true());
  EXPECT_TRUE(formula_at(a, keeps(a, true, false), false).is_true());
  EXPECT_EQ(formula_at(a, keeps(a, true, true), false),
            a.terms->equal(a.variables[0].now, a.variables[0].before));
}

TEST(Interface, HasNothingBeforeTheFirstStep) {
  const Interface a = counter();
  EXPECT_TRUE(formula_at(a, keeps(a, true, true), true).is_false());
  Promise promise;
  promise.condition = keeps(a, true, true).guarantee;
  EXPECT_TRUE(formula_at(a, promise, true).is_true());
  Purpose purpose;
  purpose.condition = promise.condition;
  EXPECT_TRUE(formula_at(a, purpose, true).is_false());
  EXPECT_EQ(formula_at(a, purpose, false), purpose.condition);
}

TEST(Interface, MakesRangesToFormulas) {
  Interface a = counter();
  EXPECT_EQ(logic::to_smtlib(range_of(a, a.variables[0])),
            "(and (<= 0 |x'|) (<= |x'| 5))");
  a.variables[0].lo.reset();
  a.variables[0].hi.reset();
  EXPECT_TRUE(range_of(a, a.variables[0]).is_true());
}

}  // namespace
}  // namespace catenary::model
