// SPDX-License-Identifier: Apache-2.0
/// \file
/// Letters, the machine form of the inputs of one step, from values; see
/// Stepper.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "logic/value/value.h"
#include "model/step/step_system.h"

namespace catenary::model {

/// The letter with one value for each variable (checked), of `bytes` bytes:
/// StepSystem::letter_bytes() or ::initial_letter_bytes(). A letter without
/// variables has one byte, so that it has an address.
[[nodiscard]] std::vector<std::byte> letter_with(
    std::span<const Variable> variables,
    const std::vector<logic::Value>& values,
    std::size_t bytes);

}  // namespace catenary::model
