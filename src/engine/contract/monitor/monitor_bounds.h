// SPDX-License-Identifier: Apache-2.0
/// \file
/// What a monitor in C can be about, and what its variables may be.
#pragma once

#include "engine/contract/monitor/term_code.h"
#include "model/contract/interface.h"
#include "suite/signature.h"

namespace catenary::engine::contract {

/// Throws base::InputError with the places of variables that are real, or
/// hidden and not derived.
void refuse_what_is_not_offered(const model::Interface& interface);

/// What a signal of a machine type may be; of integers and truth values.
[[nodiscard]] Bounds bounds_of(const suite::Signal& signal);

/// What a variable that is in its range may be.
[[nodiscard]] Bounds range_bounds(const model::InterfaceVariable& variable);

}  // namespace catenary::engine::contract
