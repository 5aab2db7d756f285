// SPDX-License-Identifier: Apache-2.0
/// \file
/// A packed state as a list of small values. Random and concolic searches use
/// it to compare states without knowing what the bytes mean.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "engine/reach/explicit/packed_bytes.h"
#include "model/step/step_system.h"

namespace catenary::engine::reach {

/// Adjacent bytes of a packed state that are treated as one value.
struct StateUnit {
  /// Position of the first byte in the packed state.
  std::size_t offset = 0;
  /// Number of bytes; not 0 in a unit that units_of() returns.
  std::size_t bytes = 0;

  /// The value of the unit in a packed state: its bytes as a little-endian
  /// number or, if there are more than 8 of them, a hash. Requires: `packed`
  /// has at least offset + bytes bytes.
  [[nodiscard]] std::uint64_t value(const std::byte* packed) const {
    std::uint64_t value = 0;
    if (bytes > sizeof value) return hash_packed(packed + offset, bytes);
    std::memcpy(&value, packed + offset, bytes);
    return value;
  }
  /// Compares the position, not a value.
  bool operator==(const StateUnit&) const = default;
};

/// The units of the states of a system, ascending and without gaps. Where the
/// system names numbers, each of them is a unit. Other bytes are units of one
/// byte or, if the state has more than 256 bytes, of four. If there are more
/// than `most` units, neighbours are joined. Requires: most >= 1. Cost: linear
/// in the number of units.
[[nodiscard]] std::vector<StateUnit> units_of(const model::StepSystem& system,
                                              std::size_t state_bytes,
                                              std::size_t most);

}  // namespace catenary::engine::reach
