// SPDX-License-Identifier: Apache-2.0
/// \file
/// Least and greatest value of a number seen so far, as machine words: what a
/// search keeps of each number of the state and of each output.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/reach/ranges.h"
#include "model/step/step_system.h"

namespace catenary::engine::reach {

/// Zero-initialised = nothing seen. Plain data, so that it may be in memory
/// shared between processes.
struct Hull {
  std::uint64_t seen;  ///< 1: lo and hi are valid
  std::uint64_t nan;   ///< 1: a NaN was seen
  std::uint64_t lo;    ///< int64, uint64 or double, as the type asks for
  std::uint64_t hi;

  /// `T`: std::int64_t, std::uint64_t or double.
  template <typename T>
  void widen(T value) {
    if constexpr (std::is_floating_point_v<T>) {
      if (std::isnan(value)) {
        nan = 1;
        return;
      }
    }
    if (seen == 0) {
      seen = 1;
      lo = hi = std::bit_cast<std::uint64_t>(value);
      return;
    }
    lo = std::bit_cast<std::uint64_t>(std::min(std::bit_cast<T>(lo), value));
    hi = std::bit_cast<std::uint64_t>(std::max(std::bit_cast<T>(hi), value));
  }

  /// Widens by a value in machine representation.
  void widen(model::ScalarType type, const std::byte* value);
  /// Widens by all that another hull of the same type has seen.
  void widen(model::ScalarType type, const Hull& other);

  /// Becomes a hull that has seen at least as much, in memory that another
  /// process may read at any time.
  void publish(const Hull& wider);

  [[nodiscard]] ValueRange range(model::ScalarType type) const;
};

/// Widens by the number in each of `count` packed states of `state_bytes`
/// bytes, one behind the other. Cost: about 1 ns an element.
void widen_by_states(const model::StateScalar& scalar,
                     const std::byte* states,
                     std::size_t state_bytes,
                     std::size_t count,
                     Hull& hull);

}  // namespace catenary::engine::reach
