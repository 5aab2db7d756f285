// SPDX-License-Identifier: Apache-2.0
/// \file
/// Tests whose goal every conforming system meets: by fixed inputs if possible,
/// otherwise by an adaptive test.
#include <algorithm>
#include <string>
#include <utility>

#include "base/check.h"
#include "engine/contract/testing/plan_part.h"
#include "logic/bdd/bdd.h"

namespace catenary::engine::contract {

void Planner::guarantee(const TestGoal& goal, Plan& plan) {
  // A limit must not cost the test that was found already.
  const Plan cooperative = plan;
  try {
    make_sure(goal, plan);
    if (!plan.guaranteed) make_adaptive(goal, plan);
    return;
  } catch (const Undecided& e) {
    plan = cooperative;
    plan.strategy.why_not = e.what();
  } catch (const logic::bdd::LimitReached& e) {
    plan = cooperative;
    plan.strategy.why_not = base::to_string(e.reason());
  }
}

void Planner::make_sure(const TestGoal& goal, Plan& plan) {
  TargetSearch& search = *part_of(all_views(), settings_.triggering).search;
  (void)take(goal, search.sure(goal.target, bound_of(goal)), plan);
}

bool Planner::take(const TestGoal& goal, InputSequence inputs, Plan& plan) {
  TargetSearch& search = *part_of(all_views(), settings_.triggering).search;
  // The run to be shown must meet the goal at its last step. If no execution
  // does, all have met it before, so the last step is not needed.
  for (; !inputs.empty(); inputs.pop_back()) {
    if (!search.guaranteed(goal.target, inputs)) return false;
    std::vector<Snapshot> run = search.along(goal.target, inputs);
    if (run.empty()) continue;
    std::vector<Snapshot> least;
    // depth tells how long the shortest cooperative test would be.
    if (search.shortest(goal.target, bound_of(goal), least) == Reached::yes) {
      plan.depth = static_cast<std::int64_t>(least.size());
    }
    plan.shortest = run.size() == least.size() &&
                    is_shortest(goal, all_views(), run.size());
    plan.inputs = std::move(inputs);
    plan.run = std::move(run);
    plan.guaranteed = true;
    plan.views = all_views();
    plan.added.clear();
    return true;
  }
  return false;
}

void Planner::make_adaptive(const TestGoal& goal, Plan& plan) {
  TargetSearch& search = *part_of(all_views(), settings_.triggering).search;
  Strategy strategy = search.force(goal.target, bound_of(goal));
  if (strategy.forced != Forced::yes) {
    plan.strategy = std::move(strategy);
    return;
  }
  // A tree without branches is a sequence of inputs: a detour may reveal what
  // is hidden without a need to look.
  if (std::ranges::all_of(strategy.next,
                          [](const auto& next) { return next.size() <= 1; }) &&
      take(goal, strategy.inputs, plan)) {
    return;
  }
  // The first of the shortest: deterministic.
  const auto shortest = std::ranges::min_element(
      strategy.ways, {}, [](const auto& way) { return way.run.size(); });
  CATENARY_CHECK(shortest != strategy.ways.end(), "a strategy has a way");
  Plan cooperative = plan;
  plan.guaranteed = true;
  plan.shortest = false;
  plan.views = all_views();
  plan.added.clear();
  plan.run = shortest->run;
  plan.inputs.clear();
  for (const std::uint32_t s : shortest->steps) {
    plan.inputs.push_back(strategy.inputs[s]);
  }
  std::vector<Snapshot> least;
  if (search.shortest(goal.target, bound_of(goal), least) == Reached::yes) {
    plan.depth = static_cast<std::int64_t>(least.size());
  }
  plan.strategy = std::move(strategy);
  plan.otherwise = {std::move(cooperative)};
}

std::string Planner::promise_of(const Plan& plan) {
  if (plan.guaranteed) {
    return std::string("; guaranteed: every conforming system reaches it") +
           (plan.strategy.inputs.empty()
                ? ""
                : ", since the test looks at the outputs");
  }
  std::string out = "; cooperative: a conforming system may go another way";
  switch (plan.strategy.forced) {
    case Forced::no:
      return out + ", whatever a test does";
    case Forced::not_within:
      return out + ", whatever a test of so few steps does";
    case Forced::open:
    case Forced::yes:
      break;
  }
  if (plan.strategy.why_not.empty()) return out;
  return out + "; a test that looks at the outputs was not found: " +
         plan.strategy.why_not;
}

}  // namespace catenary::engine::contract
