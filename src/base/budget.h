// SPDX-License-Identifier: Apache-2.0
/// \file
/// Limits of a computation: work, wall-clock time, memory, and the user's
/// interrupt (Ctrl-C).
///
/// A Budget is passed by value or reference to everything that may take long.
/// It is cooperative: a computation polls it and stops by itself, with whatever
/// it has so far. One poll costs a clock read, so that inner loops usually poll
/// once in some hundred rounds.
///
/// Shares of the effort are measured in work (see work_clock.h), so that they
/// do not depend on the load of the machine. Time is for what the user asks: it
/// says when everything stops.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>

#include "base/work_clock.h"

namespace catenary::base {

/// Why a computation stopped before its end.
enum class StopReason : std::uint8_t {
  /// The computation was not stopped.
  none,
  /// The deadline passed.
  time,
  /// The limit of work was reached.
  work,
  /// The memory limit was reached. Never returned by Budget::poll().
  memory,
  /// The user asked to stop (first Ctrl-C).
  interrupt,
};
/// The name of the enumerator, e.g. "time".
[[nodiscard]] const char* to_string(StopReason reason);

/// What a computation may do before it has to wait.
struct Slice {
  /// 0 = nothing, and nothing will follow.
  WorkClock::duration work{0};
  /// Ends the slice, too: for work that takes much longer than its price.
  std::chrono::milliseconds time{0};
};

/// Work that is granted in slices. At the end of a slice poll() waits until the
/// next one is granted. So a computation can be interrupted and resumed without
/// knowing of it, if only it polls. For one thread.
class Slices {
 public:
  /// Waits, and returns the next slice. The argument is the work done in all
  /// slices so far.
  using Wait = std::function<Slice(WorkClock::duration)>;

  /// Nothing is granted at first.
  explicit Slices(Wait wait)
      : wait_(std::move(wait)), begin_(WorkClock::now()), end_(begin_) {}

  /// Waits if the slice is used up. Returns whether there is work left to do.
  /// Cost: a clock read.
  [[nodiscard]] bool go_on() {
    const bool in_slice =
        WorkClock::now() < end_ && std::chrono::steady_clock::now() < last_;
    return in_slice || (!over_ && wait_for_more());
  }
  /// The work left in the slice, at least 0; 0 too where its time is over.
  [[nodiscard]] WorkClock::duration left() const {
    if (std::chrono::steady_clock::now() >= last_) return {};
    return std::max(end_ - WorkClock::now(), WorkClock::duration(0));
  }
  /// The time spent waiting, in all.
  [[nodiscard]] std::chrono::steady_clock::duration waited() const {
    return waited_;
  }

 private:
  [[nodiscard]] bool wait_for_more();

  Wait wait_;
  WorkClock::time_point begin_;
  /// End of the slice.
  WorkClock::time_point end_;
  std::chrono::steady_clock::time_point last_;
  std::chrono::steady_clock::duration waited_{0};
  /// No slice will follow.
  bool over_ = false;
};

/// Limits shared by everything that one command does. Copies have limits of
/// their own, but share the interrupt flag, so that one Ctrl-C stops them all.
class Budget {
 public:
  /// Monotonic: changes of the system time do not move a deadline.
  using Clock = std::chrono::steady_clock;

  /// No limit, and an interrupt flag of its own.
  Budget();

  /// Sets the deadline to `limit` from now. Zero or negative removes it.
  void set_time(std::chrono::milliseconds limit);
  /// Sets the limit of work to `limit` from now, on the clock of the thread
  /// that calls. Zero or negative removes it.
  void set_work(std::chrono::milliseconds limit);
  /// Grants the work in slices from now on, for this budget and for copies that
  /// are made of it later. The time that a share has left stays the same while
  /// poll() waits; the time that set_time() gave goes on. Requires: only one
  /// thread polls.
  void set_slices(std::shared_ptr<Slices> slices);
  /// The work that is left in the slice, at least 0; without slices the largest
  /// value. Where it is 0, poll() waits for the next slice.
  [[nodiscard]] WorkClock::duration slice_left() const {
    return slices_ ? slices_->left() : WorkClock::duration::max();
  }
  /// The number of bytes that the computation may hold; 0 = no limit. Advisory:
  /// each engine compares an estimate of what it has allocated with it.
  void set_memory(std::uint64_t bytes) { memory_bytes_ = bytes; }

  /// The memory limit in bytes; 0 = no limit.
  [[nodiscard]] std::uint64_t memory_bytes() const { return memory_bytes_; }
  /// Time left, at least 0. Without a deadline a value so large that adding it
  /// to a time of the clock does not overflow.
  [[nodiscard]] std::chrono::milliseconds time_left() const;
  /// Whether set_time() was called with a positive limit, or this is a share.
  [[nodiscard]] bool has_deadline() const { return has_deadline_; }
  /// Work that may be planned with, at least 0. Without a limit of work, but
  /// with a deadline of set_time(), it is the work that this much time was
  /// expected for when the deadline was set; once that is used up, an eighth of
  /// it, because there may be time left. Without either, a value as that of
  /// time_left().
  [[nodiscard]] std::chrono::milliseconds work_left() const;
  /// What poll() returns at the limit of work: `work`, or `time` for a share of
  /// a budget that has only a deadline, whose work was planned from the time.
  [[nodiscard]] StopReason work_reason() const { return work_reason_; }
  /// Whether set_work() was called with a positive limit.
  [[nodiscard]] bool has_work_limit() const { return has_work_limit_; }
  /// Whether there is a deadline or a limit of work.
  [[nodiscard]] bool is_limited() const {
    return has_deadline_ || has_work_limit_;
  }

  /// A copy for a part of the computation: at most the work `most`, and at most
  /// one of `parts` equal parts of the work that is left. A deadline, too, is
  /// moved to a part of the time that is left, but a generous one: it only ends
  /// a part that would take the time of the others on a busy machine. Of a
  /// short part it is twenty times the time that its work should take, up to a
  /// quarter of a second. Without a deadline of set_time() the part gets one
  /// that is far away: twenty times that time, and ten seconds, but none after
  /// that of this budget. It is for models whose steps take much longer than
  /// their price. Requires: parts >= 1.
  [[nodiscard]] Budget share(std::chrono::milliseconds most,
                             std::int64_t parts = 1) const;

  /// A copy without a limit of work.
  [[nodiscard]] Budget without_work_limit() const;

  /// Asks everything that shares this budget to stop. Async-signal-safe and
  /// thread-safe; it cannot be undone.
  void interrupt() { flag_->store(true, std::memory_order_relaxed); }
  /// Whether interrupt() was called on this budget or on a copy of it.
  [[nodiscard]] bool interrupted() const {
    return flag_->load(std::memory_order_relaxed);
  }

  /// Returns `interrupt`, else work_reason() if the limit of work is reached,
  /// else `time` if the deadline has passed, else `none`. Never returns
  /// `memory`. With slices it may wait before; `work` if there is none left.
  /// Cost: one clock read if there is a deadline.
  [[nodiscard]] StopReason poll() const;
  /// Charges work to this thread's clock, and then polls.
  [[nodiscard]] StopReason spend(WorkClock::duration work) const {
    WorkClock::charge(work);
    return poll();
  }

 private:
  /// The time on the clock of deadline_.
  [[nodiscard]] Clock::time_point active_time() const {
    return slices_ ? Clock::now() - slices_->waited() : Clock::now();
  }

  /// Shared by all copies; lock-free, so that a signal handler may set it.
  std::shared_ptr<std::atomic<bool>> flag_;
  /// Only meaningful if has_deadline_. On a clock that stops while poll() waits
  /// for a slice.
  Clock::time_point deadline_{};
  bool has_deadline_ = false;
  /// That of set_time(), on the clock of the machine; only meaningful if
  /// has_last_.
  Clock::time_point last_{};
  bool has_last_ = false;
  /// With a deadline: the work at which it was expected to pass, and the work
  /// from set_time() to there.
  WorkClock::time_point planned_end_{};
  WorkClock::duration planned_{0};
  /// Only meaningful if has_work_limit_.
  WorkClock::time_point work_end_{};
  bool has_work_limit_ = false;
  StopReason work_reason_ = StopReason::work;
  std::uint64_t memory_bytes_ = 0;
  /// May be null.
  std::shared_ptr<Slices> slices_;
};

}  // namespace catenary::base
