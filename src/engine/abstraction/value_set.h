// SPDX-License-Identifier: Apache-2.0
/// \file
/// Values that a variable may have: some, or all of an interval.
#pragma once

#include <cstdint>
#include <set>

#include "logic/term/term.h"

namespace catenary::engine::abstraction {

/// A set of bit-vectors of one width that only grows, and does so a few times
/// at most: some values, then an interval of signed numbers, whose ends move to
/// the next power of two.
class ValueSet {
 public:
  /// Values that are kept one by one.
  static constexpr std::size_t kFew = 64;

  /// None. Width in bits, 1 to 64.
  explicit ValueSet(std::uint32_t width) : width_(width) {}

  /// False where it was there.
  bool add(std::uint64_t bits);
  [[nodiscard]] bool contains(std::uint64_t bits) const;
  [[nodiscard]] bool includes(const ValueSet& other) const;
  /// Any value of its width.
  [[nodiscard]] bool is_all() const;
  /// Those that are kept one by one; null where it is an interval.
  [[nodiscard]] const std::set<std::uint64_t>* few() const {
    return is_interval_ ? nullptr : &values_;
  }
  /// Whether the value of a bit-vector is in the set.
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
