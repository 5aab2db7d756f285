// SPDX-License-Identifier: Apache-2.0
/// \file
/// Which interfaces can become monitors in C, and the bounds of their
/// variables.
#pragma once

#include "engine/contract/monitor/term_code.h"
#include "model/contract/interface.h"
#include "suite/signature.h"

namespace catenary::engine::contract {

/// Throws base::InputError, with one diagnostic for each real variable and each
/// hidden one that is not derived. Hidden values would need sets as state.
void refuse_what_is_not_offered(const model::Interface& interface);

/// The values of a signal. Requires: its type is "bool" or ends in a number of
/// bits, e.g. "int16", "uint64" (checked).
[[nodiscard]] Bounds bounds_of(const suite::Signal& signal);

/// The values of a variable within its range. Requires: not real.
[[nodiscard]] Bounds range_bounds(const model::InterfaceVariable& variable);

}  // namespace catenary::engine::contract
