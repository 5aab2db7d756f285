// SPDX-License-Identifier: Apache-2.0
/// \file
/// The choice of one number of a set: an end, the nearest to 0, or any.
#pragma once

#include <cstdint>
#include <optional>

#include "base/rng.h"
#include "logic/arithmetic/number_set.h"

namespace catenary::logic {

/// Which of many values to take.
enum class Pick : std::uint8_t {
  /// The least number, or one close to an open low end; `simplest` where the
  /// set has no lower bound.
  least,
  /// The greatest, likewise.
  greatest,
  /// The nearest to 0, or one close to an open end there; of two the positive
  /// one.
  simplest,
  /// At random; ends and integers are more likely than other numbers.
  any
};

/// A number of the set; an integer if `integral`. Empty if there is none. Uses
/// `rng` for Pick::any only.
[[nodiscard]] std::optional<mpq_class> pick(const NumberSet& set,
                                            bool integral,
                                            Pick how,
                                            base::Rng& rng);

}  // namespace catenary::logic
