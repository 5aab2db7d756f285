// SPDX-License-Identifier: Apache-2.0
/// \file
/// The times of the steps of a test, such that its timers expire as they do in
/// the test: the least solution of difference constraints over the times of the
/// steps, found by relaxation (Bellman, Quarterly of Applied Mathematics 16,
/// 1958).
#pragma once

#include <gmpxx.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace catenary::frontend::umlrt {

/// A timer after a step.
struct TimerAfter {
  bool runs = false;
  /// If it was set in the step: the least and greatest number of nanoseconds
  /// from the step to its deadline. -1 = it was not set in the step.
  std::int64_t least = -1, most = -1;
  /// The step cancelled it too late: it had expired by then, and its timeout
  /// arrives before time goes on.
  bool queued = false;
};

/// What timers did in a step, or in the initialisation.
struct TimerStep {
  std::optional<std::size_t> expired;  ///< by which the step began
  std::vector<TimerAfter> timers;      ///< empty: not known, the run ends here
  /// Messages wait after it, so that the next step is at the same time.
  bool waits = false;
};

/// The earliest time of each step but the first, which is the initialisation,
/// at 0; in nanoseconds. Empty where no times fit.
[[nodiscard]] std::vector<mpz_class> least_times(
    const std::vector<TimerStep>& steps);

}  // namespace catenary::frontend::umlrt
