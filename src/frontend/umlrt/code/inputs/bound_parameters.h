// SPDX-License-Identifier: Apache-2.0
/// \file
/// The data of messages as actions and guards see them: references to
/// parameters, and `rtdata`. Internal to frontend/umlrt.
#pragma once

#include <string>

#include "frontend/umlrt/code/machine_code.h"
#include "model/machine/state_machine.h"

namespace catenary::frontend::umlrt {

/// C++ at the beginning of an action or guard: declares references to the
/// parameters of all messages that may have led here, under both of their
/// names, and `rtdata`. Where messages have parameters of the same name and
/// different types, the name means the first of them. `code` is the action; of
/// Code RealTime only `rtdata` is declared, where it is used.
[[nodiscard]] std::string bound_parameters(const model::MachineModel& model,
                                           const model::Capsule& capsule,
                                           const ActionMessages::Set& messages,
                                           const model::ActionCode& code);

}  // namespace catenary::frontend::umlrt
