// SPDX-License-Identifier: Apache-2.0
/// \file
/// What every solver does: levels, assumptions, failed assumptions, models,
/// limits; for each of them.
#include "logic/smt/solver.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <thread>
#include <vector>

#include "base/check.h"

namespace catenary::logic::smt {
namespace {

using Make = std::unique_ptr<Solver> (*)(TermManager&, const Options&);

class EverySolver : public ::testing::TestWithParam<Make> {
 protected:
  Answer check(std::vector<Term> assumptions = {}) {
    return solver->check(assumptions, base::Budget());
  }
  Term bits(const char* name) { return m.variable(name, Sort::bitvec(8)); }
  Term number(int n) { return m.bitvec(8, n); }

  TermManager m;
  std::unique_ptr<Solver> solver = GetParam()(m, {});
};

TEST_P(EverySolver, LevelsComeAndGo) {
  const Term x = bits("x");
  solver->assert_term(m.make(Op::bv_ult, {x, number(10)}));
  EXPECT_EQ(check(), Answer::sat);
  solver->push();
  solver->push();
  solver->assert_term(m.make(Op::bv_ugt, {x, number(10)}));
  EXPECT_EQ(check(), Answer::unsat);
  solver->pop(1);
  EXPECT_EQ(check(), Answer::sat);
  solver->assert_term(m.make(Op::bv_ugt, {x, number(8)}));
  EXPECT_EQ(check(), Answer::sat);
  EXPECT_EQ(solver->value(x), Value::bitvec(8, 9));
  EXPECT_EQ(solver->value(m.make(Op::bv_add, {x, x})), Value::bitvec(8, 18));
  solver->pop(1);
  EXPECT_EQ(check({m.equal(x, number(3))}), Answer::sat);
  EXPECT_EQ(solver->value(x), Value::bitvec(8, 3));
  EXPECT_THROW(solver->pop(1), base::InternalError);
}

TEST_P(EverySolver, SaysWhichAssumptionsFail) {
  const Term x = bits("x");
  const Term p = m.variable("p", Sort::boolean());
  solver->assert_term(m.implies(p, m.make(Op::bv_ult, {x, number(10)})));
  const Term unrelated = m.equal(bits("y"), number(1));
  const Term large = m.make(Op::bv_ugt, {x, number(100)});
  EXPECT_EQ(check({unrelated, large, p}), Answer::unsat);
  EXPECT_EQ(solver->failed(), (std::vector{large, p}));
  EXPECT_EQ(check({unrelated, large, m.logical_not(p)}), Answer::sat);
  EXPECT_THROW((void)solver->failed(), base::InternalError);
  EXPECT_EQ(check({m.boolean(false), p}), Answer::unsat);
  EXPECT_EQ(solver->failed(), std::vector{m.boolean(false)});
  solver->assert_term(m.boolean(false));
  EXPECT_THROW((void)solver->failed(), base::InternalError);
  EXPECT_EQ(check({p}), Answer::unsat);
  EXPECT_TRUE(solver->failed().empty());
}

TEST_P(EverySolver, ReadsModelsOfAllItsSorts) {
  const auto mode = std::make_shared<const Enumeration>(
      Enumeration{"mode", {"off", "slow", "fast"}});
  const Term e = m.variable("e", Sort::enumeration(mode));
  const Term f = m.variable("f", Sort::float32());
  const Term p = m.variable("p", Sort::boolean());
  const auto enumerator = [&](std::uint32_t i) {
    return m.constant(Value::enumerator(mode, i));
  };
  solver->assert_term(m.make(Op::distinct, {e, enumerator(0), enumerator(2)}));
  solver->assert_term(
      m.make(Op::fp_eq,
             {m.make(Op::fp_mul, {f, f}), m.constant(Value::float32(6.25F))}));
  solver->assert_term(m.make(Op::fp_is_negative, {f}));
  solver->assert_term(m.logical_not(p));
  ASSERT_EQ(check(), Answer::sat) << solver->unknown_text();
  EXPECT_EQ(solver->value(e), Value::enumerator(mode, 1));
  EXPECT_EQ(solver->value(f), Value::float32(-2.5F));
  EXPECT_EQ(solver->value(p), Value::boolean(false));
  const Term open = m.variable("open", Sort::float64());
  EXPECT_EQ(solver->value(open), Value::float64(0));
  // There is no fourth enumerator.
  const Term other = m.variable("other", Sort::enumeration(mode));
  solver->assert_term(m.make(
      Op::distinct, {other, enumerator(0), enumerator(1), enumerator(2)}));
  EXPECT_EQ(check(), Answer::unsat);
}

TEST_P(EverySolver, ANanHasManyRepresentationsButIsOneValue) {
  const Term raw = m.variable("raw", Sort::bitvec(32));
  const Term f = m.make(Op::fp_from_bits, {raw}, {8, 24});
  const Term g = m.variable("g", Sort::float32());
  solver->assert_term(m.make(Op::fp_is_nan, {f}));
  solver->assert_term(m.make(Op::fp_is_nan, {g}));
  EXPECT_EQ(check({m.logical_not(m.equal(f, g))}), Answer::unsat);
  const Term again = m.make(Op::fp_to_bits, {f});
  EXPECT_EQ(check({m.logical_not(m.equal(raw, again))}), Answer::sat);
  EXPECT_EQ(check({m.logical_not(
                m.equal(again, m.bitvec(32, mpz_class("2143289344"))))}),
            Answer::unsat);
}

TEST_P(EverySolver, StopsInTimeAndGoesOnAfterwards) {
  // A product of two primes of 31 bits, to be taken apart.
  const Sort wide = Sort::bitvec(64);
  const Term a = m.variable("a", wide);
  const Term b = m.variable("b", wide);
  const auto known = [&](const char* n) { return m.bitvec(64, mpz_class(n)); };
  const Term small = m.make(Op::bv_ult, {a, known("4294967296")});
  solver->assert_term(small);
  solver->assert_term(m.make(Op::bv_ult, {b, known("4294967296")}));
  solver->push();
  solver->assert_term(
      m.equal(m.make(Op::bv_mul, {a, b}), known("4611685975477714963")));
  solver->assert_term(m.make(Op::bv_ugt, {a, known("1")}));
  solver->assert_term(m.make(Op::bv_ugt, {b, known("1")}));
  base::Budget budget;
  budget.set_time(std::chrono::milliseconds(50));
  const auto start = base::Budget::Clock::now();
  ASSERT_EQ(solver->check({}, budget), Answer::unknown);
  EXPECT_EQ(solver->why_unknown(), Unknown::time);
  EXPECT_LT(base::Budget::Clock::now() - start, std::chrono::seconds(5));
  solver->pop();
  EXPECT_EQ(check({m.equal(a, known("5"))}), Answer::sat);
  EXPECT_EQ(solver->value(a), known("5").value());
  base::Budget interrupted;
  interrupted.interrupt();
  EXPECT_EQ(solver->check({}, interrupted), Answer::unknown);
  EXPECT_EQ(solver->why_unknown(), Unknown::interrupted);
  const Statistics s = solver->statistics();
  EXPECT_EQ(s.queries, 3U);
  EXPECT_EQ(s.sat, 1U);
  EXPECT_EQ(s.unknown, 2U);
}

/// The work of a query, the second of its kind, about so many variables with
/// so many assumptions that are known.
base::WorkClock::duration work_of_query(int variables, int assumptions) {
  TermManager m;
  const auto solver = make_bitblast(m, {});
  const Term zero = m.bitvec(64, 0);
  for (int i = 0; i < variables; ++i) {
    const Term x = m.variable("x" + std::to_string(i), Sort::bitvec(64));
    solver->assert_term(m.make(Op::bv_ule, {zero, x}));
  }
  const Term p = m.variable("p", Sort::boolean());
  const std::vector<Term> assumed(static_cast<std::size_t>(assumptions), p);
  EXPECT_EQ(solver->check(assumed, base::Budget()), Answer::sat);
  const auto before = base::WorkClock::now();
  EXPECT_EQ(solver->check(assumed, base::Budget()), Answer::sat);
  return base::WorkClock::now() - before;
}

TEST(Bitblast, ModelsAndAssumptionsAreWork) {
  EXPECT_GT(work_of_query(200, 1), 5 * work_of_query(20, 1));
  EXPECT_GT(work_of_query(20, 1'000), 5 * work_of_query(20, 100));
  EXPECT_EQ(work_of_query(20, 100), work_of_query(20, 100));
}

/// The work of a query about a product, in a solver of its own.
base::WorkClock::duration work_of_product() {
  TermManager m;
  const Term x = m.variable("x", Sort::float32());
  const Term y = m.variable("y", Sort::float32());
  const Term one = m.constant(Value::float32(1));
  const auto solver = make_bitblast(m, {});
  solver->assert_term(m.equal(m.make(Op::fp_mul, {x, y}), one));
  const auto before = base::WorkClock::now();
  EXPECT_EQ(solver->check(std::vector{m.equal(x, one)}, base::Budget()),
            Answer::sat);
  return base::WorkClock::now() - before;
}

// Z3 takes much longer to make the circuit than it takes to copy it.
TEST(Bitblast, MakesTheCircuitOfAFloatOperatorOnceInAThread) {
  std::vector<base::WorkClock::duration> work;
  for (int thread = 0; thread < 2; ++thread) {
    std::thread([&] {
      work.push_back(work_of_product());
      work.push_back(work_of_product());
    }).join();
  }
  EXPECT_GT(work[0], 2 * work[1]);
  EXPECT_EQ(work[0], work[2]);
  EXPECT_EQ(work[1], work[3]);
}

INSTANTIATE_TEST_SUITE_P(Solvers,
                         EverySolver,
                         ::testing::Values(&make_z3, &make_bitblast),
                         [](const auto& p) {
                           TermManager m;
                           return p.param(m, {})->name();
                         });

}  // namespace
}  // namespace catenary::logic::smt
