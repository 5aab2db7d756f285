// SPDX-License-Identifier: Apache-2.0
/// \file
/// The description of the program of a system: its inputs and outputs by the
/// names that the model has for them, with the paths of instances before them.
/// Internal to frontend/umlrt.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "frontend/c/description.h"
#include "frontend/umlrt/assume/protocol_machine.h"
#include "frontend/umlrt/code/inputs/timer_code.h"
#include "frontend/umlrt/code/step_program.h"
#include "frontend/umlrt/composite/instance_tree.h"
#include "frontend/umlrt/composite/message_table.h"
#include "model/machine/state_machine.h"

namespace catenary::frontend::umlrt {

/// What describe_composite() makes.
struct CompositeDescription {
  /// Without sources, source map and invariants.
  c::Description description;
  /// See StepProgram::messages.
  std::vector<StepProgram::Message> messages;
};

/// Describes the program. Throws
/// base::InputError where a message of the environment has a parameter whose
/// values a test cannot choose.
[[nodiscard]] CompositeDescription describe_composite(
    const model::MachineModel& model,
    const model::Capsule& system,
    const InstanceTree& tree,
    const MessageTable& table,
    const TimerCode& timers);

/// The variable of the namespace `given` for a parameter of a message of the
/// environment. Parameters of the same name and type share one.
[[nodiscard]] std::string environment_slot(
    const model::MachineModel& model,
    const InstanceTree& tree,
    const MessageTable& table,
    const model::MachineVariable& parameter);
/// All of them, each with one of its parameters, in the order of stimuli.
[[nodiscard]] std::vector<std::pair<std::string, const model::MachineVariable*>>
environment_values(const model::MachineModel& model,
                   const InstanceTree& tree,
                   const MessageTable& table);
/// C++ statements that return false where one of them is an enumeration that
/// has none of its values.
[[nodiscard]] std::string only_named_values(const model::MachineModel& model,
                                            const InstanceTree& tree,
                                            const MessageTable& table);
/// C++ that defines these variables.
[[nodiscard]] std::string environment_code(const model::MachineModel& model,
                                           const InstanceTree& tree,
                                           const MessageTable& table);

/// The messages that come from and go to the environment.
[[nodiscard]] std::vector<BorderSignal> border_signals(
    const model::MachineModel& model,
    const InstanceTree& tree,
    const MessageTable& table);

}  // namespace catenary::frontend::umlrt
