// SPDX-License-Identifier: Apache-2.0
/// \file
/// Actions, guards and operations whose C++ is wrong: a capsule is run without
/// them, and a run that comes to one ends there as unsupported. Internal to
/// frontend/umlrt.
#pragma once

#include <optional>
#include <vector>

#include "base/error.h"
#include "model/machine/state_machine.h"

namespace catenary::frontend::umlrt {

/// The model, where each action, guard and operation of the capsule that has
/// one of the errors ends a run as unsupported, with the error as its reason.
/// An error is in the pieces that have its line. Nothing where an error is in
/// none of them: types, attributes and prefaces are needed. Requires: `capsule`
/// is one of `model.capsules`. Cost: the size of the model.
[[nodiscard]] std::optional<model::MachineModel> without_wrong_code(
    const model::MachineModel& model,
    const model::Capsule& capsule,
    const std::vector<base::Diagnostic>& errors);

}  // namespace catenary::frontend::umlrt
