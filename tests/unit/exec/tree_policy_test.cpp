// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the policies choose: always allowed, the same for the same seed.
#include <gtest/gtest.h>

#include <set>

#include "exec/tree/tree_run.h"
#include "unit/exec/timed_example.h"

namespace catenary::exec {
namespace {

using namespace timed_example;
using suite::TestResult;

/// When which coin was put in.
std::pair<mpq_class, mpz_class> coin(Policy policy,
                                     std::uint64_t seed,
                                     const suite::Suite& suite = coffee()) {
  Player sut = machine(1);
  TimedRunOptions options;
  options.policy = policy;
  options.seed = seed;
  const TestResult r = run_one(sut, suite, options);
  EXPECT_EQ(r.code, suite::VerdictCode::tree_pass) << r.reason;
  if (sut.sent.empty()) return {-1, -1};
  return {sut.sent[0].at, sut.sent[0].values.at(0).as_integer()};
}

TEST(TreePolicy, Minimal) {
  EXPECT_EQ(coin(Policy::minimal, 1), std::pair(mpq_class(2), mpz_class(1)));
  EXPECT_EQ(coin(Policy::minimal, 7), std::pair(mpq_class(2), mpz_class(1)));
}

TEST(TreePolicy, Latest) {
  const auto [at, value] = coin(Policy::latest, 1);
  EXPECT_LT(at, 10);
  EXPECT_GT(at, mpq_class(49, 5));
  EXPECT_EQ(value, 1);
}

TEST(TreePolicy, BoundaryTakesEndsOnly) {
  std::set<std::pair<mpq_class, mpz_class>> seen;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const auto chosen = coin(Policy::boundary, seed);
    EXPECT_TRUE(chosen.first == 2 || chosen.first > mpq_class(49, 5));
    EXPECT_TRUE(chosen.second == 1 || chosen.second == 5);
    EXPECT_EQ(coin(Policy::boundary, seed), chosen);
    seen.insert(chosen);
  }
  EXPECT_EQ(seen.size(), 4U);
}

TEST(TreePolicy, RandomTakesAnythingAllowed) {
  std::set<std::pair<mpq_class, mpz_class>> seen;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const auto chosen = coin(Policy::random, seed);
    EXPECT_GE(chosen.first, 2);
    EXPECT_LT(chosen.first, 10);
    EXPECT_GE(chosen.second, 1);
    EXPECT_LE(chosen.second, 5);
    EXPECT_EQ(coin(Policy::random, seed), chosen);
    seen.insert(chosen);
  }
  EXPECT_GT(seen.size(), 20U);
}

TEST(TreePolicy, ASureGuardIsPreferred) {
  suite::Suite s = coffee();
  set_sure_guard(s, 0, "(and (= d~1 7.0) (= Coin@1 3))");
  suite::canonicalise(s);
  EXPECT_EQ(coin(Policy::minimal, 1, s), std::pair(mpq_class(7), mpz_class(3)));
  set_sure_guard(s, 0, "(< d~1 0.0)");
  suite::canonicalise(s);
  EXPECT_EQ(coin(Policy::minimal, 1, s), std::pair(mpq_class(2), mpz_class(1)));
}

TEST(TreePolicy, NothingOutOfRangeIsSent) {
  suite::Suite s = coffee();
  set_guard(s, 0, "(< d~1 10.0)");
  s.signature.channels[kCoin].parameters[0].lo = logic::Value::integer(3);
  s.signature.channels[kCoin].parameters[0].hi = logic::Value::integer(4);
  suite::canonicalise(s);
  for (const Policy policy :
       {Policy::minimal, Policy::latest, Policy::boundary, Policy::random}) {
    for (std::uint64_t seed = 1; seed < 9; ++seed) {
      const mpz_class value = coin(policy, seed, s).second;
      EXPECT_TRUE(value == 3 || value == 4) << value;
    }
  }
}

TEST(TreePolicy, AnOptimisticStimulationIsSaid) {
  suite::Suite s = coffee();
  set_sure_guard(s, 0, "false");
  suite::canonicalise(s);
  Player sut = machine(1, 0, kLight);
  const TestResult r = run_one(sut, s);
  EXPECT_NE(r.reason.find("for some hidden values only"), std::string::npos)
      << r.reason;
}

TEST(TreePolicy, TheSeedOfATestDoesNotDependOnTheSelection) {
  suite::Suite s = coffee();
  suite::Test again = s.tests[0];
  again.note = "again";
  s.tests.push_back(again);
  suite::canonicalise(s);
  TimedRunOptions options;
  options.policy = Policy::random;
  options.seed = 3;
  Player both = machine(1);
  const auto all = run_all(s, both, options);
  options.run.tests = {s.tests[1].id};
  Player second = machine(1);
  const auto one = run_all(s, second, options);
  ASSERT_EQ(all.tests.size(), 2U);
  ASSERT_EQ(one.tests.size(), 1U);
  EXPECT_EQ(all.tests[1].events, one.tests[0].events);
  EXPECT_NE(all.tests[0].events, one.tests[0].events);
  options.run.tests = {"nothing"};
  EXPECT_THROW((void)run_all(s, second, options), base::InputError);
}

/// Real time that passes at will: every wait is late.
class Late final : public Player {
 public:
  mpq_class lateness = 0;
  explicit Late(Player base) : Player(std::move(base)) {}
  TimedReply wait(const mpq_class& until) override {
    TimedReply reply = Player::wait(until);
    if (!reply.message) {
      now = until + lateness;
      reply.now = now;
      reply.jitter = 0.01;
    }
    return reply;
  }
  [[nodiscard]] bool is_real_time() const override { return true; }
};

TEST(TreePolicy, InRealTimeAMarginIsKept) {
  Late sut(machine(1));
  sut.lateness = mpq_class(1, 10);
  TimedRunOptions options;
  options.policy = Policy::latest;
  const TestResult r = run_one(sut, coffee(), options);
  EXPECT_EQ(r.code, suite::VerdictCode::tree_pass) << r.reason;
  ASSERT_EQ(sut.sent.size(), 1U);
  EXPECT_GT(sut.sent[0].at, mpq_class(97, 10));
  EXPECT_EQ(r.events[0].jitter, 0.01);
}

TEST(TreePolicy, WhatCannotBeSentInTimeIsNotSent) {
  suite::Suite s = coffee();
  set_guard(s, 0, "(= d~1 3.0)");
  suite::canonicalise(s);
  Late sut(machine(1));
  sut.lateness = mpq_class(1, 10);
  const TestResult r = run_one(sut, s);
  EXPECT_TRUE(sut.sent.empty());
  EXPECT_EQ(r.code, suite::VerdictCode::inc_dur) << r.reason;
}

}  // namespace
}  // namespace catenary::exec
