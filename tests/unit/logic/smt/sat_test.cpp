// SPDX-License-Identifier: Apache-2.0
/// \file
/// CaDiCaL behind the interface: assumptions, limits, wrong calls.
#include "logic/smt/circuit/sat.h"

#include <gtest/gtest.h>

#include "base/check.h"

namespace catenary::logic::smt {
namespace {

/// More pigeons than holes, which takes resolution very long.
void add_pigeons(SatSolver& solver, int holes) {
  std::vector<std::vector<Literal>> in(static_cast<std::size_t>(holes) + 1);
  for (auto& pigeon : in) {
    for (int h = 0; h < holes; ++h) pigeon.push_back(solver.new_variable());
    solver.add_clause(pigeon);
  }
  for (std::size_t h = 0; h < static_cast<std::size_t>(holes); ++h) {
    for (std::size_t i = 0; i < in.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        solver.add_clause({-in[i][h], -in[j][h]});
      }
    }
  }
}

/// The work of a query about the pigeons, without that of making it.
base::WorkClock::duration work_of_pigeons(int holes) {
  const auto s = make_cadical({});
  add_pigeons(*s, holes);
  const auto before = base::WorkClock::now();
  EXPECT_EQ(s->solve({}, base::Budget()), Answer::unsat);
  return base::WorkClock::now() - before;
}

/// The work of two queries that propagation answers, in a solver with so many
/// variables.
base::WorkClock::duration work_of_easy_queries(int variables) {
  const auto s = make_cadical({});
  Literal last = s->new_variable();
  for (int i = 1; i < variables; ++i) {
    const Literal next = s->new_variable();
    s->add_clause({-last, next});
    last = next;
  }
  const auto before = base::WorkClock::now();
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(s->solve({}, base::Budget()), Answer::sat);
  }
  return base::WorkClock::now() - before;
}

TEST(Cadical, ConflictsAreWork) {
  // Seven holes have half as many variables more, but many times the
  // conflicts.
  EXPECT_GT(work_of_pigeons(7), 5 * work_of_pigeons(5));
  EXPECT_EQ(work_of_pigeons(6), work_of_pigeons(6));
}

TEST(Cadical, QueriesAreWorkByTheSizeOfTheProblem) {
  const auto small = work_of_easy_queries(1'000);
  const auto large = work_of_easy_queries(100'000);
  EXPECT_GT(large, 50 * small);
  EXPECT_LT(large, 500 * small);
}

TEST(Cadical, AQueryThatIsNotBegunIsNoWork) {
  const auto s = make_cadical({});
  for (int i = 0; i < 1'000; ++i) s->add_clause({s->new_variable()});
  base::Budget interrupted;
  interrupted.interrupt();
  const auto before = base::WorkClock::now();
  EXPECT_EQ(s->solve({}, interrupted), Answer::unknown);
  EXPECT_EQ(base::WorkClock::now(), before);
}

TEST(Cadical, AssumptionsAndTheirFailure) {
  const auto s = make_cadical({});
  const Literal a = s->new_variable();
  const Literal b = s->new_variable();
  const Literal c = s->new_variable();
  s->add_clause({-a, b});
  const base::Budget budget;
  ASSERT_EQ(s->solve(std::vector{a}, budget), Answer::sat);
  EXPECT_TRUE(s->value(a));
  EXPECT_TRUE(s->value(b));
  EXPECT_FALSE(s->value(-b));
  EXPECT_NE(s->value(c), s->value(-c));  // which nothing mentions
  ASSERT_EQ(s->solve(std::vector{c, a, -b}, budget), Answer::unsat);
  EXPECT_TRUE(s->failed(a));
  EXPECT_TRUE(s->failed(-b));
  EXPECT_FALSE(s->failed(c));
  EXPECT_THROW((void)s->value(a), base::InternalError);
  ASSERT_EQ(s->solve({}, budget), Answer::sat);
  s->add_clause({a});
  EXPECT_THROW((void)s->value(a), base::InternalError);
  EXPECT_THROW(s->add_clause({Literal{7}}), base::InternalError);
  EXPECT_THROW((void)s->failed(a), base::InternalError);
}

TEST(Cadical, ConjunctionsAndDisjunctions) {
  const auto s = make_cadical({});
  const std::vector<Literal> v = {
      s->new_variable(), s->new_variable(), s->new_variable()};
  const Literal all = s->all_of(v);
  const Literal any = s->any_of(v);
  const base::Budget budget;
  for (unsigned values = 0; values < 8; ++values) {
    std::vector<Literal> assumptions;
    for (unsigned i = 0; i < 3; ++i) {
      assumptions.push_back((values >> i & 1) != 0 ? v[i] : -v[i]);
    }
    ASSERT_EQ(s->solve(assumptions, budget), Answer::sat);
    EXPECT_EQ(s->value(all), values == 7);
    EXPECT_EQ(s->value(any), values != 0);
  }
  EXPECT_EQ(s->all_of({}), s->true_literal());
  EXPECT_EQ(s->any_of({}), -s->true_literal());
}

TEST(Cadical, StopsForTimeAndInterruptAndGoesOn) {
  Options options;
  options.query_time = std::chrono::milliseconds(30);
  const auto s = make_cadical(options);
  const Literal on = s->new_variable();
  add_pigeons(*s, 12);
  ASSERT_EQ(s->solve({}, base::Budget()), Answer::unknown);
  EXPECT_EQ(s->why_unknown(), Unknown::time);
  base::Budget budget;
  budget.interrupt();
  ASSERT_EQ(s->solve({}, budget), Answer::unknown);
  EXPECT_EQ(s->why_unknown(), Unknown::interrupted);
  s->add_clause({on});
  s->add_clause({-on});
  EXPECT_EQ(s->solve({}, base::Budget()), Answer::unsat);
  EXPECT_EQ(s->statistics().unknown, 2U);
  EXPECT_EQ(s->statistics().unsat, 1U);
}

TEST(Cadical, RefusesWhatDoesNotFitIntoItsMemory) {
  Options options;
  options.memory_bytes = 100'000;
  const auto s = make_cadical(options);
  EXPECT_EQ(s->solve({}, base::Budget()), Answer::sat);
  for (int i = 0; i < 10'000; ++i) {
    const Literal v = s->new_variable();
    s->add_clause({v, i > 0 ? -(v - 1) : v});
  }
  EXPECT_EQ(s->solve({}, base::Budget()), Answer::unknown);
  EXPECT_EQ(s->why_unknown(), Unknown::memory);
}

}  // namespace
}  // namespace catenary::logic::smt
