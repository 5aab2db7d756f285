// SPDX-License-Identifier: Apache-2.0
/// \file
/// Z3 behind the execution of trees: ends of solution sets, and guards with
/// quantifiers and several unknowns.
#include "exec/timed/constraint_solver.h"

#include <gtest/gtest.h>

#include <set>

#include "unit/exec/timed_example.h"
#include "unit/smtlib_script.h"

namespace catenary::exec::timed {
namespace {

using namespace exec::timed_example;
using exec::Policy;
using exec::Solvable;
using logic::Term;
using logic::Value;
using Direction = exec::ConstraintSolver::Direction;

struct Question {
  logic::TermManager terms;
  std::unique_ptr<exec::ConstraintSolver> solver =
      make_constraint_solver(std::chrono::milliseconds(2000), base::Budget());
  std::vector<Term> unknowns;

  Question() {
    unknowns = {terms.variable("x", logic::Sort::real()),
                terms.variable("n", logic::Sort::integer()),
                terms.variable("b", logic::Sort::boolean())};
  }
  Term read(const std::string& text) {
    return logic::parse_smtlib_term(terms, text, "f", unknowns);
  }
  std::string end(const std::string& text, std::size_t of, Direction d) {
    logic::Assignment found;
    std::string why;
    const Term f = read(text);
    switch (solver->optimise(terms, f, unknowns, unknowns[of], d, found, why)) {
      case Solvable::no:
        return "no";
      case Solvable::unknown:
        return "unknown";
      case Solvable::yes:
        break;
    }
    for (const Term u : unknowns) {
      if (found.find(u) == nullptr) found.set(u, default_value(u.sort()));
    }
    const auto holds = logic::evaluate(f, found);
    if (holds && !holds->as_bool()) return "wrong";
    return found.find(unknowns[of])->to_string();
  }
};

TEST(ConstraintSolver, FindsEnds) {
  Question q;
  EXPECT_EQ(q.end("(and (<= 2.0 x) (< x 9.5))", 0, Direction::least), "2");
  EXPECT_EQ(q.end("(and (<= 2.0 x) (<= x 9.5))", 0, Direction::greatest),
            "19/2");
  EXPECT_EQ(
      q.end(
          "(and (< (to_real n) x) (< 2 n) (< x 9.0))", 1, Direction::greatest),
      "8");
  EXPECT_EQ(
      q.end("(and (<= (to_real n) x) (< 2 n) (< x 9.0))", 0, Direction::least),
      "3");
  EXPECT_EQ(q.end("(exists ((h Int)) (and (<= 3 h) (= n (* 2 h))))",
                  1,
                  Direction::least),
            "6");
  EXPECT_EQ(q.end("(and (< x 0.0) (> x 0.0))", 0, Direction::least), "no");
  // An open end is approached, one without end is anything.
  const std::string open =
      q.end("(and (< 1.0 x) (< x 9.0) b)", 0, Direction::greatest);
  EXPECT_EQ(open, "899/100");
  EXPECT_NE(q.end("(< 1.0 x)", 0, Direction::greatest), "no");
}

TEST(ConstraintSolver, WhatIsNotLinearIsApproached) {
  Question q;
  const std::string text =
      q.end("(and (<= (* x x) 2.0) (<= 0.0 x))", 0, Direction::greatest);
  const double x = mpq_class(text).get_d();
  EXPECT_GT(x, 1.3);
  EXPECT_LE(x * x, 2.0);
}

TEST(ConstraintSolver, ASpentBudgetIsUnknownNotNo) {
  Question q;
  base::Budget budget;
  budget.interrupt();
  q.solver = make_constraint_solver(std::chrono::milliseconds(100), budget);
  logic::Assignment found;
  std::string why;
  EXPECT_EQ(q.solver->solve(
                q.terms, q.read("(= (* n n n) 7)"), q.unknowns, found, why),
            Solvable::unknown);
  EXPECT_NE(why, "");
}

/// Coins whose delay and value hang together, whatever is hidden.
suite::Suite coupled() {
  suite::Suite s = coffee();
  set_guard(s,
            0,
            "(and (<= 0.0 d~1) (< d~1 10.0) (exists ((h Int)) (and (<= 2 h) "
            "(<= h 4) (= Coin@1 h) (< (to_real h) d~1))))");
  suite::canonicalise(s);
  return s;
}

TEST(ConstraintSolver, PoliciesOverGuardsWithQuantifiers) {
  const auto solver =
      make_constraint_solver(std::chrono::milliseconds(2000), base::Budget());
  const suite::Suite s = coupled();
  std::set<std::string> randoms;
  for (const Policy policy :
       {Policy::minimal, Policy::latest, Policy::boundary, Policy::random}) {
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
      exec::TimedRunOptions options;
      options.policy = policy;
      options.seed = seed;
      exec::timed_example::Player sut = machine(1);
      const suite::TestResult r = run_one(sut, s, options, solver.get());
      ASSERT_EQ(r.code, suite::VerdictCode::tree_pass) << r.reason;
      const mpq_class at = sut.sent[0].at;
      const mpz_class coin = sut.sent[0].values[0].as_integer();
      EXPECT_TRUE(2 <= coin && coin <= 4 && at > coin && at < 10);
      if (policy == Policy::minimal) {
        EXPECT_EQ(coin, 2);
        EXPECT_LT(at, mpq_class(21, 10));
      }
      if (policy == Policy::latest) {
        EXPECT_GT(at, mpq_class(49, 5));
      }
      if (policy == Policy::random) {
        randoms.insert(at.get_str() + " " + coin.get_str());
      }
      exec::timed_example::Player again = machine(1);
      EXPECT_EQ(run_one(again, s, options, solver.get()).events, r.events);
    }
  }
  EXPECT_GE(randoms.size(), 4U);
}

TEST(ConstraintSolver, DecidesGuardsThatTheEvaluatorCannot) {
  const auto solver =
      make_constraint_solver(std::chrono::milliseconds(2000), base::Budget());
  suite::Suite s = coffee();
  const std::string right =
      "(and (<= d~2 5.0) (exists ((h Int)) (and (= h Coin@1) "
      "(= Coffee@2 (+ h h)))))";
  set_guard(s, 5, right);
  set_guard(s, 6, "(not " + right + ")");
  suite::canonicalise(s);
  Player good = machine(1);
  EXPECT_EQ(run_one(good, s, {}, solver.get()).code,
            suite::VerdictCode::tree_pass);
  Player bad = machine(1, 3);
  const suite::TestResult r = run_one(bad, s, {}, solver.get());
  EXPECT_EQ(r.code, suite::VerdictCode::fail_out) << r.reason;
  EXPECT_NE(r.reason.find("allowed: Coffee(2) after"), std::string::npos)
      << r.reason;
}

}  // namespace
}  // namespace catenary::exec::timed
