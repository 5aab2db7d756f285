// SPDX-License-Identifier: Apache-2.0
/// \file
/// The texts of transitions and actions in drawings of state machines.
#pragma once

#include <string>

#include "model/machine/state_machine.h"

namespace catenary::report {

/// C++ for a label: one line, not too long.
[[nodiscard]] std::string brief_code(const model::ActionCode& code);

/// Lines with the name, triggers, guards, effect and kind of a transition.
[[nodiscard]] std::string transition_label(const model::MachineModel& model,
                                           const model::Capsule& capsule,
                                           const model::Transition& t);

}  // namespace catenary::report
