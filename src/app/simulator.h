// SPDX-License-Identifier: Apache-2.0
/// \file
/// A step system as a system under test, with the goals it hits as outputs.
#pragma once

#include <memory>
#include <string>

#include "exec/adapter/model.h"
#include "model/step_system.h"

namespace catenary::app {

/// Suffix of the derived output that says whether a step hit a goal.
inline constexpr const char* kHitSuffix = ".hit";

/// Outputs are those of the system and, for each goal, "ID.hit". A step that
/// ends the run has only the latter. `system` must outlive the simulator.
[[nodiscard]] std::unique_ptr<exec::ModelSimulator> simulate_with_goals(
    const model::StepSystem& system);

}  // namespace catenary::app
