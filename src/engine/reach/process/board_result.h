// SPDX-License-Identifier: Apache-2.0
/// \file
/// What a Board knows, as a Result and as progress.
#pragma once

#include <chrono>

#include "engine/reach/engine.h"
#include "engine/reach/process/board.h"

namespace catenary::engine::reach {

/// Nothing that the board has of absence counts where it has a contradiction.
/// Result::proof speaks of induction; engine and seconds are not filled.
[[nodiscard]] Result result_of(const Board& board);

/// Tells where a search is, about every 200 ms.
class BoardTeller {
 public:
  /// `progress` must outlive it, and may be empty.
  explicit BoardTeller(const ProgressCallback& progress)
      : progress_(progress) {}
  void tell(const Board& board);

 private:
  using Clock = std::chrono::steady_clock;
  const ProgressCallback& progress_;
  Clock::time_point begin_ = Clock::now();
  Clock::time_point next_ = begin_;
};

}  // namespace catenary::engine::reach
