// SPDX-License-Identifier: Apache-2.0
/// \file
/// Capsules as C++ objects: Papyrus-RT generates a constant for each, which
/// actions hand to incarnate().
#pragma once

#include <string>
#include <vector>

#include "model/machine/state_machine.h"

namespace catenary::frontend::umlrt {

/// The capsules that the C++ of this one names. Left out are names that the
/// model or the capsule declares for something else. Lexical: a name may stand
/// for a declaration of the user that no text here shows.
[[nodiscard]] std::vector<std::string> capsule_classes(
    const model::MachineModel& model, const model::Capsule& capsule);

}  // namespace catenary::frontend::umlrt
