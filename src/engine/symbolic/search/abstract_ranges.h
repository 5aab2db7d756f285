// SPDX-License-Identifier: Apache-2.0
/// \file
/// The precision of the abstraction in abstract_values.h: tracked clocks, their
/// caps, and the window of known integers.
#pragma once

#include <gmpxx.h>

#include <cstdint>
#include <optional>
#include <vector>

#include "model/timed/timed_automaton.h"

namespace catenary::engine::symbolic {

/// Which variables are tracked, and how exactly.
class AbstractRanges {
 public:
  /// The largest absolute value of a known integer, so that products fit into
  /// 32 bits. The constants of tracked clocks are less than it, in ticks.
  static constexpr std::uint32_t kMost = 32'767;

  /// Cost: linear in the model.
  explicit AbstractRanges(const model::TimedAutomaton& automaton);

  /// A clock is tracked if it is only compared with constants, and only set to
  /// constants, which are not too large.
  [[nodiscard]] bool is_tracked_clock(std::uint32_t variable) const {
    return ceilings_[variable].has_value();
  }
  /// In ticks: of a tracked clock, the value that stands for all larger ones.
  [[nodiscard]] std::uint32_t cap(std::uint32_t variable) const;
  /// The largest cap; 0 if no clock is tracked.
  [[nodiscard]] std::uint32_t largest_cap() const;
  /// Between steps, integers are known from -window() to window().
  [[nodiscard]] std::uint32_t window() const { return window_; }
  /// Converts a time to ticks. A tick is the largest unit of which all
  /// constants that clocks are compared with or set to are multiples.
  [[nodiscard]] mpq_class ticks(const mpq_class& time) const {
    return time * ticks_per_unit_;
  }

 private:
  /// Nothing for data, and for clocks that are not tracked; in time units.
  std::vector<std::optional<mpq_class>> ceilings_;
  mpq_class ticks_per_unit_ = 1;
  std::uint32_t window_ = 1;
};

}  // namespace catenary::engine::symbolic
