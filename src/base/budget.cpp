// SPDX-License-Identifier: Apache-2.0
#include "base/budget.h"

#include <limits>

namespace catenary::base {

const char* to_string(StopReason reason) {
  switch (reason) {
    case StopReason::none:
      return "none";
    case StopReason::time:
      return "time";
    case StopReason::memory:
      return "memory";
    case StopReason::interrupt:
      return "interrupt";
  }
  return "none";
}

Budget::Budget() : flag_(std::make_shared<std::atomic<bool>>(false)) {}

void Budget::set_time(std::chrono::milliseconds limit) {
  has_deadline_ = limit.count() > 0;
  if (has_deadline_) deadline_ = Clock::now() + limit;
}

std::chrono::milliseconds Budget::time_left() const {
  if (!has_deadline_) {
    return std::chrono::milliseconds(std::numeric_limits<std::int64_t>::max() /
                                     4);
  }
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
      deadline_ - Clock::now());
  return left.count() > 0 ? left : std::chrono::milliseconds(0);
}

StopReason Budget::poll() const {
  if (interrupted()) return StopReason::interrupt;
  if (has_deadline_ && Clock::now() >= deadline_) return StopReason::time;
  return StopReason::none;
}

}  // namespace catenary::base
