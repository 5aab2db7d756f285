// SPDX-License-Identifier: Apache-2.0
/// \file
/// What is noticed when the solver below lies, stalls or breaks down.
#include "unit/logic/smt/lying_solvers.h"

#include <gtest/gtest.h>

namespace catenary::logic::smt {
namespace {

using testing::Lie;
using testing::lying_sat;
using testing::lying_solver;

class LyingTest : public ::testing::Test {
 protected:
  Answer check(Solver& solver, int below) {
    solver.assert_term(m.make(Op::bv_ult, {x, m.bitvec(8, below)}));
    solver.assert_term(m.make(Op::bv_ugt, {x, m.bitvec(8, 3)}));
    return solver.check({}, base::Budget());
  }

  TermManager m;
  Term x = m.variable("x", Sort::bitvec(8));
};

TEST_F(LyingTest, AWrongModelIsNoAnswer) {
  for (const Lie lie : {Lie::wrong_model, Lie::always_sat}) {
    const auto solver = make_bitblast_over(m, {}, lying_sat(lie));
    const int below = lie == Lie::wrong_model ? 10 : 2;
    EXPECT_EQ(check(*solver, below), Answer::unknown);
    EXPECT_EQ(solver->why_unknown(), Unknown::wrong_model);
    EXPECT_NE(solver->unknown_text().find("does not satisfy (bv"),
              std::string::npos)
        << solver->unknown_text();
    EXPECT_EQ(solver->statistics().unknown, 1U);
    EXPECT_EQ(solver->statistics().sat, 0U);
  }
}

TEST_F(LyingTest, WithoutTheCheckTheModelIsBelieved) {
  Options trusting;
  trusting.recheck = false;
  const auto solver =
      make_bitblast_over(m, trusting, lying_sat(Lie::wrong_model));
  EXPECT_EQ(check(*solver, 10), Answer::sat);
  const Value v = solver->value(x);
  EXPECT_TRUE(v.as_bits() <= 3 || v.as_bits() >= 10) << v.to_string();
}

TEST_F(LyingTest, TimeOutsAndBreakdownsAreTold) {
  const auto slow = make_bitblast_over(m, {}, lying_sat(Lie::time_out));
  EXPECT_EQ(check(*slow, 10), Answer::unknown);
  EXPECT_EQ(slow->why_unknown(), Unknown::time);
  const auto broken = make_bitblast_over(m, {}, lying_sat(Lie::breakdown));
  EXPECT_EQ(check(*broken, 10), Answer::unknown);
  EXPECT_EQ(broken->why_unknown(), Unknown::failed);
}

TEST_F(LyingTest, ASecondSolverContradictsAFalseRefutation) {
  const auto liar =
      lying_solver(&make_bitblast, Lie::always_unsat)(m, Options());
  EXPECT_EQ(check(*liar, 10), Answer::unsat);
  const auto other = make_z3(m, {});
  EXPECT_EQ(check(*other, 10), Answer::sat);
}

}  // namespace
}  // namespace catenary::logic::smt
