// SPDX-License-Identifier: Apache-2.0
/// \file
/// Exhausting states with one input of each class: on random programs it says
/// what trying every input does, of goals, lengths, defects and the graph; and
/// what it does where inputs are too many to try.
#include "engine/classes/exhaust.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "engine/reach/explicit/explicit.h"
#include "engine/reach/replay.h"
#include "unit/engine/c_program.h"
#include "unit/engine/random_step_program.h"

namespace catenary::engine::classes {
namespace {

using model::GoalStatus;
using test::program;
using test::RandomStepProgram;

/// Steps by what they hit and how far from the start they begin and end.
using Steps = std::multiset<
    std::tuple<std::uint32_t, std::int64_t, std::vector<std::uint32_t>>>;

Steps steps_of(const reach::Graph& graph) {
  Steps out;
  for (reach::StateId s = 0; s < graph.state_count(); ++s) {
    for (const reach::Edge& e : graph.out(s)) {
      const std::int64_t to = e.target == reach::kEnded
                                  ? -1
                                  : std::int64_t{graph.distance[e.target]};
      out.insert({graph.distance[s], to, graph.hit_sets[e.hits]});
    }
  }
  return out;
}

std::set<std::string> defects(const reach::Result& result) {
  std::set<std::string> out;
  for (const reach::Finding& f : result.findings) {
    out.insert(f.event.text + " " + std::to_string(f.event.where.line) + " " +
               std::to_string(f.trace.steps.size()));
  }
  return out;
}

void expect_same(const model::StepSystem& system,
                 const reach::Result& all,
                 const reach::Result& by_classes) {
  EXPECT_EQ(by_classes.closed, all.closed);
  EXPECT_EQ(by_classes.complete_depth, all.complete_depth);
  EXPECT_EQ(by_classes.states, all.states);
  for (std::size_t g = 0; g < system.goals.size(); ++g) {
    const reach::GoalReport& a = by_classes.goals[g];
    const reach::GoalReport& b = all.goals[g];
    EXPECT_EQ(a.result.status, b.result.status)
        << system.goals[g].id << ": " << a.result.reason;
    EXPECT_EQ(a.result.depth, b.result.depth) << system.goals[g].id;
    EXPECT_EQ(a.shortest, b.shortest) << system.goals[g].id;
  }
  EXPECT_EQ(defects(by_classes), defects(all));
}

class Exhaust : public testing::TestWithParam<std::uint64_t> {};

TEST_P(Exhaust, SaysWhatTryingEveryInputDoes) {
  const std::string text = RandomStepProgram(GetParam(), 3).text();
  SCOPED_TRACE(text);
  const model::StepSystem system = program(text, {"branch", "ub"});
  ASSERT_TRUE(can_exhaust(system));
  if (!system.exhaustive()) return;
  reach::Options options;
  options.keep_edges = true;
  const reach::Result all =
      reach::ExplicitEngine().explore(system, options, {}, {});
  ASSERT_TRUE(all.closed);
  reach::Result by_classes = exhaust(system, options, {}, {});
  expect_same(system, all, by_classes);
  ASSERT_TRUE(by_classes.graph);
  EXPECT_TRUE(by_classes.graph->closed);
  EXPECT_EQ(steps_of(*by_classes.graph), steps_of(*all.graph));
  EXPECT_LE(by_classes.transitions, all.transitions);
  reach::confirm(system, by_classes, {}, {});
  for (const reach::GoalReport& goal : by_classes.goals) {
    if (!goal.trace) continue;
    EXPECT_EQ(goal.result.trust, model::Trust::replayed);
  }
}

/// There are many states.
TEST_P(Exhaust, KnowsAllShortRuns) {
  const std::string text = RandomStepProgram(GetParam() + 1000, 15).text();
  SCOPED_TRACE(text);
  const model::StepSystem system = program(text, {"branch", "ub"});
  if (!system.exhaustive()) return;
  reach::Options options;
  options.max_steps = 2;
  expect_same(system,
              reach::ExplicitEngine().explore(system, options, {}, {}),
              exhaust(system, options, {}, {}));
}

INSTANTIATE_TEST_SUITE_P(Random, Exhaust, testing::Range<std::uint64_t>(1, 25));

TEST(ExhaustWide, FinishesWhereInputsCannotBeTried) {
  const model::StepSystem system = program(R"c(
int a, b;
static unsigned char mode, count;
void step(void) {
  CATENARY_INPUT(a);
  CATENARY_INPUT(b);
  if (mode == 0 && a == 123456) mode = 1;
  else if (mode == 1 && (long long)a * 3 + b == 777777) mode = 2;
  else if (mode == 2) { if (count < 200) ++count; }
  CATENARY_GOAL("counted", count == 200);
  CATENARY_GOAL("more", count > 200);
  CATENARY_GOAL("odd", mode == 2 && (long long)a * 2 + 2 == 2LL * b + 1);
}
)c",
                                           {});
  const reach::Result found = exhaust(system, {}, {}, {});
  EXPECT_TRUE(found.closed);
  EXPECT_EQ(found.states, 203U);
  EXPECT_EQ(found.goals[0].result.status, GoalStatus::covered);
  EXPECT_EQ(found.goals[0].result.depth, 202);
  EXPECT_TRUE(found.goals[0].shortest);
  EXPECT_EQ(found.goals[1].result.status, GoalStatus::unreachable);
  EXPECT_EQ(found.goals[2].result.status, GoalStatus::unreachable)
      << "even is not odd";
}

TEST(ExhaustWide, GivesUpWhereStatesKeepWhatInputsBring) {
  const model::StepSystem system = program(R"c(
int a;
static int kept;
void step(void) {
  CATENARY_INPUT(a);
  CATENARY_GOAL("same", kept == a && a > 1000000);
  kept = a;
}
)c",
                                           {});
  const reach::Result found = exhaust(system, {}, {}, {});
  EXPECT_FALSE(found.closed);
  EXPECT_EQ(found.stop, reach::Stop::letters);
  EXPECT_EQ(found.goals[0].result.status, GoalStatus::undecided)
      << found.goals[0].result.reason;
}

TEST(ExhaustWide, ProvesNothingAfterAnInitialisationThatHasNoFormula) {
  const model::StepSystem system = program(R"c(
#include <math.h>
int a;
static int limit;
static double table[8];
__attribute__((constructor)) static void start(void) {
  for (int k = 0; k < 8; k++) table[k] = sin(k * 0.1);
  limit = 10;
}
void step(void) {
  CATENARY_INPUT(a);
  CATENARY_GOAL("there", limit > 5 && a * 3 == 37035);
}
)c",
                                           {});
  const reach::Result found = exhaust(system, {}, {}, {});
  EXPECT_FALSE(found.closed);
  EXPECT_NE(found.goals[0].result.status, GoalStatus::unreachable);
}

TEST(ExhaustWide, ProvesNothingOfTheBitsOfNaNs) {
  const model::StepSystem system = program(R"c(
float x;
static float f;
void step(void) {
  CATENARY_INPUT(x);
  CATENARY_GOAL("minus", f != f && __builtin_signbitf(f));
  CATENARY_GOAL("plus", f != f && !__builtin_signbitf(f));
  f = x - x;
}
)c",
                                           {});
  for (const reach::GoalReport& goal : exhaust(system, {}, {}, {}).goals) {
    EXPECT_NE(goal.result.status, GoalStatus::unreachable);
  }
}

TEST(ExhaustWide, KnowsRunsUpToWhereTimeEnds) {
  const model::StepSystem system = program(R"c(
int a;
static unsigned n;
void step(void) {
  CATENARY_INPUT(a);
  if (a * 7 == 7000007) ++n;
  CATENARY_GOAL("far", n == 4000000000u);
}
)c",
                                           {});
  base::Budget budget;
  budget.set_time(std::chrono::milliseconds(300));
  const reach::Result found = exhaust(system, {}, budget, {});
  EXPECT_EQ(found.stop, reach::Stop::time);
  EXPECT_EQ(found.goals[0].result.status, GoalStatus::not_within_bound);
  EXPECT_GT(found.complete_depth, 10U);
  EXPECT_EQ(found.goals[0].result.depth, std::int64_t{found.complete_depth});
}

}  // namespace
}  // namespace catenary::engine::classes
