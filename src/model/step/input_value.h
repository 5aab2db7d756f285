// SPDX-License-Identifier: Apache-2.0
/// \file
/// Values that a system reads.
#pragma once

#include <cstddef>

#include "logic/value/value.h"
#include "model/step/step_system.h"

namespace catenary::model {

/// As decode_scalar(), for inputs and initial choices: a NaN keeps its bits,
/// since a step can tell NaNs of different bits apart. values_in() gives these.
[[nodiscard]] logic::Value decode_input(ScalarType type, const std::byte* in);

}  // namespace catenary::model
