// SPDX-License-Identifier: Apache-2.0
/// \file
/// Linear arithmetic: elimination and refutation, against Z3 on random
/// formulas.
#include "logic/arithmetic/linear.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "logic/arithmetic/point.h"
#include "logic/smt/solver.h"
#include "logic/term/smtlib/smtlib.h"
#include "unit/smtlib_script.h"

namespace catenary::logic {
namespace {

using smt::Answer;

class Linear : public ::testing::Test {
 protected:
  Term read(const std::string& text) {
    return parse_smtlib_term(terms, text, "test", variables);
  }
  std::string without(const std::vector<Term>& bound, const std::string& text) {
    const Term t = eliminate_linear(terms, bound, read(text));
    return t.valid() ? to_smtlib(t) : "none";
  }
  bool refuted(const std::string& text) {
    const Term t = read(text);
    return is_refuted_linear(terms, std::span(&t, 1));
  }

  TermManager terms;
  Term i = terms.variable("i", Sort::integer());
  Term j = terms.variable("j", Sort::integer());
  Term x = terms.variable("x", Sort::real());
  Term y = terms.variable("y", Sort::real());
  Term b = terms.variable("b", Sort::boolean());
  std::vector<Term> variables{i, j, x, y, b};
};

TEST_F(Linear, EliminatesRealsExactly) {
  EXPECT_EQ(without({x}, "(and (< 1.0 x) (<= x y))"), "(< 1.0 y)");
  EXPECT_EQ(without({x}, "(and (< y x) (< x y))"), "false");
  EXPECT_EQ(without({x}, "(= (* 2.0 x) y)"), "true");
  EXPECT_EQ(without({x}, "(and (= (* 2.0 x) y) (< x 3.0))"), "(< y 6.0)");
  EXPECT_EQ(without({x}, "(or (< x y) (> x y))"), "true");
}

TEST_F(Linear, RoundsBoundsOfIntegers) {
  EXPECT_EQ(without({i}, "(and (< 0 i) (< i j))"), "(<= 2 j)");
  // Twice an integer: j would have to be even.
  EXPECT_EQ(without({i}, "(= (* 2 i) j)"), "none");
  EXPECT_EQ(without({i}, "(and (<= j (* 2 i)) (<= (* 2 i) j))"), "none");
  EXPECT_TRUE(refuted("(and (< 3 (* 2 i)) (< (* 2 i) 4))"));
  EXPECT_TRUE(refuted("(= (* 2 i) 7)"));
  EXPECT_FALSE(refuted("(= (* 2 i) 8)"));
}

TEST_F(Linear, MixesIntegersAndReals) {
  // Between real bounds there may be no integer.
  EXPECT_EQ(without({i}, "(and (<= x (to_real i)) (<= (to_real i) y))"),
            "none");
  EXPECT_EQ(without({i}, "(and (<= 3.0 (to_real i)) (<= (to_real i) y))"),
            "(<= 3.0 y)");
  EXPECT_EQ(without({i}, "(= x (to_real i))"), "(is_int x)");
  EXPECT_EQ(without({x}, "(and (is_int x) (<= 2.5 x) (= (to_int x) j))"),
            "(<= 3 j)");
  EXPECT_EQ(without({x}, "(and (is_int x) (< 2.0 x) (< x 3.0))"), "false");
}

TEST_F(Linear, LeavesWhatIsNotLinear) {
  EXPECT_EQ(without({x}, "(and (<= 0.0 (* x y)) (<= x 1.0))"), "none");
  EXPECT_EQ(without({x}, "(and (= x y) (<= 0.0 (* x y)))"), "(<= 0.0 (* y y))");
  EXPECT_TRUE(refuted("(and (< (* x y) 0.0) (< 1.0 (* x y)))"));
}

TEST_F(Linear, FindsPointsOfCubes) {
  const auto point = [&](const std::string& text) {
    const auto cubes = Cubes::from(terms, read(text));
    EXPECT_EQ(cubes->cubes().size(), 1U) << text;
    return point_in(terms, cubes->cubes().front());
  };
  const auto between = point("(and (< y x) (< x (+ y 1.0)) (<= 3.0 y))");
  ASSERT_TRUE(between);
  EXPECT_GE(between->at(y), 3);
  EXPECT_GT(between->at(x), between->at(y));
  EXPECT_LT(between->at(x), between->at(y) + 1);
  const auto whole = point("(and (< 3 (* 2 i)) (= j (+ i 1)))");
  ASSERT_TRUE(whole);
  EXPECT_EQ(whole->at(i), 2);
  EXPECT_EQ(whole->at(j), 3);
}

// The pairs i = k, j = m for all small k and m: no case is within another one,
// and each two are compared.
TEST_F(Linear, KeepsEveryCaseOfManyAndDropsRepeatedOnes) {
  std::string cases;
  for (int k = 0; k < 9; ++k) {
    for (int m = 0; m < 7; ++m) {
      for (const char* more : {"", "(<= j 7)", "(<= i 9)"}) {
        cases += "(and (= i " + std::to_string(2 * k) + ") (= j " +
                 std::to_string(2 * m) + ")" + more + ")";
      }
    }
  }
  const auto cubes = Cubes::from(terms, read("(or " + cases + ")"));
  ASSERT_TRUE(cubes);
  // Where j is 8 or more, or i is 10 or more, the third bound has no values.
  EXPECT_EQ(cubes->cubes().size(), 63U);
}

TEST_F(Linear, TakesChoicesAndBooleansApart) {
  EXPECT_EQ(without({b}, "(< 0 (ite b i j))"), "(or (<= 1 i) (<= 1 j))");
  EXPECT_EQ(without({b}, "(and b (not b))"), "false");
  EXPECT_EQ(without({i}, "(= (ite b i j) 3)"), "(or b (and (not b) (= j 3)))");
}

/// A random formula over i, j, x, y, b.
Term formula(TermManager& t, const std::vector<Term>& v, int depth) {
  const int kind = *rc::gen::inRange(0, depth > 0 ? 7 : 4);
  const auto number = [&](bool integer) {
    const int c = *rc::gen::inRange(-3, 4);
    const Term a = integer
                       ? v[static_cast<std::size_t>(*rc::gen::inRange(0, 2))]
                       : v[static_cast<std::size_t>(*rc::gen::inRange(2, 4))];
    const Term constant =
        integer ? t.integer(c) : t.constant(Value::real(mpq_class(c, 2)));
    const int k = *rc::gen::inRange(-2, 3);
    const Term factor = integer ? t.integer(k) : t.constant(Value::real(k));
    const Term product = t.make(Op::mul, {factor, a});
    return t.make(Op::add, {product, constant});
  };
  switch (kind) {
    case 0:
    case 1: {
      const bool integer = *rc::gen::arbitrary<bool>();
      const Term l = number(integer);
      const Term r = number(integer);
      return t.make(kind == 0 ? Op::less_equal : Op::less, {l, r});
    }
    case 2: {
      const Term l = number(false);
      const Term r = t.make(Op::to_real, {number(true)});
      return t.make(*rc::gen::element(Op::equal, Op::less_equal, Op::less),
                    {l, r});
    }
    case 3:
      return *rc::gen::arbitrary<bool>() ? v[4]
                                         : t.make(Op::is_int, {number(false)});
    case 4:
      return t.logical_not(formula(t, v, depth - 1));
    default: {
      const Term l = formula(t, v, depth - 1);
      const Term r = formula(t, v, depth - 1);
      return kind == 5 ? t.logical_and(l, r) : t.logical_or(l, r);
    }
  }
}

RC_GTEST_PROP(LinearProperty, EliminationIsExact, ()) {
  TermManager t;
  const std::vector<Term> v{t.variable("i", Sort::integer()),
                            t.variable("j", Sort::integer()),
                            t.variable("x", Sort::real()),
                            t.variable("y", Sort::real()),
                            t.variable("b", Sort::boolean())};
  const Term f = formula(t, v, 3);
  const Term x = v[static_cast<std::size_t>(*rc::gen::inRange(0, 5))];
  const std::vector<Term> bound{x};
  const Term without = eliminate_linear(t, bound, f);
  RC_CLASSIFY(without.valid());
  RC_PRE(without.valid());
  smt::Options options;
  options.query_time = std::chrono::milliseconds(200);
  const auto solver = smt::make_z3(t, options);
  const Term wanted = t.quantify(Op::exists, bound, f);
  const std::vector<Term> differs{t.make(Op::logical_xor, {wanted, without})};
  const Answer answer = solver->check(differs, base::Budget());
  if (answer == Answer::sat)
    RC_FAIL(to_smtlib(wanted) + " is not " + to_smtlib(without));
}

RC_GTEST_PROP(LinearProperty, RefutationIsRight, ()) {
  TermManager t;
  const std::vector<Term> v{t.variable("i", Sort::integer()),
                            t.variable("j", Sort::integer()),
                            t.variable("x", Sort::real()),
                            t.variable("y", Sort::real()),
                            t.variable("b", Sort::boolean())};
  std::vector<Term> all;
  for (int n = 0; n < 4; ++n) all.push_back(formula(t, v, 2));
  const bool refuted = is_refuted_linear(t, all);
  const auto cubes = Cubes::from(t, t.logical_and(all));
  smt::Options options;
  options.query_time = std::chrono::milliseconds(200);
  const auto solver = smt::make_z3(t, options);
  RC_CLASSIFY(refuted);
  if (refuted) RC_ASSERT(solver->check(all, base::Budget()) != Answer::sat);
  if (!cubes) return;
  const Term again = cubes->to_term();
  const std::vector<Term> differs{
      t.make(Op::logical_xor, {t.logical_and(all), again})};
  RC_ASSERT(solver->check(differs, base::Budget()) != Answer::sat);
  // A hull contains all; what is left under something known is the same there.
  const std::vector<Term> outside{again,
                                  t.logical_not(cubes->hull().to_term())};
  RC_ASSERT(solver->check(outside, base::Budget()) != Answer::sat);
  const Term known = formula(t, v, 2);
  const auto known_cubes = Cubes::from(t, known);
  if (!known_cubes) return;
  Cubes less = *cubes;
  less.reduce_under(*known_cubes);
  const std::vector<Term> changed{
      known, t.make(Op::logical_xor, {again, less.to_term()})};
  RC_ASSERT(solver->check(changed, base::Budget()) != Answer::sat);
}

}  // namespace
}  // namespace catenary::logic
