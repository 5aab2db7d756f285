// SPDX-License-Identifier: Apache-2.0
/// \file
/// Places of the user's text behind those of the harness.
#pragma once

#include <vector>

#include "base/error.h"
#include "frontend/c/harness.h"

namespace catenary::frontend::c {

/// The same faults at the user's own places: a fault in text of the harness is
/// due to the piece of the user's code before it.
[[nodiscard]] std::vector<base::Diagnostic> in_places_of_the_user(
    const std::vector<base::Diagnostic>& faults, const HarnessText& harness);

}  // namespace catenary::frontend::c
