// SPDX-License-Identifier: Apache-2.0
/// \file
/// Exact solution sets against evaluation, point by point.
#include "logic/arithmetic/solutions.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "logic/arithmetic/pick.h"
#include "logic/term/evaluate/evaluate.h"
#include "unit/smtlib_script.h"

namespace catenary::logic {
namespace {

struct Parsed {
  TermManager terms;
  Term x;
  Term formula;

  Parsed(const std::string& text, const Sort& sort) {
    x = terms.variable("x", sort);
    formula = parse_smtlib_term(terms, text, "f", std::vector<Term>{x});
  }
  [[nodiscard]] std::string set() const {
    const auto found = solutions(formula, x);
    return found ? found->to_string() : "?";
  }
};

std::string reals(const std::string& text) {
  return Parsed(text, Sort::real()).set();
}
std::string integers(const std::string& text) {
  return Parsed(text, Sort::integer()).set();
}

TEST(Solutions, OfRealFormulas) {
  EXPECT_EQ(reals("(and (<= 2.0 x) (< x 10.0))"), "[2, 10)");
  EXPECT_EQ(reals("(or (< x 1.0) (= x 3.0) (> (* 2.0 x) 9.0))"),
            "(-∞, 1) or 3 or (9/2, ∞)");
  EXPECT_EQ(reals("(not (= x 0.0))"), "(-∞, 0) or (0, ∞)");
  EXPECT_EQ(reals("(and (< x 1.0) (> x 1.0))"), "nothing");
  EXPECT_EQ(reals("true"), "(-∞, ∞)");
  EXPECT_EQ(reals("(distinct x (- 5.0 x) 1.0)"),
            "(-∞, 1) or (1, 5/2) or (5/2, 4) or (4, ∞)");
  EXPECT_EQ(reals("(ite (< x 0.0) (< x (- 1.0)) (> x 1.0))"),
            "(-∞, -1) or (1, ∞)");
}

TEST(Solutions, OfIntegerFormulas) {
  EXPECT_EQ(integers("(and (< 1 x) (< x 4))"), "[2, 3]");
  EXPECT_EQ(integers("(or (= x 1) (= x 2) (= x 4))"), "[1, 2] or 4");
  EXPECT_EQ(integers("(= (* 2 x) 5)"), "nothing");
  EXPECT_EQ(integers("(< (to_real x) 2.5)"), "(-∞, 2]");
}

TEST(Solutions, RefusesWhatIsNotLinearInOneUnknown) {
  EXPECT_EQ(reals("(< (* x x) 2.0)"), "?");
  EXPECT_EQ(reals("(is_int x)"), "?");
  EXPECT_EQ(integers("(= (mod x 2) 0)"), "?");
  EXPECT_EQ(reals("(exists ((y Real)) (< x y))"), "?");
  TermManager terms;
  const Term x = terms.variable("x", Sort::real());
  const Term y = terms.variable("y", Sort::real());
  EXPECT_FALSE(solutions(terms.make(logic::Op::less, {x, y}), x));
}

TEST(Solutions, OfPiecewiseLinearFormulas) {
  EXPECT_EQ(reals("(<= (ite (< x 2.0) x 5.0) 1.0)"), "(-∞, 1]");
  EXPECT_EQ(integers("(<= (abs (- x 2)) 1)"), "[1, 3]");
  EXPECT_EQ(reals("(and (<= 0.0 x) (< x 3.0) (is_int x))"), "0 or 1 or 2");
  EXPECT_EQ(integers("(and (<= 0 x) (< x 7) (= (mod x 3) 1))"), "1 or 4");
}

/// Formulas over x, as text.
rc::Gen<std::string> formulas(bool reals) {
  return rc::gen::exec([reals] {
    const auto constant = [reals] {
      const int n = *rc::gen::inRange(-6, 7);
      std::string text = std::to_string(std::abs(n)) + (reals ? ".0" : "");
      return n < 0 ? "(- " + text + ")" : text;
    };
    const auto number = [&] {
      switch (*rc::gen::inRange(0, 4)) {
        case 0:
          return constant();
        case 1:
          return "(- " + constant() + " x)";
        case 2:
          return "(+ x (* " + constant() + " x) " + constant() + ")";
        default:
          return std::string("x");
      }
    };
    const auto atom = [&] {
      const char* op = *rc::gen::element("<", "<=", "=", ">", ">=", "distinct");
      const std::string left = number();
      return "(" + std::string(op) + " " + left + " " + number() + ")";
    };
    std::string out = atom();
    const int n = *rc::gen::inRange(0, 4);
    for (int i = 0; i < n; ++i) {
      const char* op = *rc::gen::element("and", "or", "=>", "xor", "=");
      out = "(" + std::string(op) + " " + out + " (not " + atom() + "))";
    }
    return out;
  });
}

RC_GTEST_PROP(Solutions, AgreesWithEvaluation, ()) {
  const bool is_real = *rc::gen::arbitrary<bool>();
  const std::string text = *formulas(is_real);
  Parsed p(text, is_real ? Sort::real() : Sort::integer());
  const auto set = solutions(p.formula, p.x);
  RC_ASSERT(set.has_value());
  const auto holds = [&](const mpq_class& x) {
    Assignment a;
    a.set(p.x, is_real ? Value::real(x) : Value::integer(x.get_num()));
    return evaluate(p.formula, a)->as_bool();
  };
  const long steps = is_real ? 12 : 1;
  for (long n = -15 * steps; n <= 15 * steps; ++n) {
    mpq_class x(n, steps);
    x.canonicalize();
    RC_ASSERT(set->contains(x) == holds(x));
  }
  base::Rng rng(*rc::gen::arbitrary<std::uint64_t>());
  for (const Pick how :
       {Pick::least, Pick::greatest, Pick::simplest, Pick::any}) {
    const auto x = pick(*set, !is_real, how, rng);
    RC_ASSERT(x.has_value() == !set->empty());
    if (x) RC_ASSERT(holds(*x));
  }
}

}  // namespace
}  // namespace catenary::logic
