// SPDX-License-Identifier: Apache-2.0
/// \file
/// Plans for purposes and coverage goals of random interfaces against
/// enumeration: what is found is there, as short as is said, whatever does not
/// matter is; what is not found is not there.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "base/rng.h"
#include "engine/contract/testing/plan.h"
#include "frontend/contract/contract.h"
#include "oracle/contract/random_req.h"
#include "oracle/contract/walk.h"

namespace catenary::oracle {
namespace {

namespace contract = engine::contract;
using contract::Plan;
using contract::PlanStatus;
using contract::TestGoal;
using model::ContractCriterion;

constexpr std::array kCriteria{ContractCriterion::contracts,
                               ContractCriterion::assumptions,
                               ContractCriterion::boundaries,
                               ContractCriterion::pairs};

struct Counts {
  std::uint64_t found = 0, unreachable = 0, not_within = 0, guaranteed = 0;
  std::uint64_t not_asked = 0, partial = 0, added = 0, open = 0;
  std::uint64_t adaptive = 0, cannot = 0, not_found = 0, missed = 0;
};

void check_run(Explicit& theirs,
               const TestGoal& goal,
               const Condition& condition,
               contract::Triggering triggering,
               const Plan& plan) {
  // A guaranteed test may be longer than it would have to be.
  const auto length = static_cast<std::int64_t>(plan.run.size());
  ASSERT_LE(plan.depth, length);
  if (!plan.guaranteed || plan.shortest) {
    EXPECT_EQ(plan.depth, length) << goal.id;
  }
  std::optional<State> before;
  for (std::size_t s = 0; s < plan.run.size(); ++s) {
    const State now = state_of(theirs, plan.run[s]);
    const State* from = before ? &*before : nullptr;
    const std::vector<Step>& steps = theirs.steps(from);
    const auto step = std::find_if(
        steps.begin(), steps.end(), [&](auto& t) { return t.now == now; });
    ASSERT_NE(step, steps.end()) << goal.id << " step " << s;
    EXPECT_TRUE(is_good(*step)) << goal.id << " step " << s;
    EXPECT_TRUE(is_asked(*step, triggering)) << goal.id << " step " << s;
    if (s + 1 == plan.run.size()) {
      EXPECT_TRUE(condition.holds(from, now)) << goal.id;
    }
    for (std::size_t v = 0; v < now.size(); ++v) {
      if (plan.inputs[s][v]) {
        EXPECT_EQ(*plan.inputs[s][v], plan.run[s][v]);
      }
    }
    before = now;
  }
}

void check(Explicit& theirs,
           const TestGoal& goal,
           const contract::PlanSettings& settings,
           const Plan& plan,
           Counts& counts) {
  const Condition condition =
      theirs.condition(goal.target.first, goal.target.later);
  const auto depth = shortest(theirs, condition, settings.triggering);
  const auto anyhow = shortest(theirs, condition, Triggering::none);
  std::optional<std::uint32_t> bound = goal.within;
  if (settings.max_steps != 0) {
    bound = std::min(bound.value_or(settings.max_steps), settings.max_steps);
  }
  const auto is_within = [&](const std::optional<std::uint32_t>& steps) {
    return steps && (!bound || *steps <= *bound);
  };
  switch (plan.status) {
    case PlanStatus::undecided:
      ADD_FAILURE() << goal.id << ": " << plan.reason;
      return;
    case PlanStatus::unreachable:
      ++counts.unreachable;
      EXPECT_FALSE(anyhow) << goal.id << " is reached after "
                           << anyhow.value_or(0) << ": " << plan.reason;
      return;
    case PlanStatus::not_within:
      ++counts.not_within;
      ASSERT_TRUE(bound) << goal.id;
      EXPECT_EQ(plan.depth, *bound) << goal.id;
      EXPECT_FALSE(is_within(anyhow)) << goal.id << " " << *anyhow;
      return;
    case PlanStatus::not_asked:
      ++counts.not_asked;
      EXPECT_FALSE(is_within(depth)) << goal.id << " " << *depth;
      ASSERT_TRUE(is_within(anyhow)) << goal.id;
      EXPECT_EQ(plan.depth, *anyhow) << goal.id;
      return;
    case PlanStatus::found:
      break;
  }
  ++counts.found;
  ASSERT_TRUE(depth) << goal.id << " is never reached";
  if (bound) {
    EXPECT_LE(plan.run.size(), *bound) << goal.id;
  }
  EXPECT_GE(plan.depth, *depth) << goal.id;
  if (plan.views.size() == theirs.interface().views.size()) {
    EXPECT_EQ(plan.depth, *depth) << goal.id;
  }
  if (plan.shortest) {
    EXPECT_EQ(plan.depth, *anyhow) << goal.id;
  }
  check_run(theirs, goal, condition, settings.triggering, plan);
  constexpr std::size_t kMost = 500;
  const auto all = fillings(theirs, plan.inputs, kMost);
  if (all.size() > 1) ++counts.open;
  if (settings.keep_all_inputs) {
    EXPECT_EQ(all.size(), 1U);
  }
  for (const std::vector<State>& inputs : all) {
    ASSERT_TRUE(reaches(theirs, condition, settings.triggering, inputs))
        << goal.id << ": an input matters";
  }
  const bool adaptive = !plan.strategy.inputs.empty();
  const bool fixed = is_guaranteed(theirs, condition, plan.inputs);
  if (adaptive) {
    EXPECT_TRUE(is_forced(theirs, condition, plan.strategy)) << goal.id;
    EXPECT_TRUE(plan.guaranteed);
    ++counts.adaptive;
  } else {
    EXPECT_EQ(plan.guaranteed, fixed) << goal.id;
  }
  if (plan.guaranteed) ++counts.guaranteed;
  using contract::Forced;
  switch (plan.strategy.forced) {
    case Forced::no:
    case Forced::not_within:
      EXPECT_FALSE(can_force(theirs, condition, bound)) << goal.id;
      ++counts.cannot;
      break;
    case Forced::open:
      if (plan.guaranteed) break;
      if (plan.strategy.why_not.find("ask nothing") != std::string::npos) {
        break;  // such tests are ruled out
      }
      ++counts.not_found;
      if (can_force_by_looking(theirs, condition, bound.value_or(5))) {
        ++counts.missed;
      }
      break;
    case Forced::yes:
      EXPECT_TRUE(can_force(theirs, condition, bound)) << goal.id;
      break;
  }
  if (plan.views.size() < theirs.interface().views.size()) ++counts.partial;
  if (!plan.added.empty()) ++counts.added;
}

TEST(BrutePlans, AgreeOnRandomInterfaces) {
  Counts counts;
  const std::uint64_t count = how_many();
  for (std::uint64_t seed = 0; seed < count; ++seed) {
    base::Rng rng = base::Rng::of_task(20'18, seed);
    const std::string text = random_req(rng, {}).text();
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + text);
    const model::Interface a = frontend::contract::parse(text, "r.req");
    Explicit theirs(a);
    std::vector<TestGoal> goals = contract::purposes_of(a);
    for (const ContractCriterion c : kCriteria) {
      const auto more = contract::goals_of(a, c, -1);
      goals.insert(goals.end(), more.begin(), more.end());
    }
    contract::PlanSettings settings;
    settings.triggering = std::array{
        Triggering::any, Triggering::written, Triggering::none}[rng.below(3)];
    if (rng.chance(1, 4)) {
      settings.max_steps = static_cast<std::uint32_t>(1 + rng.below(3));
    }
    settings.keep_all_inputs = rng.chance(1, 5);
    contract::Planner planner(a, goals, settings, {});
    // All purposes, and some of the goals.
    const std::size_t purposes = a.purposes.size();
    for (std::size_t g = 0; g < goals.size(); ++g) {
      if (g >= purposes && !rng.chance(1, 3)) continue;
      check(theirs, goals[g], settings, planner.plan(goals[g]), counts);
    }
    if (::testing::Test::HasFailure()) return;
  }
  // All kinds of answers were given.
  EXPECT_GT(counts.found, count);
  EXPECT_GT(counts.unreachable, count / 4);
  EXPECT_GT(counts.not_within, count / 100);
  EXPECT_GT(counts.not_asked, count / 100);
  EXPECT_GT(counts.guaranteed, count / 2);
  EXPECT_LT(counts.guaranteed, counts.found);
  EXPECT_GT(counts.partial, count / 4);
  EXPECT_GT(counts.open, count / 4);
  if (count >= 200) {
    EXPECT_GT(counts.added, 0U);
    EXPECT_GT(counts.adaptive, count / 100);
    EXPECT_GT(counts.cannot, count / 10);
    // What hides the right inputs mostly does so for good.
    EXPECT_LE(counts.missed * 20, counts.adaptive);
  }
}

/// The goals of criteria mean what their names say, at every step that can be
/// thought of.
TEST(BruteGoals, SayWhatTheirCriterionDoes) {
  const std::uint64_t count = how_many();
  for (std::uint64_t seed = 0; seed < count; ++seed) {
    base::Rng rng = base::Rng::of_task(20'19, seed);
    Wanted wanted;
    wanted.temporal = false;
    wanted.purposes = false;
    const std::string text = random_req(rng, wanted).text();
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + text);
    const model::Interface a = frontend::contract::parse(text, "r.req");
    Explicit theirs(a);
    // Steps after some state, and first ones.
    std::optional<State> before;
    if (rng.chance(2, 3)) {
      const std::vector<Step>& all = theirs.steps(nullptr);
      before = all[rng.below(all.size())].now;
    }
    const State* from = before ? &*before : nullptr;
    const auto holds = [&](const model::Contract& c, const State& now) {
      if (!(from == nullptr ? c.at_init : c.at_step)) return false;
      return (from != nullptr || !model::reads_before(c.assumption)) &&
             Expression(a, c.assumption).holds(from, now);
    };
    std::vector<TestGoal> goals;
    for (const ContractCriterion c : kCriteria) {
      for (const TestGoal& g : contract::goals_of(a, c, -1)) {
        const Condition target =
            theirs.condition(g.target.first, g.target.later);
        for (const Step& step : theirs.steps(from)) {
          bool expected = false;
          if (c == ContractCriterion::contracts) {
            const std::string id = g.id.substr(0, g.id.size() - 5);
            for (const model::Contract& k : a.contracts) {
              if (k.id == id) expected = holds(k, step.now);
            }
          } else if (c == ContractCriterion::boundaries) {
            const std::size_t dot = g.id.find('.');
            const std::uint32_t v = *a.find_variable(g.id.substr(0, dot));
            expected = step.now[v] ==
                       (g.id.ends_with(".low") ? theirs.lo(v) : theirs.hi(v));
          } else if (c == ContractCriterion::pairs) {
            expected = true;
            for (const std::uint32_t r : g.requirements) {
              bool some = false;
              for (const std::uint32_t k : a.requirements[r].contracts) {
                some = some || (a.contracts[k].has_assumption &&
                                holds(a.contracts[k], step.now));
              }
              expected = expected && some;
            }
          } else {
            continue;
          }
          EXPECT_EQ(target.holds(from, step.now), expected) << g.id;
        }
      }
    }
    if (::testing::Test::HasFailure()) return;
  }
}

}  // namespace
}  // namespace catenary::oracle
