// SPDX-License-Identifier: Apache-2.0
/// \file
/// A packed state as a list of small values, for methods that look at what is
/// in a state without knowing what it means.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "engine/reach/explicit/packed_bytes.h"
#include "model/step/step_system.h"

namespace catenary::engine::reach {

/// Bytes of a packed state that belong together.
struct StateUnit {
  std::size_t offset = 0;
  std::size_t bytes = 0;

  /// What is in them; of more than 8 bytes a hash.
  [[nodiscard]] std::uint64_t value(const std::byte* packed) const {
    std::uint64_t value = 0;
    if (bytes > sizeof value) return hash_packed(packed + offset, bytes);
    std::memcpy(&value, packed + offset, bytes);
    return value;
  }
  bool operator==(const StateUnit&) const = default;
};

/// The numbers of the state where the system names them; elsewhere bytes, or
/// words of 4 bytes where the state is large; neighbours together where that
/// were more than `most`. Ascending, without gaps. Requires: most >= 1.
[[nodiscard]] std::vector<StateUnit> units_of(const model::StepSystem& system,
                                              std::size_t state_bytes,
                                              std::size_t most);

}  // namespace catenary::engine::reach
