// SPDX-License-Identifier: Apache-2.0
/// \file
/// The steps by which a capsule becomes a step system. Internal to app.
#pragma once

#include <memory>
#include <string>

#include "app/model_file.h"
#include "base/budget.h"
#include "frontend/umlrt/code/step_program.h"
#include "model/machine/state_machine.h"
#include "model/step/plain_program.h"

namespace catenary::app {

/// The capsule of that name, or, where it is empty, the only one with a state
/// machine. Throws InputError where there is none.
[[nodiscard]] const model::Capsule& the_capsule(
    const model::MachineModel& model, const std::string& name);

/// Writes the capsule as C++, compiles that, and names what comes back as in
/// the model. Cost: that of Clang.
[[nodiscard]] model::StepSystem compile_machine(
    const model::MachineModel& model,
    const model::Capsule& capsule,
    const frontend::umlrt::StepProgramOptions& how,
    const ModelOptions& options,
    const base::Budget& budget,
    std::shared_ptr<model::PlainProgram>* plain = nullptr);

}  // namespace catenary::app
