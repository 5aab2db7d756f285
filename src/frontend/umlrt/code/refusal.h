// SPDX-License-Identifier: Apache-2.0
/// \file
/// Which elements of a model that are not supported keep capsules from being
/// run. Internal to frontend/umlrt.
#pragma once

#include <vector>

#include "frontend/umlrt/code/machine_code.h"
#include "model/machine/state_machine.h"

namespace catenary::frontend::umlrt {

/// Throws base::InputError with all reasons for which these capsules cannot be
/// run: those without a state machine, and what they need and is not supported.
/// Cost: that of writing the C++ of each capsule once for each type that is not
/// supported.
void refuse_unsupported(const model::MachineModel& model,
                        const std::vector<const model::Capsule*>& capsules,
                        const MachineCodeOptions& options);

}  // namespace catenary::frontend::umlrt
