// SPDX-License-Identifier: Apache-2.0
/// \file
/// Structural defects of state machines: what can be decided from the diagram
/// alone, whatever the actions do.
#pragma once

#include <cstdint>
#include <vector>

#include "base/error.h"
#include "model/machine/state_machine.h"

namespace catenary::model {

/// For each vertex, whether some sequence of transitions leads to it, if all
/// guards are taken to be true, all messages to arrive, and the initial
/// transition of every state that is entered to be taken. An
/// over-approximation: a vertex that is false here can never be entered. Cost:
/// linear.
[[nodiscard]] std::vector<bool> drawn_reachable(const StateMachine& machine);

/// The defects of a capsule, in the order of its file; the codes are those of
/// docs/check.md. Notes are about unusual constructs that may be intended.
/// Empty if the capsule has no state machine.
[[nodiscard]] std::vector<base::Diagnostic> machine_findings(
    const MachineModel& model, const Capsule& capsule);

}  // namespace catenary::model
