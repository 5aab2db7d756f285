// SPDX-License-Identifier: Apache-2.0
#include "base/budget.h"

#include <algorithm>
#include <limits>
#include <utility>

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

bool Slices::wait_for_more() {
  const auto begin = std::chrono::steady_clock::now();
  const Slice more = wait_(WorkClock::now() - begin_);
  const auto now = std::chrono::steady_clock::now();
  waited_ += now - begin;
  over_ = more.work.count() <= 0;
  end_ = WorkClock::now() + more.work;
  last_ = now + std::min(more.time, kUnlimited);
  return !over_;
}

void Budget::set_slices(std::shared_ptr<Slices> slices) {
  slices_ = std::move(slices);
}

void Budget::set_time(milliseconds limit) {
  has_deadline_ = has_last_ = limit.count() > 0;
  if (!has_deadline_) return;
  limit = std::min(limit, kUnlimited);
  deadline_ = active_time() + limit;
  last_ = Clock::now() + limit;
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
  const auto left = at_least_zero(deadline_ - active_time());
  return has_last_ ? std::min(left, at_least_zero(last_ - Clock::now())) : left;
}

milliseconds Budget::work_left() const {
  constexpr int kReserve = 8;
  if (has_work_limit_) return at_least_zero(work_end_ - WorkClock::now());
  if (!has_last_) return kUnlimited;
  const WorkClock::duration left = planned_end_ - WorkClock::now();
  return at_least_zero(std::max(left, planned_ / kReserve));
}

Budget Budget::share(milliseconds most, std::int64_t parts) const {
  constexpr milliseconds kLeast{1};
  constexpr std::int64_t kPatience = 20;
  constexpr milliseconds kMargin{10'000};
  constexpr milliseconds kShort{250};
  Budget part = *this;
  if (has_last_ && !has_work_limit_) part.work_reason_ = StopReason::time;
  const milliseconds left = std::max(work_left(), kLeast);
  const milliseconds work = std::max(std::min(most, left / parts), kLeast);
  part.set_work(work);
  const milliseconds patience =
      kPatience * std::min(work, kUnlimited / kPatience);
  milliseconds time = patience + kMargin;
  if (has_deadline_ && !has_last_ && !has_work_limit_) {
    // The work of this part has no total, so that its fraction is not known.
    time = std::min(time_left(), time);
  } else if (has_deadline_) {
    // A third of the work gets three fifths of the time, and so on.
    const double share =
        static_cast<double>(work.count()) / static_cast<double>(left.count());
    const auto part_of_time = milliseconds(
        static_cast<std::int64_t>(static_cast<double>(time_left().count()) * 3 *
                                  share / (1 + 2 * share)));
    time = std::min(time_left(),
                    std::max(part_of_time, std::min(patience, kShort)));
  }
  part.has_deadline_ = true;
  part.deadline_ = active_time() + time;
  return part;
}

Budget Budget::without_work_limit() const {
  Budget out = *this;
  out.has_work_limit_ = false;
  return out;
}

StopReason Budget::poll() const {
  if (slices_ && !slices_->go_on()) return StopReason::work;
  if (interrupted()) return StopReason::interrupt;
  if (has_work_limit_ && WorkClock::now() >= work_end_) return work_reason_;
  if (has_deadline_ && active_time() >= deadline_) return StopReason::time;
  // Without slices both deadlines are on one clock, and that of a share is not
  // after that of the whole: one look is enough.
  if (slices_ && has_last_ && Clock::now() >= last_) return StopReason::time;
  return StopReason::none;
}

}  // namespace catenary::base
