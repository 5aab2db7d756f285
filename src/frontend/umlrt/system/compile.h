// SPDX-License-Identifier: Apache-2.0
/// \file
/// From a capsule to a step system by way of its step program. Internal to
/// frontend/umlrt.
#pragma once

#include "base/budget.h"
#include "frontend/umlrt/code/step_program.h"
#include "frontend/umlrt/system/load_machine.h"
#include "model/machine/state_machine.h"
#include "model/step/plain_program.h"
#include "model/step/step_system.h"

namespace catenary::frontend::umlrt {

/// Writes the step program, and compiles it. `how` says which program it is;
/// its code options are replaced by those of `options`. The system has names,
/// places and ids of goals of the model. `plain`, where it is not null, gets
/// the plain program. Cost: that of Clang; twice that with a watcher.
[[nodiscard]] model::StepSystem compile_machine(
    const model::MachineModel& model,
    const model::Capsule& capsule,
    const StepProgramOptions& how,
    const MachineOptions& options,
    const base::Budget& budget,
    model::PlainRequest* plain = nullptr);

}  // namespace catenary::frontend::umlrt
