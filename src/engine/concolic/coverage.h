// SPDX-License-Identifier: Apache-2.0
/// \file
/// The progress of a search for runs: how many goals were covered when.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <vector>

namespace catenary::engine::concolic {

/// A moment of a search.
struct CoveragePoint {
  /// Since the search began.
  double seconds = 0;
  /// Steps executed natively until then.
  std::uint64_t steps = 0;
  /// Goals covered by then.
  std::uint32_t covered = 0;
};

/// Called in the caller's thread when a goal is covered and about every 200 ms.
using CoverageCallback = std::function<void(const CoveragePoint&)>;

/// Notes each moment at which another goal was covered, and tells the user.
class CoverageWatch {
 public:
  /// Its time begins now, or where `before` ends: points of an earlier part of
  /// the same search. `progress` may be empty.
  explicit CoverageWatch(CoverageCallback progress,
                         std::vector<CoveragePoint> before = {});

  /// Says how far the search is now. Neither number ever counts as less than
  /// before.
  void note(std::uint64_t steps, std::uint32_t covered);
  /// All points, and a last one for the end of the search.
  [[nodiscard]] std::vector<CoveragePoint> finish();
  /// Since the search began.
  [[nodiscard]] double seconds() const;

 private:
  using Clock = std::chrono::steady_clock;

  CoverageCallback progress_;
  Clock::time_point begin_ = Clock::now();
  /// When the user is told again.
  Clock::time_point next_ = begin_;
  /// Seconds of the parts before.
  double before_ = 0;
  std::uint64_t steps_ = 0;
  std::uint32_t covered_ = 0;
  std::vector<CoveragePoint> points_;
};

}  // namespace catenary::engine::concolic
