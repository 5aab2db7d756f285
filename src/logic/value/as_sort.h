// SPDX-License-Identifier: Apache-2.0
/// \file
/// Conversion of values between sorts, for two sides that represent the same
/// quantity by different types.
#pragma once

#include <optional>

#include "logic/value/value.h"

namespace catenary::logic {

/// The same quantity as a value of `sort`: Booleans count as 0 and 1,
/// enumerators as their position, floats as the rational that they are. Nothing
/// if `sort` has no value that is exactly the same. Never rounds.
[[nodiscard]] std::optional<Value> as_sort(const Value& value,
                                           const Sort& sort);

}  // namespace catenary::logic
