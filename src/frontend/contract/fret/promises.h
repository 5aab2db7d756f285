// SPDX-License-Identifier: Apache-2.0
/// \file
/// Requirements that FRET takes as assumptions about the environment: those
/// whose ids have the word "assumption" (FRET's manual, "Realizability").
#pragma once

#include <string>

#include "frontend/contract/fret/component.h"

namespace catenary::frontend::contract::fret {

[[nodiscard]] bool is_assumption(const std::string& id);

/// Makes a formula a promise: over the inputs of a step, and anything of the
/// step before. Returns why that is not possible; "" = it is done.
[[nodiscard]] std::string to_promise(const KnownComponent& component,
                                     Expression& formula);

}  // namespace catenary::frontend::contract::fret
