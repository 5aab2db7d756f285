// SPDX-License-Identifier: Apache-2.0
/// \file
/// A system of capsules as a step program: all instances with one queue of
/// messages, run by one controller. Internal to frontend/umlrt.
///
/// A step may put a message of the environment or a timeout into the queue, and
/// then the controller runs the first message of the queue to completion,
/// unless the input `wait` says that the environment was faster. Messages are
/// ordered by their priorities, and those of one priority by when they were
/// sent, as in the run time of Papyrus-RT (UMLRTController::run). Actions
/// take no time, and time passes only while no message waits: the controller is
/// faster than every timer.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/error.h"
#include "frontend/umlrt/code/step_program.h"
#include "model/machine/state_machine.h"

namespace catenary::frontend::umlrt {

/// The environment sends only where fewer messages than this wait. An
/// assumption of all verdicts about systems that receive messages.
inline constexpr std::size_t kMostWaiting = 4;

/// Writes the program, like write_step_program(). Throws base::InputError with
/// all reasons where some part of the system is not supported.
[[nodiscard]] StepProgram write_composite_program(
    const model::MachineModel& model,
    const model::Capsule& system,
    const StepProgramOptions& options,
    const std::string& source);

/// The reasons for which the system cannot be run; none where
/// write_composite_program() would not throw.
[[nodiscard]] std::vector<base::Diagnostic> reasons_against_system(
    const model::MachineModel& model,
    const model::Capsule& system,
    const MachineCodeOptions& options);

/// The number of timing ports of all instances; at least 1.
[[nodiscard]] std::uint32_t timing_ports_of_system(
    const model::MachineModel& model, const model::Capsule& system);

}  // namespace catenary::frontend::umlrt
