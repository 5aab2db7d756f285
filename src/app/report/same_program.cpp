// SPDX-License-Identifier: Apache-2.0
#include "app/report/same_program.h"

#include <algorithm>
#include <map>

namespace catenary::app {

bool is_same_program(const model::StepSystem& system,
                     const suite::Suite& suite) {
  if (system.sha256 != suite.model.sha256) return false;
  std::map<std::string, base::SourceLocation> places;
  for (const model::Goal& g : system.goals) places[g.id] = g.where;
  for (const model::PairGoal& g : system.pair_goals) {
    places[g.goal.id] = g.goal.where;
  }
  return std::ranges::all_of(suite.goals, [&places](const suite::SuiteGoal& g) {
    // Those of an oracle are in another file.
    if (g.kind == to_string(model::GoalKind::requirement)) return true;
    const auto at = places.find(g.id);
    return at != places.end() && at->second.line == g.where.line &&
           at->second.column == g.where.column;
  });
}

}  // namespace catenary::app
