// SPDX-License-Identifier: Apache-2.0
/// \file
/// What is wrong with a state machine by its drawing alone, whatever its
/// actions do.
#pragma once

#include <cstdint>
#include <vector>

#include "base/error.h"
#include "model/machine/state_machine.h"

namespace catenary::model {

/// Vertices that some sequence of transitions leads to, all guards and messages
/// taken for possible, and the initial transition of every state that is
/// entered somehow: what is missing here can never be entered.
[[nodiscard]] std::vector<bool> drawn_reachable(const StateMachine& machine);

/// Structural defects of a capsule, in the order of its file; codes are those
/// of docs/check.md. Notes are about what is odd and may be meant.
[[nodiscard]] std::vector<base::Diagnostic> machine_findings(
    const MachineModel& model, const Capsule& capsule);

}  // namespace catenary::model
