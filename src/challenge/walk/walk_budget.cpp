// SPDX-License-Identifier: Apache-2.0
#include "challenge/walk/walk_budget.h"

namespace catenary::challenge {

WalkBudget::WalkBudget(std::uint64_t steps,
                       std::chrono::milliseconds time,
                       const base::Budget& budget)
    : budget_(budget.without_work_limit()),
      end_(Clock::now() + time),
      steps_left_(time.count() == 0 ? 0 : steps) {}

bool WalkBudget::step() {
  // The clock is read once in 16 steps: reading it costs as much as some.
  constexpr std::uint64_t kBetweenReadings = 16;
  if (steps_left_ == 0) return false;
  --steps_left_;
  ++steps_;
  if (steps_ % kBetweenReadings != 0) return true;
  const bool goes_on =
      Clock::now() < end_ && budget_.poll() == base::StopReason::none;
  if (!goes_on) steps_left_ = 0;
  return goes_on;
}

}  // namespace catenary::challenge
