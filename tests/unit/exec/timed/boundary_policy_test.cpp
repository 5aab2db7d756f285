// SPDX-License-Identifier: Apache-2.0
/// \file
/// Policy::boundary with a solver: every comparison of a guard comes to its
/// limit, where it alone decides.
#include <gtest/gtest.h>

#include <set>
#include <tuple>

#include "exec/timed/constraint_solver.h"
#include "exec/tree/tree_run.h"
#include "unit/exec/timed_example.h"

namespace catenary::exec::timed {
namespace {

using namespace exec::timed_example;

/// The coin sent with each of the seeds.
std::set<mpz_class> coins(const char* guard, std::uint64_t seeds) {
  suite::Suite s = coffee();
  set_guard(s, 0, guard);
  suite::canonicalise(s);
  const auto solver =
      make_constraint_solver(std::chrono::milliseconds(5000), base::Budget());
  std::set<mpz_class> out;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    exec::timed_example::Player sut = machine(1);
    exec::TimedRunOptions options;
    options.policy = exec::Policy::boundary;
    options.seed = seed;
    const auto r = run_one(sut, s, options, solver.get());
    EXPECT_EQ(r.code, suite::VerdictCode::tree_pass) << r.reason;
    for (const auto& m : sut.sent) out.insert(m.values.at(0).as_integer());
  }
  return out;
}

TEST(BoundaryPolicy, EveryDisjunctDecidesAtItsLimit) {
  // Ends of the whole range alone would never send 9 or 501.
  const std::set<mpz_class> seen = coins(
      "(and (= d~1 3.0) (<= (- 900) Coin@1) (<= Coin@1 900)"
      " (or (< Coin@1 10) (> Coin@1 500)))",
      5);
  EXPECT_TRUE(seen.contains(9));
  EXPECT_TRUE(seen.contains(501));
  EXPECT_TRUE(seen.contains(-900));
  EXPECT_TRUE(seen.contains(900));
}

TEST(BoundaryPolicy, WhatCannotDecideAloneIsNear) {
  // x < 10 never decides: x < 20 holds as well.
  const std::set<mpz_class> seen = coins(
      "(and (= d~1 3.0) (<= 0 Coin@1) (or (< Coin@1 10) (< Coin@1 20)))", 4);
  EXPECT_TRUE(seen.contains(9));
  EXPECT_TRUE(seen.contains(19));
}

TEST(BoundaryPolicy, AnInequationIsTriedOnBothSides) {
  const std::set<mpz_class> seen = coins(
      "(and (= d~1 3.0) (<= 0 Coin@1) (<= Coin@1 9) (not (= Coin@1 5)))", 5);
  EXPECT_TRUE(seen.contains(4));
  EXPECT_TRUE(seen.contains(6));
}

}  // namespace
}  // namespace catenary::exec::timed
