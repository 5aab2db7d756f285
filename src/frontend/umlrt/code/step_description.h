// SPDX-License-Identifier: Apache-2.0
/// \file
/// The description of a step program: its inputs and outputs by the names that
/// the model has for them. Internal to frontend/umlrt.
#pragma once

#include <vector>

#include "frontend/c/description.h"
#include "frontend/umlrt/code/dispatch_writer.h"
#include "frontend/umlrt/code/inputs/port_index.h"
#include "frontend/umlrt/code/inputs/timer_code.h"
#include "frontend/umlrt/code/step_program.h"
#include "model/machine/state_machine.h"

namespace catenary::frontend::umlrt {

/// What describe_steps() makes.
struct StepDescription {
  /// Without sources, source map and invariants.
  c::Description description;
  /// See StepProgram::messages.
  std::vector<StepProgram::Message> messages;
};

/// Describes the program of a capsule. `received` are its deliveries. Throws
/// base::InputError where a parameter has a type whose values a test cannot
/// choose. Generated code without a place of its own is at the capsule.
[[nodiscard]] StepDescription describe_steps(
    const model::MachineModel& model,
    const model::Capsule& capsule,
    const std::vector<Delivery>& received,
    const TimerCode& timers,
    const PortIndexCode& indices);

}  // namespace catenary::frontend::umlrt
