// SPDX-License-Identifier: Apache-2.0
/// \file
/// Values that a system reads from outside.
#pragma once

#include <cstddef>

#include "logic/value/value.h"
#include "model/step/step_system.h"

namespace catenary::model {

/// As decode_scalar(), for inputs and initial choices: a NaN keeps its bits
/// (logic/value/machine_float.h), since a step can distinguish NaNs of
/// different bits. values_in() returns such values.
[[nodiscard]] logic::Value decode_input(ScalarType type, const std::byte* in);

}  // namespace catenary::model
