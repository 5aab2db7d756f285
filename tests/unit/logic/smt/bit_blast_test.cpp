// SPDX-License-Identifier: Apache-2.0
/// \file
/// Templates of clauses: what they define is what the evaluator computes.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/check.h"
#include "logic/smt/circuit/sat.h"
#include "logic/term/evaluate/evaluate.h"
#include "logic/term/smtlib/smtlib.h"

namespace catenary::logic::smt {
namespace {

Answer solve(SatSolver& solver, std::span<const Literal> assumptions = {}) {
  return solver.solve(assumptions, base::Budget());
}

TEST(BitBlast, CountsUpThroughCopiesOfOneStep) {
  TermManager m;
  const Term x = m.variable("x", Sort::bitvec(8));
  const Term enable = m.variable("enable", Sort::boolean());
  const Term next = m.ite(enable, m.make(Op::bv_add, {x, m.bitvec(8, 3)}), x);
  const Term goal = m.equal(x, m.bitvec(8, 12));
  const CnfTemplate cnf = bit_blast(
      m, std::vector{x, enable}, std::vector{next, goal}, base::Budget());
  const auto solver = make_cadical({});
  std::vector<Literal> state = constant_bits(*solver, Value::bitvec(8, 0));
  std::vector<Answer> answers;
  std::vector<Literal> enables;
  for (int step = 0; step < 6; ++step) {
    const Instance copy =
        instantiate(*solver, cnf, std::vector<std::vector<Literal>>{state, {}});
    enables.push_back(copy.variables[1][0]);
    answers.push_back(solve(*solver, copy.roots[1]));
    if (step == 4) {
      for (int i = 0; i < 4; ++i) {
        EXPECT_TRUE(solver->value(enables[static_cast<std::size_t>(i)]));
      }
      EXPECT_EQ(read_bits(*solver, Sort::bitvec(8), state),
                Value::bitvec(8, 12));
    }
    state = copy.roots[0];
  }
  EXPECT_EQ(answers,
            (std::vector{Answer::unsat,
                         Answer::unsat,
                         Answer::unsat,
                         Answer::unsat,
                         Answer::sat,
                         Answer::sat}));
}

TEST(BitBlast, RefusesWhatIsNoBits) {
  TermManager m;
  const Term i = m.variable("i", Sort::integer());
  const Term positive = m.make(Op::less, {m.integer(0), i});
  try {
    (void)bit_blast(m, std::vector{i}, std::vector{positive}, base::Budget());
    FAIL();
  } catch (const GaveUp& e) {
    EXPECT_EQ(e.reason(), Unknown::unsupported);
    EXPECT_STREQ(e.what(),
                 "the variable 'i' of sort Int cannot be made of bits");
  }
  // A number that is known is none in the end.
  const Term x = m.variable("x", Sort::bitvec(8));
  const Term known = m.make(Op::int_to_bv, {m.integer(300)}, {8});
  const CnfTemplate cnf = bit_blast(
      m, std::vector{x}, std::vector{m.equal(x, known)}, base::Budget());
  EXPECT_EQ(cnf.roots[0].size(), 1U);
}

TEST(BitBlast, ConstantRootsNeedNoClauses) {
  TermManager m;
  const Term x = m.variable("x", Sort::bitvec(8));
  const Term zero = m.make(Op::bv_sub, {x, x});
  const CnfTemplate cnf =
      bit_blast(m,
                std::vector{x},
                std::vector{m.make(Op::bv_ule, {x, m.bitvec(8, 255)})},
                base::Budget());
  EXPECT_EQ(cnf.roots[0], std::vector{CnfTemplate::kTrue});
  EXPECT_TRUE(cnf.clauses.empty());
  EXPECT_THROW((void)bit_blast(m, {}, std::vector{zero}, base::Budget()),
               base::InternalError);
}

TEST(BitBlast, StopsWhenTheBudgetEnds) {
  TermManager m;
  Term t = m.variable("x", Sort::bitvec(16));
  const std::vector<Term> variables{t};
  for (int i = 0; i < 2000; ++i) t = m.make(Op::bv_mul, {t, variables[0]});
  base::Budget budget;
  budget.interrupt();
  try {
    (void)bit_blast(m, variables, std::vector{t}, budget);
    FAIL();
  } catch (const GaveUp& e) {
    EXPECT_EQ(e.reason(), Unknown::interrupted);
  }
  base::Budget small;
  small.set_memory(1'000'000);
  try {
    (void)bit_blast(m, variables, std::vector{t}, small);
    FAIL();
  } catch (const GaveUp& e) {
    EXPECT_EQ(e.reason(), Unknown::memory);
  }
}

TEST(BitBlast, DeepAndWideTermsAreNoProblem) {
  TermManager m;
  const Term p = m.variable("p", Sort::boolean());
  const Term q = m.variable("q", Sort::boolean());
  Term t = p;
  for (int i = 0; i < 50'000; ++i) {
    t = m.ite(m.make(Op::logical_xor, {t, q}), m.logical_not(t), p);
  }
  std::vector<Term> many;
  for (int i = 0; i < 20'000; ++i) {
    many.push_back(m.variable("v" + std::to_string(i), Sort::boolean()));
  }
  std::vector<Term> variables = many;
  variables.push_back(p);
  variables.push_back(q);
  const CnfTemplate cnf = bit_blast(
      m, variables, std::vector{t, m.logical_and(many)}, base::Budget());
  // The conjunction is one gate: two literals for each operand, three with the
  // end, and one long clause. A step of the chain is two gates.
  EXPECT_LT(cnf.clauses.size(), 20'000U * 4 + 50'000U * (16 + 24));
}

// Every dividend by every divisor of five bits: by constants the circuits are
// smaller, and say the same.
TEST(BitBlast, DividesByConstantsAsTheEvaluatorDoes) {
  constexpr std::uint32_t kWidth = 5;
  TermManager m;
  const Term x = m.variable("x", Sort::bitvec(kWidth));
  const Term y = m.variable("y", Sort::bitvec(kWidth));
  const std::vector<Op> operators{
      Op::bv_udiv, Op::bv_urem, Op::bv_sdiv, Op::bv_srem, Op::bv_smod};
  for (int divisor = -1; divisor < 1 << kWidth; ++divisor) {
    // -1: by a variable, which is 0 here.
    const Value by = Value::bitvec(kWidth, std::max(divisor, 0));
    std::vector<Term> roots;
    for (const Op op : operators) {
      roots.push_back(m.make(op, {x, divisor < 0 ? y : m.constant(by)}));
    }
    const CnfTemplate cnf =
        bit_blast(m, std::vector{x, y}, roots, base::Budget());
    const auto solver = make_cadical({});
    for (int dividend = 0; dividend < 1 << kWidth; ++dividend) {
      const Value of = Value::bitvec(kWidth, dividend);
      const Instance copy = instantiate(
          *solver,
          cnf,
          std::vector{constant_bits(*solver, of), constant_bits(*solver, by)});
      ASSERT_EQ(solve(*solver), Answer::sat);
      for (std::size_t i = 0; i < operators.size(); ++i) {
        const Term expected =
            m.make(operators[i], {m.constant(of), m.constant(by)});
        EXPECT_EQ(read_bits(*solver, Sort::bitvec(kWidth), copy.roots[i]),
                  evaluate(expected, {}))
            << to_smtlib(expected);
      }
    }
  }
}

// A remainder by 4 is two bits, and one by 5 never needs more than four.
TEST(BitBlast, RemaindersBySmallConstantsAreSmall) {
  TermManager m;
  const Term x = m.variable("x", Sort::bitvec(32));
  const Term y = m.variable("y", Sort::bitvec(32));
  const auto clauses = [&](Term divisor) {
    const Term root = m.make(Op::bv_urem, {x, divisor});
    return bit_blast(m, std::vector{x, y}, std::vector{root}, base::Budget())
        .clauses.size();
  };
  EXPECT_LT(clauses(m.bitvec(32, 4)), 10U);
  EXPECT_LT(5 * clauses(m.bitvec(32, 5)), clauses(y));
}

}  // namespace
}  // namespace catenary::logic::smt
