// SPDX-License-Identifier: Apache-2.0
/// \file
/// Random input sequences that get programs somewhere: values that stay for a
/// while, boundaries, small numbers, constants of the program, and any bits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/rng.h"
#include "model/step/step_system.h"

namespace catenary::oracle {

/// Bits of a scalar in machine representation, the value in the low ones.
using Bits = std::uint64_t;

[[nodiscard]] Bits bits_of(model::ScalarType type, const logic::Value& value);
[[nodiscard]] logic::Value value_of(model::ScalarType type, Bits bits);
/// Whether the bits are those of a NaN; false for integers.
[[nodiscard]] bool is_nan(model::ScalarType type, Bits bits);

/// Draws the letters of one run; what it likes to draw differs between runs.
class RandomLetters {
 public:
  /// The variables must outlive it.
  RandomLetters(const std::vector<model::Variable>& variables,
                std::uint64_t seed,
                std::uint64_t run);

  /// Values for the next step, one for each variable, within their ranges.
  [[nodiscard]] const std::vector<Bits>& next();

 private:
  Bits draw(const model::Variable& v);
  Bits draw_integer(const model::Variable& v);
  Bits draw_float(bool is_double);

  const std::vector<model::Variable>& variables_;
  base::Rng rng_;
  std::vector<Bits> last_;
  std::uint64_t stays_ = 0;  ///< in sixteenths: how often a value stays
  std::uint64_t wild_ = 0;   ///< in sixteenths: how often any bits are drawn
};

/// The letter of these values, as Stepper takes it.
[[nodiscard]] std::vector<std::byte> letter_of(
    const std::vector<model::Variable>& variables,
    std::size_t bytes,
    const std::vector<Bits>& values);

}  // namespace catenary::oracle
