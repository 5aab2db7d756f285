// SPDX-License-Identifier: Apache-2.0
/// \file
/// What runs of a state machine say about its timers: whether there were too
/// few, and when they expire.
#pragma once

#include <gmpxx.h>

#include <cstdint>
#include <string>
#include <vector>

#include "app/model_file.h"
#include "engine/reach/engine.h"
#include "model/step/step_system.h"

namespace catenary::app {

/// The times of the steps of runs on the virtual clock of the machine, in
/// nanoseconds from the initialisation: the earliest times that fit what the
/// timers do in the run. Empty for runs that cannot be replayed, for machines
/// that never set a timer, and for systems that are not machines. Requires: the
/// traces are runs of the system.
[[nodiscard]] std::vector<std::vector<mpz_class>> virtual_times(
    const model::StepSystem& system,
    const std::vector<model::Trace>& traces,
    const ModelOptions& options,
    Context& context);

/// The number for ModelOptions::timers with which to load the model again where
/// runs ended because a timing port had too many timers at once; 0 where none
/// did, or more cannot be had. `path` is that of the system.
[[nodiscard]] std::uint32_t timers_wanted(
    const std::string& path,
    const std::vector<engine::reach::Finding>& findings,
    Context& context);

}  // namespace catenary::app
