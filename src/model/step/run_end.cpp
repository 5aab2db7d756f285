// SPDX-License-Identifier: Apache-2.0
/// \file
/// Which ends of a run are intended by the program.
#include "model/step/run_end.h"

#include <algorithm>
#include <array>

namespace catenary::model {

std::string end_text(const std::string& function) {
  return function + "() called";
}

bool is_complete(StepOutcome outcome, const Stepper::Event& event) {
  // abort() and failed assertions end a run in the middle of a step.
  constexpr std::array kExits = {"exit", "_exit", "_Exit", "quick_exit"};
  if (outcome != StepOutcome::ended) return false;
  return event.text == kMainReturned ||
         std::any_of(kExits.begin(), kExits.end(), [&](const char* function) {
           return event.text == end_text(function);
         });
}

}  // namespace catenary::model
