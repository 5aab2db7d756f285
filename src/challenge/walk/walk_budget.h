// SPDX-License-Identifier: Apache-2.0
/// \file
/// How many steps the random runs take that challenge claims about a timed
/// model or an interface, and what a contradiction is.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>

#include "base/budget.h"

namespace catenary::challenge {

/// Counts steps; a clock only ends what takes too long.
class WalkBudget {
 public:
  /// Steps where the user asked for no other time than the default.
  static constexpr std::uint64_t kSteps = 20'000;

  /// At most `steps` steps in at most `time`, and not after the time of
  /// `budget` or an interrupt; its limit of work does not matter. No step where
  /// `time` is 0.
  WalkBudget(std::uint64_t steps,
             std::chrono::milliseconds time,
             const base::Budget& budget);

  /// Counts a step. Returns false where the runs are to end.
  [[nodiscard]] bool step();
  [[nodiscard]] std::uint64_t steps() const { return steps_; }

 private:
  using Clock = std::chrono::steady_clock;
  base::Budget budget_;
  Clock::time_point end_;
  std::uint64_t steps_left_;
  std::uint64_t steps_ = 0;
};

/// A run that shows what was said never to happen.
struct WalkContradiction {
  std::size_t claim = 0;  ///< in the list of claims that was given
  std::string run;        ///< a line for each step, for people
};

}  // namespace catenary::challenge
