// SPDX-License-Identifier: Apache-2.0
#include "engine/contract/testing/plan.h"

#include <gtest/gtest.h>

#include <set>

#include "engine/contract/monitor/monitor.h"
#include "frontend/contract/contract.h"
#include "interfaces.h"
#include "logic/term/evaluate/evaluate.h"
#include "unit/published_data.h"

namespace catenary::engine::contract {
namespace {

using namespace testing;  // NOLINT(google-build-using-namespace)

const TestGoal& goal_of(const std::vector<TestGoal>& goals,
                        const std::string& id) {
  for (const TestGoal& g : goals) {
    if (g.id == id) return g;
  }
  ADD_FAILURE() << "no goal " << id;
  return goals.front();
}

/// What the plan claims, checked without the search.
void check(const model::Interface& interface,
           const TestGoal& goal,
           const Plan& plan) {
  ASSERT_EQ(plan.status, PlanStatus::found) << goal.id << ": " << plan.reason;
  const Semantics semantics(interface);
  Monitor monitor(semantics);
  logic::Assignment last;
  for (std::size_t s = 0; s < plan.run.size(); ++s) {
    logic::Assignment now;
    for (std::size_t v = 0; v < interface.variables.size(); ++v) {
      now.set(interface.variables[v].now, plan.run[s][v]);
      if (s > 0) now.set(interface.variables[v].before, plan.run[s - 1][v]);
    }
    for (const logic::Term t :
         {semantics.theta(s == 0), semantics.promise(s == 0)}) {
      const auto holds = logic::evaluate(t, now);
      ASSERT_TRUE(holds);
      EXPECT_TRUE(holds->as_bool()) << goal.id << " at step " << s;
    }
    EXPECT_EQ(monitor.step(plan.run[s]), Allowed::yes);
    last = now;
  }
  const auto reached = logic::evaluate(
      plan.run.size() == 1 ? goal.target.first : goal.target.later, last);
  ASSERT_TRUE(reached);
  EXPECT_TRUE(reached->as_bool()) << goal.id;
}

TEST(Plan, OfTheBufferBeginsWithItsView) {
  const model::Interface interface = buffer(2);
  const auto goals = purposes_of(interface);
  Planner planner(interface, goals, {}, {});
  const Plan full = planner.plan(goal_of(goals, "full"));
  check(interface, goal_of(goals, "full"), full);
  EXPECT_EQ(full.depth, 3);
  EXPECT_EQ(full.views, (std::vector<std::uint32_t>{0}));
  EXPECT_TRUE(full.added.empty());
  EXPECT_TRUE(full.shortest);
  EXPECT_TRUE(full.guaranteed);
  EXPECT_EQ(planner.plan(goal_of(goals, "impossible")).status,
            PlanStatus::unreachable);
}

TEST(Plan, GivesUpAtTheBound) {
  const model::Interface interface = buffer(2);
  const auto goals = purposes_of(interface);
  PlanSettings settings;
  settings.max_steps = 2;
  Planner planner(interface, goals, settings, {});
  const Plan full = planner.plan(goal_of(goals, "full"));
  EXPECT_EQ(full.status, PlanStatus::not_within);
  EXPECT_EQ(full.depth, 2);
}

TEST(Plan, RepairsWhatOneViewLoses) {
  const auto path = catenary::test::published_data("req/safing.req");
  if (!path) GTEST_SKIP() << "no published data";
  const model::Interface interface = frontend::contract::load(*path);
  const auto goals = purposes_of(interface);
  Planner planner(interface, goals, {}, {});
  for (const TestGoal& goal : goals) {
    check(interface, goal, planner.plan(goal));
  }
  const Plan fire = planner.plan(goal_of(goals, "fire"));
  EXPECT_FALSE(fire.added.empty());
  EXPECT_EQ(interface.views[fire.added[0]].name, "modes");
}

TEST(Plan, ReachesGoalsOfAllCriteria) {
  const model::Interface interface = buffer(2);
  std::vector<TestGoal> goals;
  for (const auto criterion : {model::ContractCriterion::contracts,
                               model::ContractCriterion::assumptions,
                               model::ContractCriterion::boundaries,
                               model::ContractCriterion::pairs}) {
    for (TestGoal& g : goals_of(interface, criterion, -1)) {
      goals.push_back(std::move(g));
    }
  }
  Planner planner(interface, goals, {}, {});
  std::set<std::string> unreachable;
  for (const TestGoal& goal : goals) {
    const Plan plan = planner.plan(goal);
    if (plan.status == PlanStatus::unreachable) {
      unreachable.insert(goal.id);
    } else {
      check(interface, goal, plan);
    }
  }
  // Three units or more are never drawn; requests exclude each other.
  EXPECT_TRUE(unreachable.contains("pc.high"));
  EXPECT_TRUE(unreachable.contains("r1+r2"));
  EXPECT_FALSE(unreachable.contains("k.high"));
  EXPECT_FALSE(unreachable.contains("c5.when"));
}

TEST(Plan, FindsTestsOverRealNumbers) {
  Builder builder("tank");
  builder.boolean(Role::input, "fill").real(Role::output, "level");
  builder.requirement("r")
      .contract("c0", At::init, "", "(= level' 0.0)")
      .contract("c1", At::step, "fill'", "(= level' (+ level 1.5))")
      .contract("c2", At::step, "(not fill')", "(= level' level)");
  builder.purpose("high", "", "(>= level' 4.0)");
  builder.purpose("low", "", "(< level' 0.0)");
  const model::Interface interface = builder.build();
  const auto goals = purposes_of(interface);
  PlanSettings settings;
  settings.max_steps = 10;
  Planner planner(interface, goals, settings, {});
  const Plan high = planner.plan(goals[0]);
  check(interface, goals[0], high);
  EXPECT_EQ(high.depth, 4);
  EXPECT_TRUE(high.guaranteed);
  const Plan low = planner.plan(goals[1]);
  EXPECT_EQ(low.status, PlanStatus::not_within);
}

TEST(Plan, OfWhatIsReachedOnlyWhereNothingIsAsked) {
  Builder builder("lax");
  builder.boolean(Role::input, "x").boolean(Role::output, "o");
  builder.requirement("r").contract("c", At::always, "(not x')", "(not o')");
  builder.purpose("p", "", "o'");
  builder.purpose("never", "", "(and o' (not x'))");
  const model::Interface interface = builder.build();
  const auto goals = purposes_of(interface);
  Planner planner(interface, goals, {}, {});
  const Plan p = planner.plan(goals[0]);
  EXPECT_EQ(p.status, PlanStatus::not_asked) << p.reason;
  EXPECT_EQ(p.depth, 1);
  EXPECT_EQ(planner.plan(goals[1]).status, PlanStatus::unreachable);
  PlanSettings free;
  free.triggering = Triggering::none;
  Planner other(interface, goals, free, {});
  check(interface, goals[0], other.plan(goals[0]));
}

TEST(Plan, ClaimsNoMoreStepsThanItLookedAt) {
  Builder builder("tank");
  builder.boolean(Role::input, "fill").real(Role::output, "level");
  builder.requirement("r")
      .contract("c0", At::init, "", "(= level' 0.0)")
      .contract("c1", At::step, "fill'", "(= level' (+ level 1.0))")
      .contract("c2", At::step, "(not fill')", "(= level' level)");
  builder.purpose("far", "", "(>= level' 80.0)");
  const model::Interface interface = builder.build();
  auto goals = purposes_of(interface);
  goals[0].within = 200;
  Planner planner(interface, goals, {}, {});
  const Plan far = planner.plan(goals[0]);
  EXPECT_EQ(far.status, PlanStatus::not_within) << far.reason;
  EXPECT_LT(far.depth, 81);
}

TEST(Plan, OfGoalsForEachContract) {
  const model::Interface interface = buffer(2);
  const auto goals = for_each_contract(interface, purposes_of(interface));
  // Three purposes; c1, c2, c5, ca and cb were written with assumptions.
  ASSERT_EQ(goals.size(), 15U);
  Planner planner(interface, goals, {}, {});
  const TestGoal& filling = goal_of(goals, "full@c1");
  EXPECT_EQ(filling.requirements, (std::vector<std::uint32_t>{1}));
  const Plan plan = planner.plan(filling);
  check(interface, filling, plan);
  EXPECT_EQ(plan.depth, 3);
  // It does not become full by taking items out.
  EXPECT_EQ(planner.plan(goal_of(goals, "full@c2")).status,
            PlanStatus::unreachable);
  const Plan idle = planner.plan(goal_of(goals, "full@ca"));
  EXPECT_EQ(idle.depth, 4);
}

TEST(Plan, PrefersAGuaranteeToAShorterTest) {
  Builder builder("choice");
  builder.boolean(Role::input, "go").integer(Role::output, "n", 0, 3);
  builder.requirement("r")
      .contract("a", At::init, "", "(= n' 0)")
      .contract(
          "b", At::step, "go'", "(and (<= n' (+ n 2)) (or (> n' n) (= n' 3)))")
      .contract("c", At::step, "(not go')", "(= n' n)");
  builder.purpose("end", "", "(= n' 3)");
  builder.purpose("two", "", "(= n' 2)");
  const model::Interface interface = builder.build();
  const auto goals = purposes_of(interface);
  Planner planner(interface, goals, {}, {});
  const Plan end = planner.plan(goals[0]);
  check(interface, goals[0], end);
  EXPECT_TRUE(end.guaranteed) << end.reason;
  EXPECT_FALSE(end.shortest);
  EXPECT_EQ(end.depth, 3);
  EXPECT_EQ(end.run.size(), 4U);
  const Plan two = planner.plan(goals[1]);
  check(interface, goals[1], two);
  EXPECT_FALSE(two.guaranteed);
  EXPECT_TRUE(two.shortest);
  // No longer than allowed.
  PlanSettings settings;
  settings.max_steps = 3;
  Planner shorter(interface, goals, settings, {});
  EXPECT_FALSE(shorter.plan(goals[0]).guaranteed);
}

TEST(Plan, LooksWhereAGuaranteeTakesIt) {
  Builder builder("echo");
  builder.boolean(Role::input, "x").boolean(Role::output, "o");
  builder.boolean(Role::output, "same");
  builder.requirement("r")
      .contract("a", At::init, "", "(not same')")
      .contract("b", At::step, "", "(= same' (= x' o))");
  builder.purpose("p", "", "same'");
  const model::Interface interface = builder.build();
  const auto goals = purposes_of(interface);
  Planner planner(interface, goals, {}, {});
  const Plan plan = planner.plan(goals[0]);
  check(interface, goals[0], plan);
  EXPECT_EQ(plan.depth, 2);
  EXPECT_TRUE(plan.guaranteed);
  EXPECT_EQ(plan.strategy.inputs.size(), 3U);
  EXPECT_EQ(plan.reason.substr(0, 16), "an adaptive test");
  EXPECT_NE(plan.reason.find("since the test looks at the outputs"),
            std::string::npos);
}

/// The right side is hidden, but trying both takes no looking.
TEST(Plan, FindsOutWithFixedInputsWhereTheseDo) {
  Builder builder("try");
  builder.boolean(Role::input, "press")
      .boolean(Role::hidden, "h")
      .boolean(Role::output, "o");
  builder.requirement("r")
      .contract("kept", At::step, "", "(= h' h)")
      .contract("same", At::always, "", "(= o' press')");
  builder.purpose("p", "", "(= press' h')");
  const model::Interface interface = builder.build();
  const auto goals = purposes_of(interface);
  Planner planner(interface, goals, {}, {});
  const Plan plan = planner.plan(goals[0]);
  EXPECT_TRUE(plan.guaranteed) << plan.reason;
  EXPECT_TRUE(plan.strategy.inputs.empty());
}

TEST(Plan, ProvesThatNobodyCanForceIt) {
  Builder builder("free");
  builder.boolean(Role::input, "x").boolean(Role::output, "o");
  builder.requirement("r").contract("a", At::always, "", "true");
  builder.purpose("p", "", "o'");
  const model::Interface interface = builder.build();
  const auto goals = purposes_of(interface);
  Planner planner(interface, goals, {}, {});
  const Plan plan = planner.plan(goals[0]);
  EXPECT_FALSE(plan.guaranteed);
  EXPECT_TRUE(plan.strategy.inputs.empty());
  EXPECT_NE(plan.reason.find("whatever a test does"), std::string::npos);
}

}  // namespace
}  // namespace catenary::engine::contract
