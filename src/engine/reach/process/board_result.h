// SPDX-License-Identifier: Apache-2.0
/// \file
/// Conversion of a Board into a Result and into figures of progress.
#pragma once

#include <chrono>

#include "engine/reach/engine.h"
#include "engine/reach/process/board.h"

namespace catenary::engine::reach {

/// The result that a board stands for. If the board has a contradiction, no
/// claim of absence counts: no goal is unreachable, and the complete depth is
/// 0. Result::proof names induction if a goal is unreachable. The members
/// `engine` and `seconds` are not filled.
[[nodiscard]] Result result_of(const Board& board);

/// Reports where a search is, at most every 200 ms.
class BoardTeller {
 public:
  /// `progress` must outlive the teller, and may be empty.
  explicit BoardTeller(const ProgressCallback& progress)
      : progress_(progress) {}
  /// Calls `progress` if it is time to. Cheap otherwise.
  void tell(const Board& board);

 private:
  using Clock = std::chrono::steady_clock;
  const ProgressCallback& progress_;
  /// Start of the search.
  Clock::time_point begin_ = Clock::now();
  /// Earliest time of the next report.
  Clock::time_point next_ = begin_;
};

}  // namespace catenary::engine::reach
