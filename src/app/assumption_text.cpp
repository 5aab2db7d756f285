// SPDX-License-Identifier: Apache-2.0
#include "app/assumption_text.h"

#include "frontend/c/assumptions.h"

namespace catenary::app {

std::string assumption_text(const model::StepSystem& system) {
  std::string out;
  for (const std::string& a : frontend::c::assumptions_of(system.warnings)) {
    out += (out.empty() ? "; assuming that " : " and ") + a;
  }
  return out;
}

void say_assumptions(const model::StepSystem& system,
                     engine::reach::Result& reached) {
  const std::string text = assumption_text(system);
  for (engine::reach::GoalReport& goal : reached.goals) {
    if (goal.result.status == model::GoalStatus::unreachable ||
        goal.result.status == model::GoalStatus::not_within_bound) {
      goal.result.reason += text;
    }
  }
}

}  // namespace catenary::app
