// SPDX-License-Identifier: Apache-2.0
/// \file
/// The interval hull of the values that a number took, as machine words. A
/// search keeps one for each number of the state and for each output; they
/// become the ranges that `check` reports.
///
/// This is the interval domain of abstract interpretation, applied to observed
/// values: widening here means taking the union, never extrapolation.
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

/// Least and greatest value seen. All zero = nothing seen. A plain type without
/// constructors, so that it may lie in memory that two processes share.
struct Hull {
  /// 1 = `lo` and `hi` are valid.
  std::uint64_t seen;
  /// 1 = a NaN was seen. NaNs do not change `lo` and `hi`.
  std::uint64_t nan;
  /// The least value: the bits of an int64, uint64 or double, as the type of
  /// the number requires.
  std::uint64_t lo;
  /// The greatest value, in the same form.
  std::uint64_t hi;

  /// Takes one value into the hull. `T` is std::int64_t, std::uint64_t or
  /// double, and the same in every call for one hull.
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

  /// Takes one value into the hull, given in machine representation:
  /// model::size_bytes(type) bytes at `value`.
  void widen(model::ScalarType type, const std::byte* value);
  /// Takes all values into the hull that another hull of the same type has
  /// seen.
  void widen(model::ScalarType type, const Hull& other);

  /// Becomes equal to `wider`, in an order that another process may read at any
  /// time. Requires: `wider` has seen at least as much.
  void publish(const Hull& wider);

  /// The hull as values of the model. ValueRange::known is false if nothing was
  /// seen; ValueRange::proved is left false.
  [[nodiscard]] ValueRange range(model::ScalarType type) const;
};

/// Takes the number `scalar` of each of `count` packed states into the hull.
/// The states have `state_bytes` bytes each and lie one behind the other. Cost:
/// about 1 ns for each state and element of the scalar.
void widen_by_states(const model::StateScalar& scalar,
                     const std::byte* states,
                     std::size_t state_bytes,
                     std::size_t count,
                     Hull& hull);

}  // namespace catenary::engine::reach
