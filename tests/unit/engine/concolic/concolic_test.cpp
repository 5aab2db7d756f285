// SPDX-License-Identifier: Apache-2.0
/// \file
/// Strategies of concolic search: what each finds, what it must not claim, and
/// that runs are what they are said to be.
#include "engine/concolic/concolic.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "model/step/follower.h"
#include "unit/engine/c_program.h"

namespace catenary::engine::concolic {
namespace {

using model::GoalStatus;
using test::program;

constexpr Strategy kAll[] = {Strategy::systematic,
                             Strategy::random_concolic,
                             Strategy::simple,
                             Strategy::random,
                             Strategy::directed};

/// A lock that chance does not open, with arithmetic that wraps, and a value
/// that is used a step after it was given.
constexpr const char* kLock = R"c(
int a, b;
static int mode, kept;
void step(void) {
  CATENARY_INPUT(a);
  CATENARY_INPUT(b);
  if (mode == 0) {
    if (a == 123456) mode = 1;
  } else if (mode == 1) {
    kept = a;
    mode = 2;
  } else if (mode == 2) {
    if (b != a && (long long)b == (long long)kept * 3 + 1) mode = 3;
    else mode = 0;
  } else if (mode == 3) {
    if ((int)((unsigned)a + 1u) < a) mode = 4;
  } else {
    CATENARY_GOAL("open", 1);
  }
}
)c";

ConcolicOptions with(Strategy strategy) {
  ConcolicOptions o;
  o.strategy = strategy;
  o.patience_steps = 300'000;
  o.patience_questions = 500;
  return o;
}

ConcolicResult run(const model::StepSystem& system,
                   const ConcolicOptions& options) {
  return search(system, options, {}, {});
}

std::vector<std::string> covered(const model::StepSystem& system,
                                 const reach::Result& result) {
  std::vector<std::string> ids;
  for (std::size_t g = 0; g < system.goals.size(); ++g) {
    if (result.goals[g].result.status == GoalStatus::covered) {
      ids.push_back(system.goals[g].id);
    }
  }
  return ids;
}

bool has(const std::vector<std::string>& ids, const std::string& id) {
  return std::find(ids.begin(), ids.end(), id) != ids.end();
}

/// Every run to a goal hits it when executed, by its last step.
void expect_replay(const model::StepSystem& system,
                   const reach::Result& result) {
  const auto stepper = system.factory->make();
  for (std::uint32_t g = 0; g < system.goals.size(); ++g) {
    const reach::GoalReport& goal = result.goals[g];
    EXPECT_EQ(goal.trace.has_value(),
              goal.result.status == GoalStatus::covered);
    if (!goal.trace) continue;
    const model::Simulation ran =
        model::simulate(system, *stepper, *goal.trace);
    ASSERT_EQ(ran.steps.size(), goal.trace->steps.size());
    const auto& last = ran.steps.empty() ? ran.initial : ran.steps.back();
    EXPECT_TRUE(std::binary_search(last.hits.begin(), last.hits.end(), g))
        << system.goals[g].id;
  }
}

TEST(Concolic, ALockIsOpenedByFormulasAndNotByChance) {
  const model::StepSystem system = program(kLock);
  for (const Strategy strategy : kAll) {
    const ConcolicResult found = run(system, with(strategy));
    expect_replay(system, found.result);
    const bool by_chance =
        strategy == Strategy::random || strategy == Strategy::simple;
    EXPECT_EQ(has(covered(system, found.result), "open"), !by_chance)
        << to_string(strategy);
  }
}

TEST(Concolic, GoesOnFromKnownRuns) {
  // No constant of the program is a key.
  const model::StepSystem system = program(R"c(
unsigned a;
static unsigned char level;
void step(void) {
  CATENARY_INPUT(a);
  level = (a ^ a >> 7) * 2654435761u == 3730778560u && level < 4 ? level + 1 : 0;
  CATENARY_GOAL("second", level == 2);
  CATENARY_GOAL("third", level == 3);
}
)c");
  model::Trace run;
  run.steps.resize(2, {logic::Value::integer(424'242LL)});
  ConcolicOptions o = with(Strategy::directed);
  o.executions = 200;  // fewer than the random runs that it would begin with
  const auto hit_after = [&](const std::vector<model::Trace>& known) {
    const auto body = [&](reach::Board& board, const base::Budget& budget) {
      board.offer(known);
      search_here(system, o, budget, board);
    };
    return covered(system, search_in_child(system, o, {}, {}, body).result);
  };
  EXPECT_FALSE(has(hit_after({}), "second"));
  EXPECT_TRUE(has(hit_after({run}), "second"));
  EXPECT_TRUE(has(hit_after({run}), "third"));
}

TEST(Concolic, ShortestRunsComeFirstSystematically) {
  const model::StepSystem system = program(kLock);
  const ConcolicResult found = run(system, with(Strategy::systematic));
  for (std::size_t g = 0; g < system.goals.size(); ++g) {
    if (system.goals[g].id == "open") {
      EXPECT_EQ(found.result.goals[g].result.depth, 5);
    }
  }
  EXPECT_GT(found.paths, 5U);
}

TEST(Concolic, FloatsAreExact) {
  const model::StepSystem system = program(R"c(
float x;
void step(void) {
  CATENARY_INPUT(x);
  CATENARY_GOAL("exact", x * 3.0f == 10.5f);
  CATENARY_GOAL("absorbed", x > 0.0f && x + 1e10f == 1e10f && x > 100.0f);
  CATENARY_GOAL("never", x != x && x > 0.0f);
}
)c");
  const ConcolicResult found = run(system, with(Strategy::systematic));
  expect_replay(system, found.result);
  const auto ids = covered(system, found.result);
  EXPECT_TRUE(has(ids, "absorbed"));
  EXPECT_FALSE(has(ids, "never"));
  EXPECT_TRUE(has(ids, "exact"));
}

TEST(Concolic, RunsProveNothing) {
  const model::StepSystem system = program(test::kSaturating);
  for (const Strategy strategy : kAll) {
    const ConcolicResult found = run(system, with(strategy));
    for (std::size_t g = 0; g < system.goals.size(); ++g) {
      if (system.goals[g].id != "over") continue;
      const model::GoalResult& over = found.result.goals[g].result;
      EXPECT_EQ(over.status, GoalStatus::undecided) << to_string(strategy);
      EXPECT_FALSE(over.reason.empty());
    }
  }
}

TEST(Concolic, ADefectIsFoundWhereEveryGoalIsHit) {
  const model::StepSystem system = program(R"c(
int a, o;
void step(void) {
  CATENARY_INPUT(a);
  CATENARY_GOAL("any", 1);
  o = 100 / (a - 54321);
}
)c",
                                           {"label"});
  for (const Strategy strategy : {Strategy::systematic, Strategy::directed}) {
    const ConcolicResult found = run(system, with(strategy));
    ASSERT_EQ(found.result.findings.size(), 1U) << to_string(strategy);
    EXPECT_EQ(found.result.findings[0].outcome, model::StepOutcome::crashed);
    EXPECT_EQ(found.result.findings[0].trace.steps.back()[0].as_integer(),
              54321);
  }
}

TEST(Concolic, AssumptionsHold) {
  const model::StepSystem system = program(R"c(
int a;
static int sum;
void step(void) {
  CATENARY_INPUT(a);
  CATENARY_ASSUME(a > 1000 && a % 7 == 3);
  sum = a;
  CATENARY_GOAL("allowed", sum == 1011);
  CATENARY_GOAL("forbidden", sum == 1012);
}
)c");
  const ConcolicResult found = run(system, with(Strategy::systematic));
  expect_replay(system, found.result);
  const auto ids = covered(system, found.result);
  EXPECT_TRUE(has(ids, "allowed"));
  EXPECT_FALSE(has(ids, "forbidden"));
}

TEST(Concolic, TheSameSeedGivesTheSameRuns) {
  const model::StepSystem system = program(kLock);
  for (const Strategy strategy : kAll) {
    ConcolicOptions options = with(strategy);
    options.seed = 7;
    options.executions = 200;
    const ConcolicResult a = run(system, options);
    const ConcolicResult b = run(system, options);
    EXPECT_EQ(a.executions, b.executions);
    EXPECT_EQ(a.result.transitions, b.result.transitions);
    for (std::size_t g = 0; g < system.goals.size(); ++g) {
      const auto& x = a.result.goals[g].trace;
      const auto& y = b.result.goals[g].trace;
      ASSERT_EQ(x.has_value(), y.has_value());
      if (x) {
        EXPECT_EQ(x->steps, y->steps);
      }
    }
  }
}

TEST(Concolic, BoundsOfTransitionSetsHold) {
  const model::StepSystem system = program(kLock);
  for (const Strategy strategy : kAll) {
    if (strategy == Strategy::directed) continue;
    ConcolicOptions options = with(strategy);
    options.set_steps = 2;
    const ConcolicResult found = run(system, options);
    for (const reach::GoalReport& g : found.result.goals) {
      if (g.trace) {
        EXPECT_LE(g.trace->steps.size(), 2U);
      }
    }
    options.executions = 10;
    EXPECT_LE(run(system, options).executions, 10U) << to_string(strategy);
  }
}

TEST(Concolic, CoverageRisesOverTimeAndSteps) {
  const model::StepSystem system = program(kLock);
  std::uint32_t seen = 0;
  const ConcolicResult found = search(
      system, with(Strategy::systematic), {}, [&seen](const CoveragePoint& p) {
        seen = std::max(seen, p.covered);
      });
  ASSERT_FALSE(found.coverage.empty());
  for (std::size_t i = 1; i < found.coverage.size(); ++i) {
    EXPECT_LE(found.coverage[i - 1].seconds, found.coverage[i].seconds);
    EXPECT_LE(found.coverage[i - 1].steps, found.coverage[i].steps);
    EXPECT_LE(found.coverage[i - 1].covered, found.coverage[i].covered);
  }
  EXPECT_EQ(found.coverage.back().covered,
            covered(system, found.result).size());
  EXPECT_EQ(seen, found.coverage.back().covered);
}

TEST(Concolic, AFollowerSaysWhatSingleQuestionsSay) {
  const model::StepSystem system = program(kLock);
  const auto* encoder =
      dynamic_cast<const model::PathEncoder*>(system.encoder.get());
  ASSERT_NE(encoder, nullptr);
  logic::TermManager terms;
  const base::Budget budget;
  const auto follower = encoder->follower(terms, {}, budget);
  ASSERT_EQ(follower->inputs().size(), 2U);
  std::vector<logic::Value> state;
  for (const model::StateSlot& slot : follower->state()) {
    state.push_back(logic::Value::bitvec(
        static_cast<std::uint32_t>(8 * slot.size), slot.size == 4 ? 2 : 0));
  }
  for (const long a : {5L, 123456L, -1L}) {
    const std::vector<logic::Value> inputs = {logic::Value::bitvec(32, a),
                                              logic::Value::bitvec(32, 7)};
    const auto one = follower->follow_step(state, inputs);
    const auto other = encoder->follow(terms, &state, inputs, {}, budget);
    ASSERT_EQ(one.branches.size(), other.branches.size());
    for (std::size_t i = 0; i < one.branches.size(); ++i) {
      EXPECT_EQ(one.branches[i].condition, other.branches[i].condition);
    }
    EXPECT_EQ(one.part.next, other.part.next);
    EXPECT_EQ(one.part.hits, other.part.hits);
  }
}

}  // namespace
}  // namespace catenary::engine::concolic
