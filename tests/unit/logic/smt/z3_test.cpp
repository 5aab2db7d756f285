// SPDX-License-Identifier: Apache-2.0
/// \file
/// What only Z3 does: numbers, arrays, quantifiers, their elimination.
#include <gtest/gtest.h>

#include <filesystem>

#include "base/text_file.h"
#include "logic/smt/solver.h"
#include "logic/term/smtlib/smtlib.h"
#include "logic/term/traverse.h"

namespace catenary::logic::smt {
namespace {

class Z3Test : public ::testing::Test {
 protected:
  Term less(Term a, Term b) { return m.make(Op::less, {a, b}); }
  Answer check(std::vector<Term> assertions) {
    solver = make_z3(m, options);
    for (const Term t : assertions) solver->assert_term(t);
    return solver->check({}, base::Budget());
  }

  TermManager m;
  Options options;
  std::unique_ptr<Solver> solver;
  Term i = m.variable("i", Sort::integer());
  Term j = m.variable("j", Sort::integer());
  Term r = m.variable("r", Sort::real());
};

TEST_F(Z3Test, NumbersOfAnySize) {
  const Term huge =
      m.constant(Value::integer(mpz_class("-123456789012345678901234567890")));
  ASSERT_EQ(check({m.equal(m.make(Op::mul, {m.integer(2), i}), huge)}),
            Answer::sat);
  EXPECT_EQ(solver->value(i).to_string(), "-61728394506172839450617283945");
  const Term third = m.constant(Value::real(mpq_class(-1, 3)));
  ASSERT_EQ(check({m.equal(r, third)}), Answer::sat);
  EXPECT_EQ(solver->value(r), third.value());
}

TEST_F(Z3Test, DivisionByZeroIsOurs) {
  const Term zero = m.integer(0);
  EXPECT_EQ(check({m.equal(j, zero),
                   m.logical_not(m.equal(m.make(Op::int_mod, {i, j}), i))}),
            Answer::unsat);
  EXPECT_EQ(check({m.equal(j, zero),
                   m.logical_not(m.equal(m.make(Op::int_div, {i, j}), zero))}),
            Answer::unsat);
}

TEST_F(Z3Test, AnIrrationalValueIsNoAnswer) {
  const Term two = m.constant(Value::real(2));
  EXPECT_EQ(check({m.equal(m.make(Op::mul, {r, r}), two)}), Answer::unknown);
  EXPECT_EQ(solver->why_unknown(), Unknown::incomplete);
}

TEST_F(Z3Test, ArraysComeBackAsValues) {
  const Sort sort = Sort::array(Sort::integer(), Sort::bitvec(8));
  const Term a = m.variable("a", sort);
  const Term five = m.bitvec(8, 5);
  const Term seven = m.bitvec(8, 7);
  ASSERT_EQ(check({m.equal(m.make(Op::select, {a, i}), five),
                   m.equal(m.make(Op::select, {a, m.integer(3)}), seven),
                   less(m.integer(100), i)}),
            Answer::sat)
      << solver->unknown_text();
  const Value v = solver->value(a);
  EXPECT_EQ(v.at(Value::integer(3)), seven.value());
  EXPECT_EQ(v.at(solver->value(i)), five.value());
}

TEST_F(Z3Test, ArraysOverFewIndicesAreRefused) {
  // Two arrays, each filled in both places with the same: equal.
  const Sort sort = Sort::array(Sort::boolean(), Sort::integer());
  const auto filled = [&](int otherwise) {
    Term a = m.const_array(sort, m.integer(otherwise));
    for (const bool b : {false, true}) {
      a = m.make(Op::store, {a, m.boolean(b), i});
    }
    return a;
  };
  EXPECT_NE(check({m.equal(filled(1), filled(2))}), Answer::unsat);
}

TEST_F(Z3Test, OddFloatsAreRefusedAndStandardOnesAreNot) {
  const auto not_idempotent = [&](const Sort& format) {
    const Term f = m.variable("f" + format.to_string(), format);
    const Term root = m.make(Op::fp_sqrt, {f});
    return m.make(Op::fp_gt, {root, f});
  };
  EXPECT_EQ(check({not_idempotent(Sort::floating(2, 7))}), Answer::unknown);
  EXPECT_EQ(solver->why_unknown(), Unknown::unsupported);
  EXPECT_EQ(check({not_idempotent(Sort::floating(5, 11))}), Answer::sat);
}

TEST_F(Z3Test, Quantifiers) {
  // For every i there is a larger j, but no largest one.
  const Term larger = m.quantify(Op::exists, std::vector{j}, less(i, j));
  EXPECT_EQ(check({m.quantify(Op::forall, std::vector{i}, larger)}),
            Answer::sat);
  const Term largest =
      m.quantify(Op::forall, std::vector{j}, m.make(Op::less_equal, {j, i}));
  EXPECT_EQ(check({largest}), Answer::unsat);
}

TEST_F(Z3Test, QuantifiersAreEliminated) {
  // There is an even number between i and j.
  const Term k = m.variable("k", Sort::integer());
  const Term even =
      m.equal(m.make(Op::int_mod, {k, m.integer(2)}), m.integer(0));
  const Term between =
      m.quantify(Op::exists,
                 std::vector{k},
                 m.logical_and(std::vector{less(i, k), less(k, j), even}));
  const Term plain = eliminate_quantifiers(m, between, base::Budget());
  ASSERT_TRUE(plain.valid());
  EXPECT_FALSE(plain.has_quantifier());
  for (int a = -4; a < 4; ++a) {
    for (int b = -4; b < 4; ++b) {
      Assignment assignment;
      assignment.set(i, Value::integer(a));
      assignment.set(j, Value::integer(b));
      bool expected = false;
      for (int c = a + 1; c < b; ++c) expected = expected || c % 2 == 0;
      EXPECT_EQ(evaluate(plain, assignment), Value::boolean(expected))
          << a << " " << b << " " << to_smtlib(plain);
    }
  }
  EXPECT_EQ(eliminate_quantifiers(m, even, base::Budget()), even);
  base::Budget none;
  none.interrupt();
  EXPECT_FALSE(eliminate_quantifiers(m, between, none).valid());
}

TEST_F(Z3Test, EveryQueryIsLogged) {
  const std::filesystem::path folder =
      std::filesystem::path(::testing::TempDir()) / "catenary_query_log";
  std::filesystem::create_directories(folder);
  options.query_log = (folder / "q").string();
  ASSERT_EQ(check({less(i, j)}), Answer::sat);
  ASSERT_EQ(solver->check(std::vector{less(j, i)}, base::Budget()),
            Answer::unsat);
  EXPECT_EQ(base::read_text_file((folder / "q-0001.smt2").string()),
            smtlib_script(std::vector{less(i, j)}));
  EXPECT_EQ(base::read_text_file((folder / "q-0002.smt2").string()),
            smtlib_script(std::vector{less(i, j), less(j, i)}));
  std::filesystem::remove_all(folder);
}

TEST(Versions, AreTold) {
  EXPECT_TRUE(z3_version().starts_with("4.")) << z3_version();
  EXPECT_FALSE(cadical_version().empty());
}

}  // namespace
}  // namespace catenary::logic::smt
