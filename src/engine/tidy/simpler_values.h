// SPDX-License-Identifier: Apache-2.0
/// \file
/// Values of an input that people would rather write than a given one: names,
/// 0, 1, round numbers, few digits.
#pragma once

#include <vector>

#include "logic/value/value.h"
#include "model/step/step_system.h"

namespace catenary::engine::tidy {

/// Some values of the variable's range that are simpler than `value`, the
/// simplest first. "Simpler" is an order without infinite descent: a value with
/// a name before others, in the order of the names; then fewer significant
/// decimal digits, then nearer to 1 in magnitude; infinities and NaNs last. For
/// the simplest value of the range there are none. At most about 190.
[[nodiscard]] std::vector<logic::Value> simpler_values(
    const model::Variable& variable, const logic::Value& value);

}  // namespace catenary::engine::tidy
