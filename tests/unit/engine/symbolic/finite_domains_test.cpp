// SPDX-License-Identifier: Apache-2.0
// Which variables a guard restricts to few values.
#include "engine/symbolic/search/finite_domains.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "base/rng.h"
#include "logic/term/evaluate/evaluate.h"
#include "logic/term/rewrite/simplify.h"
#include "unit/engine/symbolic/automata.h"

namespace catenary::engine::symbolic {
namespace {

using testing::Builder;
using Values = std::vector<std::int64_t>;

/// The values of x, y, n (of a type without negative values) and r (a
/// rational), by name.
std::map<std::string, Values> domains(const std::string& condition,
                                      std::size_t most = 8,
                                      std::int64_t limit = 100) {
  Builder b;
  b.variable("x", testing::kInt)
      .variable("y", testing::kInt)
      .variable("n", testing::kUint)
      .variable("r", testing::kRational);
  const model::TimedAutomaton a = b.build();
  const logic::Term simple = logic::simplify(*a.terms, b.term(condition));
  std::map<std::string, Values> out;
  for (const auto& [variable, values] : finite_domains(simple, most, limit)) {
    out[variable.name()] = values;
  }
  return out;
}

TEST(FiniteDomains, OfBoundsOnBothSides) {
  EXPECT_EQ(domains("(and (<= 1 x) (<= x 3))").at("x"), (Values{1, 2, 3}));
  EXPECT_EQ(domains("(and (< 1 x) (< x 3))").at("x"), (Values{2}));
  EXPECT_EQ(domains("(and (not (< x 1)) (not (<= 3 x)))").at("x"),
            (Values{1, 2}));
  EXPECT_EQ(domains("(and (<= 1 x) (<= x 9) (< (* 2 x) 5))").at("x"),
            (Values{1, 2}));
  EXPECT_TRUE(domains("(<= x 3)").empty());
  EXPECT_TRUE(domains("(and (<= 1 x) (<= x y))").empty());
}

TEST(FiniteDomains, TypesSayNothing) {
  // An assignment may have given it a negative value, which it keeps.
  EXPECT_TRUE(domains("(< n 2)").empty());
  EXPECT_EQ(domains("(and (<= 0 n) (< n 2))").at("n"), (Values{0, 1}));
}

TEST(FiniteDomains, OfEquations) {
  EXPECT_EQ(domains("(= x 7)").at("x"), (Values{7}));
  EXPECT_EQ(domains("(or (= x 20) (= 5 x) (= x 7))").at("x"),
            (Values{5, 7, 20}));
  EXPECT_EQ(domains("(or (= (* 2 x) 3) (= x 7))").at("x"), (Values{7}));
  EXPECT_EQ(domains("(and (or (= x 1) (= x 4)) (<= x 2))").at("x"),
            (Values{1}));
  EXPECT_EQ(domains("(and (or (= x 1) (= x 4)) (or (= x 4) (= x 5)))").at("x"),
            (Values{4}));
  EXPECT_TRUE(domains("(or (= x 1) (= y 2))").empty());
  EXPECT_TRUE(domains("(or (= x 1) (< x 2))").empty());
  EXPECT_TRUE(domains("(= x y)").empty());
  EXPECT_TRUE(domains("(not (= x 1))").empty());
}

TEST(FiniteDomains, OnlyFewSmallIntegers) {
  const std::string nine = "(and (<= 1 x) (<= x 9))";
  EXPECT_TRUE(domains(nine, 8).empty());
  EXPECT_EQ(domains(nine, 9).at("x").size(), 9U);
  EXPECT_TRUE(domains("(= x 101)").empty());
  EXPECT_TRUE(domains("(= x (- 101))").empty());
  EXPECT_EQ(domains("(= x (- 100))").at("x"), (Values{-100}));
  // Between two bounds a rational has other values as well.
  EXPECT_TRUE(domains("(and (<= 1.0 r) (<= r 3.0))").empty());
  // A guard that nothing satisfies is left to whoever evaluates it.
  EXPECT_TRUE(domains("(and (<= 3 x) (<= x 1))").empty());
}

TEST(FiniteDomains, OfSeveralVariables) {
  const auto both = domains("(and (= x 1) (or (= y 2) (= y 3)) (= n 0))");
  EXPECT_EQ(both.at("x"), (Values{1}));
  EXPECT_EQ(both.at("y"), (Values{2, 3}));
  EXPECT_EQ(both.at("n"), (Values{0}));
}

TEST(FiniteDomains, HaveAllSolutions) {
  const std::vector<std::string> atoms{"(<= 0 x)",
                                       "(< x 4)",
                                       "(not (< x (- 2)))",
                                       "(<= (* 2 x) 7)",
                                       "(< (- 3) y)",
                                       "(<= y x)",
                                       "(<= y 2)",
                                       "(or (= x 1) (= x 3) (= (* 2 x) 5))",
                                       "(or (= y 0) (= y (- 4)))",
                                       "(= (+ x 1) 3)",
                                       "(or (= x 1) (= y 1))"};
  std::size_t found = 0;
  for (std::uint64_t n = 0; n < 300; ++n) {
    base::Rng rng = base::Rng::of_task(11, n);
    std::string condition = "(and true";
    for (int i = 0; i < 4; ++i)
      condition += " " + atoms[rng.below(atoms.size())];
    condition += ")";
    const auto domain_of = domains(condition);
    found += domain_of.size();
    Builder b;
    b.variable("x", testing::kInt).variable("y", testing::kInt);
    const model::TimedAutomaton a = b.build();
    const logic::Term term = b.term(condition);
    for (std::int64_t x = -6; x <= 6; ++x) {
      for (std::int64_t y = -6; y <= 6; ++y) {
        logic::Assignment values;
        values.set(a.variables[0].term, logic::Value::integer(x));
        values.set(a.variables[1].term, logic::Value::integer(y));
        if (!logic::Evaluator(values).evaluate(term)->as_bool()) continue;
        for (const auto& [name, domain] : domain_of) {
          const std::int64_t value = name == "x" ? x : y;
          EXPECT_TRUE(std::ranges::count(domain, value) == 1)
              << condition << " " << name << " = " << value;
        }
      }
    }
  }
  EXPECT_GT(found, 100U);
}

}  // namespace
}  // namespace catenary::engine::symbolic
