// SPDX-License-Identifier: Apache-2.0
#include "app/check/assumption_text.h"

#include <algorithm>

#include "frontend/c/assumptions.h"
#include "frontend/c/wiring.h"

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
  const bool guessed_init =
      std::any_of(system.warnings.begin(),
                  system.warnings.end(),
                  [](const base::Diagnostic& w) {
                    return w.code == frontend::c::kOtherInit;
                  });
  for (engine::reach::GoalReport& goal : reached.goals) {
    if (goal.result.status == model::GoalStatus::unreachable ||
        goal.result.status == model::GoalStatus::not_within_bound) {
      goal.result.reason += text;
      // Which initialisation runs is our guess: the proof may be about another
      // program than the user's.
      if (guessed_init) {
        goal.result.status = model::GoalStatus::undecided;
        goal.result.trust = model::Trust::claimed;
        goal.result.depth = -1;
        goal.result.reason = "the proof rests on a guessed initialisation: " +
                             goal.result.reason;
      }
    }
  }
}

}  // namespace catenary::app
