// SPDX-License-Identifier: Apache-2.0
#include "app/generate/goals/chosen_goals.h"

#include <cstdint>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "base/error.h"
#include "model/step/goal_selection.h"
#include "option/suggest.h"

namespace catenary::app {

namespace {

[[noreturn]] void refuse_goal(const std::string& id,
                              const model::StepSystem& system) {
  std::vector<std::string> known;
  for (const model::Goal& g : system.goals) {
    if (g.kind != model::GoalKind::vector) known.push_back(g.id);
  }
  for (const model::PairGoal& pair : system.pair_goals) {
    known.push_back(pair.goal.id);
  }
  throw base::InputError({system.path, 0, 0},
                         "--goal '" + id + "' is not a goal of the model" +
                             option::did_you_mean_or_list(id, known),
                         "no-such-goal");
}

}  // namespace

void keep_goals(const std::vector<std::string>& ids,
                model::StepSystem& system,
                std::shared_ptr<model::PlainProgram>& plain) {
  if (ids.empty()) return;
  std::map<std::string_view, std::uint32_t> goals, pairs;
  for (std::uint32_t g = 0; g < system.goals.size(); ++g) {
    goals.emplace(system.goals[g].id, g);
  }
  for (std::uint32_t p = 0; p < system.pair_goals.size(); ++p) {
    pairs.emplace(system.pair_goals[p].goal.id, p);
  }
  std::set<std::uint32_t> kept, kept_pairs, of_pairs;
  for (const std::string& id : ids) {
    const auto goal = goals.find(id);
    const auto pair = pairs.find(id);
    if (goal == goals.end() && pair == pairs.end()) refuse_goal(id, system);
    if (goal != goals.end()) kept.insert(goal->second);
    if (pair == pairs.end()) continue;
    kept_pairs.insert(pair->second);
    for (const auto& [a, b] : system.pair_goals[pair->second].pairs) {
      of_pairs.insert({a, b});
    }
  }
  for (const std::uint32_t g : kept) {
    model::Goal& goal = system.goals[g];
    if (goal.kind == model::GoalKind::vector && !of_pairs.contains(g)) {
      goal.kind = model::GoalKind::other;
    }
  }
  kept.merge(of_pairs);
  const model::GoalSelection selection{{kept.begin(), kept.end()},
                                       {kept_pairs.begin(), kept_pairs.end()}};
  system = model::select_goals(std::move(system), selection);
  plain = model::select_goals(std::move(plain), selection);
}

}  // namespace catenary::app
