// SPDX-License-Identifier: Apache-2.0
/// \file
/// A clock that advances by work done instead of by time.
///
/// Searches divide their effort between engines: a quarter for this one, three
/// seconds for that one. If that were measured by a wall clock, a busy machine
/// would give other results than an idle one. So it is measured by counts of
/// what was done: steps executed, terms made, decisions of a solver. Each kind
/// of work has a fixed price, which is about the time that it takes on a
/// current machine. The sum is the same on every machine and at any load.
#pragma once

#include <chrono>
#include <cstdint>

namespace catenary::base {

/// The work of this thread, and of the child processes that it waited for, as a
/// clock of the standard library. Each thread has a clock of its own, so that
/// the order in which threads run makes no difference: who distributes work
/// among threads charges for it himself, in an order that is always the same.
class WorkClock {
 public:
  using duration = std::chrono::nanoseconds;
  using rep = duration::rep;
  using period = duration::period;
  using time_point = std::chrono::time_point<WorkClock>;
  static constexpr bool is_steady = true;

  /// The work done so far. Starts at 0 in the first thread of the program, and
  /// in a forked child where the parent was. Cost: a load.
  [[nodiscard]] static time_point now() noexcept {
    return time_point(duration(done_));
  }
  /// Adds work. Cost: an addition.
  static void charge(duration work) noexcept { done_ += work.count(); }
  /// Adds `count` times the price of one piece of work.
  static void charge(std::uint64_t count, duration price) noexcept {
    done_ += static_cast<rep>(count) * price.count();
  }

 private:
  friend class UncountedWork;
  static thread_local constinit inline rep done_ = 0;
};

/// The work of this thread does not count while this object lives. For work
/// that goes on for a time, so that how much it is depends on the machine.
class UncountedWork {
 public:
  UncountedWork() = default;
  ~UncountedWork() { WorkClock::done_ = before_; }
  UncountedWork(const UncountedWork&) = delete;
  UncountedWork& operator=(const UncountedWork&) = delete;

 private:
  WorkClock::rep before_ = WorkClock::done_;
};

}  // namespace catenary::base
