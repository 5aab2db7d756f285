// SPDX-License-Identifier: Apache-2.0
/// \file
/// Limits of the comparisons of a guard, and the order they are gone through.
#include "exec/boundary.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <utility>

#include "logic/term/evaluate/evaluate.h"
#include "logic/term/smtlib/smtlib.h"
#include "unit/exec/timed_example.h"
#include "unit/smtlib_script.h"

namespace catenary::exec {
namespace {

using logic::Term;
using Side = BoundaryCase::Side;

struct Guard {
  logic::TermManager terms;
  Term formula, x, y, b;

  explicit Guard(const std::string& text) {
    const auto script =
        logic::parse_smtlib(terms,
                            "(declare-const x Int)(declare-const y Int)"
                            "(declare-const b Bool)(assert " +
                                text + ")",
                            "guard");
    formula = script.assertions.at(0);
    x = terms.find_variable("x");
    y = terms.find_variable("y");
    b = terms.find_variable("b");
  }
  [[nodiscard]] std::vector<BoundaryCase> cases() const {
    const std::vector<Term> unknowns{x, b};
    return boundary_cases(formula, unknowns);
  }
  [[nodiscard]] bool holds(Term t, long at_x, long at_y, bool at_b) const {
    logic::Assignment values;
    values.set(x, logic::Value::integer(at_x));
    values.set(y, logic::Value::integer(at_y));
    values.set(b, logic::Value::boolean(at_b));
    return logic::evaluate(t, values)->as_bool();
  }
};

TEST(BoundaryCases, AreTheComparisonsOfWhatIsChosen) {
  const Guard g("(or (< x 10) (not (<= x (+ y 1))) (< y 5) (and b (= x 7)))");
  std::vector<std::pair<std::string, Side>> seen;
  for (const BoundaryCase& c : g.cases()) {
    seen.emplace_back(logic::to_smtlib(c.atom), c.side);
  }
  EXPECT_EQ(seen,
            (std::vector<std::pair<std::string, Side>>{
                {"(< x 10)", Side::holds},
                {"(<= x (+ y 1))", Side::fails},
                {"b", Side::holds},
                {"(= x 7)", Side::holds}}));
}

TEST(BoundaryCases, AnEquationThatFailsHasTwoSides) {
  const Guard g("(not (= x y))");
  ASSERT_EQ(g.cases().size(), 2U);
  Guard h("(not (= x y))");
  const auto cases = h.cases();
  EXPECT_TRUE(h.holds(on_side(h.terms, cases[0]), 1, 2, false));
  EXPECT_FALSE(h.holds(on_side(h.terms, cases[0]), 3, 2, false));
  EXPECT_TRUE(h.holds(on_side(h.terms, cases[1]), 3, 2, false));
}

TEST(BoundaryCases, WhatIsUnderAQuantifierIsLeftOut) {
  const Guard g("(and (< x 3) (exists ((z Int)) (< x z)))");
  ASSERT_EQ(g.cases().size(), 1U);
}

/// For every point: `decides` is what flipping the atom's truth says.
TEST(BoundaryCases, DecidesMeansThatTheAtomAloneDoes) {
  Guard g("(and (or (< x 4) (and b (<= y x)) (= x y)) (=> b (< x 6)))");
  std::size_t decided = 0;
  for (const BoundaryCase& c : g.cases()) {
    const Term alone = decides(g.terms, g.formula, c);
    for (long x = -1; x < 9; ++x) {
      for (long y = -1; y < 9; ++y) {
        for (const bool b : {false, true}) {
          if (!g.holds(alone, x, y, b)) continue;
          ++decided;
          EXPECT_TRUE(g.holds(g.formula, x, y, b));
          EXPECT_EQ(g.holds(c.atom, x, y, b), c.side == Side::holds);
        }
      }
    }
  }
  EXPECT_GT(decided, 10U);
  // x < 4 does not decide where x == y holds as well.
  const Term alone = decides(g.terms, g.formula, g.cases().front());
  EXPECT_TRUE(g.holds(alone, 3, 8, false));
  EXPECT_FALSE(g.holds(alone, 3, 3, false));
}

TEST(BoundaryCases, DistanceIsNotNegativeOnItsSide) {
  Guard g("(and (or (< x 4) (not (<= x y))) (not (= x 2)))");
  for (const BoundaryCase& c : g.cases()) {
    const Term gap = distance(g.terms, c);
    const Term wrong = g.terms.logical_and(
        on_side(g.terms, c),
        g.terms.make(logic::Op::less, {gap, g.terms.integer(0)}));
    for (long x = -3; x < 9; ++x) {
      for (long y = -3; y < 9; ++y) EXPECT_FALSE(g.holds(wrong, x, y, false));
    }
  }
  Guard e("(and b (= x 2))");
  for (const BoundaryCase& c : e.cases()) {
    EXPECT_FALSE(distance(e.terms, c).valid());
  }
}

TEST(BoundaryPlan, GoesThroughAllCasesWithAllEnds) {
  const suite::Suite s = timed_example::coffee();
  const TreeProgram program(s.tests[0].tree, s.signature);
  const std::size_t size = count_boundary_cases(program, false);
  ASSERT_EQ(size, 4U);  // 2 <= d, d < 10, 1 <= Coin, Coin <= 5
  EXPECT_EQ(most_boundary_cases(s, false), size);
  const ProgramTransition& send = program.states()[0].stimulations[0];
  std::set<std::pair<std::string, BoundaryPlan::Ends>> seen;
  for (std::uint64_t n = 0; n < size * BoundaryPlan::kEnds; ++n) {
    const BoundaryPlan plan(program, false, n);
    const auto which = plan.of(send);
    ASSERT_TRUE(which.has_value());
    EXPECT_NE(plan.ends(), BoundaryPlan::Ends::any);
    seen.emplace(logic::to_smtlib(which->atom), plan.ends());
  }
  EXPECT_EQ(seen.size(), size * BoundaryPlan::kEnds);
  EXPECT_EQ(BoundaryPlan(program, false, size * BoundaryPlan::kEnds).ends(),
            BoundaryPlan::Ends::any);
  EXPECT_EQ(BoundaryPlan(program, false, ~std::uint64_t{0}).ends(),
            BoundaryPlan::Ends::any);
}

TEST(BoundaryPlan, AwaitedInputsCountWhereTheyAreSimulated) {
  suite::Suite s = timed_example::coffee();
  // Auth, which the purpose waits for, in place of R6 that leaves it.
  suite::Tree& tree = s.tests[0].tree;
  for (suite::TreeTransition& t : tree.transitions) {
    if (t.rule != "R6") continue;
    t.to_leaf = false;
    t.to = 1;
    t.rule = "R3";
  }
  suite::canonicalise(s);
  const TreeProgram program(s.tests[0].tree, s.signature);
  ASSERT_EQ(program.states()[1].awaited.size(), 1U);
  EXPECT_EQ(chosen_transitions(program.states()[1], true).size(), 1U);
  EXPECT_TRUE(chosen_transitions(program.states()[1], false).empty());
  // d <= 5 and Auth = 1.
  EXPECT_EQ(count_boundary_cases(program, true),
            count_boundary_cases(program, false) + 2);
}

}  // namespace
}  // namespace catenary::exec
