// SPDX-License-Identifier: Apache-2.0
/// \file
/// Runs that end by themselves (StepOutcome::ended): by a regular exit, or by
/// an abort in the middle of a step.
#pragma once

#include <string>

#include "model/step/step_system.h"

namespace catenary::model {

/// The text of the event of main() returning.
inline constexpr const char* kMainReturned = "main() returned";

/// The text of the event of a call of `exit`, `abort`, ….
[[nodiscard]] std::string end_text(const std::string& function);

/// Whether the last step of a run that ended is complete: the program called
/// exit() or returned from main(), and did not abort.
[[nodiscard]] bool is_complete(StepOutcome outcome,
                               const Stepper::Event& event);

}  // namespace catenary::model
