// SPDX-License-Identifier: Apache-2.0
/// \file
/// Transition systems as step systems: compiled from generated C, with names
/// and places of the model.
#pragma once

#include "base/budget.h"
#include "frontend/c/load.h"
#include "model/step/plain_program.h"
#include "model/step/step_system.h"
#include "model/transition/transition_system.h"

namespace catenary::frontend::c {

/// Loads the system; see write_step_text() for what it may have. Throws
/// InputError there, or where coverage criteria are asked for that are about
/// code; otherwise like load(). `plain`, where it is not null, gets the plain
/// program. Cost: that of Clang.
[[nodiscard]] model::StepSystem load_transition_system(
    const model::TransitionSystem& system,
    const LoadOptions& options,
    const base::Budget& budget,
    model::PlainRequest* plain);

}  // namespace catenary::frontend::c
