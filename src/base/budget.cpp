// SPDX-License-Identifier: Apache-2.0
#include "base/budget.h"

#include <algorithm>
#include <limits>

namespace catenary::base {

namespace {

using std::chrono::duration_cast;
using std::chrono::milliseconds;

/// A time that is longer than any, and can be added to one.
constexpr milliseconds kUnlimited{std::numeric_limits<std::int64_t>::max() /
                                  4'000'000};

/// The same in whole milliseconds, at least 0.
template <typename Duration>
milliseconds at_least_zero(Duration left) {
  return std::max(duration_cast<milliseconds>(left), milliseconds(0));
}

}  // namespace

const char* to_string(StopReason reason) {
  switch (reason) {
    case StopReason::none:
      return "none";
    case StopReason::time:
      return "time";
    case StopReason::work:
      return "work";
    case StopReason::memory:
      return "memory";
    case StopReason::interrupt:
      return "interrupt";
  }
  return "none";
}

Budget::Budget() : flag_(std::make_shared<std::atomic<bool>>(false)) {}

void Budget::set_time(milliseconds limit) {
  has_deadline_ = limit.count() > 0;
  if (!has_deadline_) return;
  limit = std::min(limit, kUnlimited);
  deadline_ = Clock::now() + limit;
  planned_ = limit;
  planned_end_ = WorkClock::now() + planned_;
}

void Budget::set_work(milliseconds limit) {
  has_work_limit_ = limit.count() > 0;
  if (!has_work_limit_) return;
  work_end_ = WorkClock::now() + std::min(limit, kUnlimited);
}

milliseconds Budget::time_left() const {
  if (!has_deadline_) return kUnlimited;
  return at_least_zero(deadline_ - Clock::now());
}

milliseconds Budget::work_left() const {
  constexpr int kReserve = 8;
  if (has_work_limit_) return at_least_zero(work_end_ - WorkClock::now());
  if (!has_deadline_) return kUnlimited;
  const WorkClock::duration left = planned_end_ - WorkClock::now();
  return at_least_zero(std::max(left, planned_ / kReserve));
}

Budget Budget::share(milliseconds most, std::int64_t parts) const {
  constexpr milliseconds kLeast{1};
  Budget part = *this;
  if (has_deadline_ && !has_work_limit_) part.work_reason_ = StopReason::time;
  part.set_work(std::max(std::min(most, work_left() / parts), kLeast));
  if (has_deadline_) {
    part.deadline_ =
        Clock::now() + std::max(time_left() * 3 / (parts + 2), kLeast);
  }
  return part;
}

StopReason Budget::poll() const {
  if (interrupted()) return StopReason::interrupt;
  if (has_work_limit_ && WorkClock::now() >= work_end_) return work_reason_;
  if (has_deadline_ && Clock::now() >= deadline_) return StopReason::time;
  return StopReason::none;
}

}  // namespace catenary::base
