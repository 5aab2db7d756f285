// SPDX-License-Identifier: Apache-2.0
/// \file
/// A value as one of another sort, where two sides call the same thing by
/// different types.
#pragma once

#include <optional>

#include "logic/value/value.h"

namespace catenary::logic {

/// The same in a value of another sort: Booleans are 0 and 1, enumerators
/// their position, floats the rational they are; nothing where the sort has no
/// value that is exactly the same.
[[nodiscard]] std::optional<Value> as_sort(const Value& value,
                                           const Sort& sort);

}  // namespace catenary::logic
