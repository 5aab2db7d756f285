// SPDX-License-Identifier: Apache-2.0
/// \file
/// Proofs say what they rest on beside the program.
#pragma once

#include <string>

#include "engine/reach/engine.h"
#include "model/step/step_system.h"

namespace catenary::app {

/// "; assuming that …" where warnings of the front end say that proofs rest on
/// something, else "".
[[nodiscard]] std::string assumption_text(const model::StepSystem& system);

/// Adds the same to the reason of each goal that some proof is about. Where the
/// initialisation was guessed among several, such a goal becomes undecided.
void say_assumptions(const model::StepSystem& system,
                     engine::reach::Result& reached);

}  // namespace catenary::app
