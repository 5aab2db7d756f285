// SPDX-License-Identifier: Apache-2.0
/// \file
/// Solvers that lie, crash, give up or take all the memory: what was covered
/// stays covered, nothing wrong is said, and the reason is told.
#include <gtest/gtest.h>

#include <cstdlib>
#include <functional>
#include <limits>
#include <new>

#include "engine/reach/replay.h"
#include "engine/reach/symbolic/symbolic.h"
#include "unit/engine/reach/table_systems.h"

namespace catenary::engine::reach::test {
namespace {

using logic::smt::Answer;
using logic::smt::Literal;
using logic::smt::Unknown;
using model::GoalStatus;

constexpr int kAllTrue = std::numeric_limits<int>::max();

/// CaDiCaL with something done to its answers.
class Double final : public logic::smt::SatSolver {
 public:
  using Solve = std::function<Answer(const std::function<Answer()>& real)>;

  /// `truths`: values that are right after each answer; the rest is wrong.
  Double(Solve solve, int truths, Unknown why)
      : inner_(logic::smt::make_cadical({})),
        solve_(std::move(solve)),
        truths_(truths),
        why_(why) {}

  Literal new_variable() override { return inner_->new_variable(); }
  void add_clause(std::span<const Literal> clause) override {
    inner_->add_clause(clause);
  }
  Answer solve(std::span<const Literal> assumptions,
               const base::Budget& budget) override {
    left_ = truths_;
    return solve_([&] { return inner_->solve(assumptions, budget); });
  }
  bool value(Literal literal) override {
    return (left_-- > 0) == inner_->value(literal);
  }
  bool failed(Literal literal) override { return inner_->failed(literal); }
  Unknown why_unknown() const override { return why_; }
  logic::smt::Statistics statistics() const override {
    return inner_->statistics();
  }

 private:
  std::unique_ptr<SatSolver> inner_;
  Solve solve_;
  int truths_;
  int left_ = 0;
  Unknown why_;
};

// g0: after three steps with the one right input; g1: never.
model::StepSystem lock() {
  Description d;
  d.encode = [](TermManager& t) {
    model::Encoding e = blank(t, {1}, {4}, 2);
    const Term n = e.state[0].variable;
    const Term product = t.make(Op::bv_mul, {e.inputs[0], t.bitvec(32, 7)});
    const Term right = t.equal(product, t.bitvec(32, 49'000'007));
    const Term more = t.make(Op::bv_add, {n, t.bitvec(8, 1)});
    const Term next = t.ite(right, more, t.bitvec(8, 0));
    const Term open = t.equal(n, t.bitvec(8, 3));
    e.step.next[0] = t.ite(open, n, next);
    e.step.hits[0] = open;
    e.step.hits[1] = t.equal(n, t.bitvec(8, 200));
    return e;
  };
  return make_system(d, {whole_type("x", model::ScalarType::int32)}, 2);
}

Result solve_with(const Double::Solve& solve,
                  int truths = kAllTrue,
                  Unknown why = Unknown::none,
                  const Options& options = {}) {
  SymbolicOptions symbolic;
  symbolic.random_walk_steps = 0;
  symbolic.sat = [=](const logic::smt::Options&) {
    return std::make_unique<Double>(solve, truths, why);
  };
  Result result = SymbolicEngine(symbolic).explore(lock(), options, {}, {});
  confirm(lock(), result, {}, {});
  return result;
}

TEST(SymbolicFaults, TheLockOpensWithARealSolver) {
  const Result result = solve_with([](const auto& real) { return real(); });
  EXPECT_EQ(result.goals[0].result.status, GoalStatus::covered);
  EXPECT_EQ(result.goals[0].result.depth, 4);
  EXPECT_EQ(result.goals[1].result.status, GoalStatus::unreachable);
}

TEST(SymbolicFaults, AWrongModelNeverCovers) {
  // It says what was hit, but with which inputs is invented.
  const Result result = solve_with([](const auto& real) { return real(); }, 3);
  for (const GoalReport& goal : result.goals) {
    EXPECT_EQ(goal.result.status, GoalStatus::undecided);
    EXPECT_NE(goal.result.reason.find("does not replay"), std::string::npos)
        << goal.result.reason;
    EXPECT_FALSE(goal.trace);
  }
  EXPECT_FALSE(result.closed);
  EXPECT_EQ(result.complete_depth, 0u);
}

TEST(SymbolicFaults, AModelThatSatisfiesNothingEndsTheSearch) {
  // Says sat whatever is asked, but reads values of the last real model.
  const Result result = solve_with([](const auto& real) {
    return real() == Answer::unsat ? Answer::unknown : Answer::sat;
  });
  EXPECT_EQ(result.goals[0].result.status, GoalStatus::undecided);
  EXPECT_EQ(result.stop, Stop::solver);
}

TEST(SymbolicFaults, ACrashLeavesGoalsUndecided) {
  int queries = 0;
  const Result result = solve_with([queries](const auto& real) mutable {
    if (++queries > 1) std::abort();
    return real();
  });
  EXPECT_EQ(result.stop, Stop::died);
  EXPECT_EQ(result.goals[0].result.status, GoalStatus::undecided);
  EXPECT_NE(result.goals[0].result.reason.find("signal 6"), std::string::npos)
      << result.goals[0].result.reason;
  EXPECT_EQ(result.goals[1].result.status, GoalStatus::undecided);
}

TEST(SymbolicFaults, GivingUpLeavesGoalsUndecidedWithTheReason) {
  const Result result = solve_with([](const auto&) { return Answer::unknown; },
                                   kAllTrue,
                                   Unknown::incomplete);
  EXPECT_EQ(result.stop, Stop::solver);
  for (const GoalReport& goal : result.goals) {
    EXPECT_EQ(goal.result.status, GoalStatus::undecided);
    EXPECT_NE(
        goal.result.reason.find(logic::smt::to_string(Unknown::incomplete)),
        std::string::npos)
        << goal.result.reason;
  }
}

TEST(SymbolicFaults, TimeOutsOfQueriesLeaveGoalsUndecided) {
  const Result result = solve_with(
      [](const auto&) { return Answer::unknown; }, kAllTrue, Unknown::time);
  EXPECT_EQ(result.stop, Stop::patience);
  EXPECT_FALSE(result.closed);
  EXPECT_EQ(result.complete_depth, 0u);
  for (const GoalReport& goal : result.goals) {
    EXPECT_EQ(goal.result.status, GoalStatus::undecided);
    EXPECT_NE(goal.result.reason.find("did not say in time"), std::string::npos)
        << goal.result.reason;
  }
}

TEST(SymbolicFaults, RunningOutOfMemoryIsToldAndNotFatal) {
  const auto greedy = [](const auto&) -> Answer { throw std::bad_alloc(); };
  const Result result = solve_with(greedy);
  EXPECT_EQ(result.stop, Stop::memory);
  EXPECT_EQ(result.goals[0].result.status, GoalStatus::undecided);
  EXPECT_NE(result.goals[0].result.reason.find("memory"), std::string::npos);
}

}  // namespace
}  // namespace catenary::engine::reach::test
