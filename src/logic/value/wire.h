// SPDX-License-Identifier: Apache-2.0
/// \file
/// Values in messages between forked processes (base/wire.h). Frequent values
/// have a binary form; all others are text, which is exact for every sort.
#pragma once

#include <optional>

#include "base/wire.h"
#include "logic/value/value.h"

namespace catenary::logic {

/// A value or its absence. NaNs keep their bits.
void write(base::WireWriter& to, const std::optional<Value>& value);
/// Reads a value of this sort, or its absence. A value of another sort is a
/// base::WireError.
void read(base::WireReader& from,
          const Sort& sort,
          std::optional<Value>& value);

}  // namespace catenary::logic
