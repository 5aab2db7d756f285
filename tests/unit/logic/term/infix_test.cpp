// SPDX-License-Identifier: Apache-2.0
#include "logic/term/infix.h"

#include <gtest/gtest.h>

#include <array>

#include "logic/term/evaluate/evaluate.h"
#include "logic/term/smtlib/smtlib.h"
#include "unit/smtlib_script.h"

namespace catenary::logic::test {
namespace {

class Infix : public ::testing::Test {
 protected:
  Term term(const std::string& text) {
    const std::array<Term, 6> variables = {
        terms_.variable("x", Sort::integer()),
        terms_.variable("y", Sort::integer()),
        terms_.variable("r", Sort::real()),
        terms_.variable("s", Sort::real()),
        terms_.variable("b", Sort::boolean()),
        terms_.variable("c", Sort::boolean())};
    return parse_smtlib_term(terms_, text, "text", variables);
  }
  std::string readable(const std::string& text) {
    return to_infix(term(text), InfixStyle::readable).value_or("too long");
  }
  std::string xlia(const std::string& text) {
    return to_infix(term(text), InfixStyle::xlia).value_or("too long");
  }
  TermManager terms_;
};

TEST_F(Infix, BracketsStandOnlyWhereTheyMatter) {
  EXPECT_EQ(xlia("(and (<= 1 x) (<= x 10))"), "1 <= x && x <= 10");
  EXPECT_EQ(xlia("(and (or b c) (not (and b c)))"), "(b || c) && !(b && c)");
  EXPECT_EQ(xlia("(and (and b c) b)"), "(b && c) && b");
  EXPECT_EQ(xlia("(< (- x (- y 1)) (* (+ x 1) y))"),
            "x - (y - 1) < (x + 1) * y");
  EXPECT_EQ(xlia("(< (- (- x y) 1) (+ (* x 2) y))"), "x - y - 1 < x * 2 + y");
  EXPECT_EQ(xlia("(= (mod x 3) (- (div x y)))"), "x % 3 == -(x / y)");
  EXPECT_EQ(xlia("(=> b c)"), "!b || c");
  EXPECT_EQ(xlia("(xor b (not c))"), "b != !c");
  EXPECT_EQ(xlia("(distinct x y 1)"), "x != y && x != 1 && y != 1");
}

TEST_F(Infix, ARationalIsSeenToBeOneWhereXliaMustKnow) {
  EXPECT_EQ(xlia("(<= r 10.0)"), "r <= 10");
  EXPECT_EQ(xlia("(= r (to_real (+ x 12)))"), "r == x + 12");
  EXPECT_EQ(xlia("(/ (to_real x) 2.0)"), "x / 2.0");
  EXPECT_EQ(xlia("(= (to_real x) (to_real y))"), "x + 0.0 == y");
  EXPECT_EQ(xlia("(* r (/ 1.0 3.0))"), "r * (1.0 / 3)");
  EXPECT_EQ(xlia("(< r (- 2.5))"), "r < -2.5");
  EXPECT_EQ(xlia("(< r 0.125)"), "r < 0.125");
  EXPECT_EQ(readable("(/ (to_real x) 2.0)"), "x / 2");
}

TEST_F(Infix, EverythingHasATextForPeople) {
  EXPECT_EQ(readable("(exists ((h Int)) (and (< h x) b))"),
            "exists h. h < x && b");
  EXPECT_EQ(readable("(and b (forall ((h Int)) (< h x)))"),
            "b && (forall h. h < x)");
  EXPECT_EQ(readable("(+ 1 (ite b x y))"), "1 + (b ? x : y)");
  EXPECT_EQ(readable("(to_int r)"), "to_int(r)");
}

TEST_F(Infix, WhatXliaLacksIsNamed) {
  EXPECT_EQ(outside_xlia(term("(exists ((h Int)) (< h x))")), "exists");
  EXPECT_EQ(outside_xlia(term("(< (ite b x y) 1)")), "ite");
  EXPECT_EQ(outside_xlia(term("(< x (to_int r))")), "to_int");
  EXPECT_EQ(outside_xlia(term("(=> b (< (div x 2) 1))")), std::nullopt);
}

TEST_F(Infix, ATextThatWouldBeTooLongIsNotMade) {
  Term t = terms_.variable("x", Sort::integer());
  for (int i = 0; i < 100; ++i) t = terms_.make(Op::add, {t, t});
  EXPECT_EQ(to_infix(t, InfixStyle::readable, 1000), std::nullopt);
}

TEST_F(Infix, ADeepTermIsNoTrouble) {
  Term t = terms_.variable("x", Sort::integer());
  for (int i = 0; i < 100000; ++i) {
    t = terms_.make(Op::add, {t, terms_.integer(1)});
  }
  EXPECT_EQ(to_infix(t, InfixStyle::xlia).value_or("").size(), 400001U);
}

TEST_F(Infix, LiftedConditionsKeepTheValue) {
  const Term t =
      term("(< (+ (ite b x y) (ite (< x 3) 1 (ite c 2 x))) (* 2 y))");
  const Term lifted = lift_conditions(terms_, t);
  EXPECT_EQ(outside_xlia(lifted), std::nullopt);
  for (int i = 0; i < 256; ++i) {
    Assignment a;
    a.set(term("x"), Value::integer(i % 8));
    a.set(term("y"), Value::integer(i / 8 % 8));
    a.set(term("b"), Value::boolean(i / 64 % 2 == 0));
    a.set(term("c"), Value::boolean(i / 128 == 0));
    EXPECT_EQ(evaluate(t, a), evaluate(lifted, a)) << i;
  }
  EXPECT_EQ(to_smtlib(lift_conditions(terms_, term("(+ 1 (ite b x y))"))),
            "(ite b (+ 1 x) (+ 1 y))");
  EXPECT_EQ(lift_conditions(terms_, term("(+ x y)")), term("(+ x y)"));
}

TEST_F(Infix, TooManyConditionsAreNotLifted) {
  Term sum = term("0");
  for (int i = 0; i < 20; ++i) {
    const Term next =
        terms_.ite(terms_.variable("b" + std::to_string(i), Sort::boolean()),
                   term("1"),
                   term("2"));
    sum = terms_.make(Op::mul, {sum, next});
    sum = terms_.make(Op::add, {sum, terms_.integer(i)});
  }
  EXPECT_FALSE(lift_conditions(terms_, sum).valid());
}

}  // namespace
}  // namespace catenary::logic::test
