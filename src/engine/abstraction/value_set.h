// SPDX-License-Identifier: Apache-2.0
/// \file
/// Sets of values of a variable: a list of values, or an interval.
#pragma once

#include <cstdint>
#include <set>

#include "logic/term/term.h"

namespace catenary::engine::abstraction {

/// A growing set of bit-vectors of one width: at first a list of values, later
/// an interval of signed numbers, whose ends are widened to the next power of
/// two. So the number of changes is bounded.
class ValueSet {
 public:
  /// Largest number of values in the list.
  static constexpr std::size_t kFew = 64;

  /// The empty set. `width` in bits, 1 to 64.
  explicit ValueSet(std::uint32_t width) : width_(width) {}

  /// Adds a value. Returns false if the set has it already.
  bool add(std::uint64_t bits);
  [[nodiscard]] bool contains(std::uint64_t bits) const;
  [[nodiscard]] bool includes(const ValueSet& other) const;
  /// Whether the set is an interval with all values of its width.
  [[nodiscard]] bool is_all() const;
  /// The list of values; null if the set is an interval.
  [[nodiscard]] const std::set<std::uint64_t>* few() const {
    return is_interval_ ? nullptr : &values_;
  }
  /// The condition that a bit-vector is in the set.
  [[nodiscard]] logic::Term holds(logic::TermManager& terms,
                                  logic::Term x) const;

 private:
  [[nodiscard]] std::int64_t number(std::uint64_t bits) const;
  [[nodiscard]] std::int64_t least() const;
  [[nodiscard]] std::int64_t most() const;
  void widen(std::int64_t n);

  std::uint32_t width_;
  bool is_interval_ = false;
  std::set<std::uint64_t> values_;
  std::int64_t low_ = 0, high_ = 0;
};

}  // namespace catenary::engine::abstraction
