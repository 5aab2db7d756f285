// SPDX-License-Identifier: Apache-2.0
/// \file
/// Limits of a computation: wall-clock time, memory, and the user's interrupt
/// (Ctrl-C).
///
/// A Budget is passed by value or reference to everything that may take long.
/// It is cooperative: a computation polls it and stops by itself, with whatever
/// it has so far. One poll costs a clock read, so that inner loops usually poll
/// once in some hundred rounds.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>

namespace catenary::base {

/// Why a computation stopped before its end.
enum class StopReason : std::uint8_t {
  /// The computation was not stopped.
  none,
  /// The deadline passed.
  time,
  /// The memory limit was reached. Never returned by Budget::poll().
  memory,
  /// The user asked to stop (first Ctrl-C).
  interrupt,
};
/// The name of the enumerator, e.g. "time".
[[nodiscard]] const char* to_string(StopReason reason);

/// Limits shared by everything that one command does. Copies have deadlines and
/// memory limits of their own, but share the interrupt flag, so that one Ctrl-C
/// stops them all.
class Budget {
 public:
  /// Monotonic: changes of the system time do not move a deadline.
  using Clock = std::chrono::steady_clock;

  /// No limit, and an interrupt flag of its own.
  Budget();

  /// Sets the deadline to `limit` from now. Zero or negative removes it.
  void set_time(std::chrono::milliseconds limit);
  /// The number of bytes that the computation may hold; 0 = no limit. Advisory:
  /// each engine compares an estimate of what it has allocated with it.
  void set_memory(std::uint64_t bytes) { memory_bytes_ = bytes; }

  /// The memory limit in bytes; 0 = no limit.
  [[nodiscard]] std::uint64_t memory_bytes() const { return memory_bytes_; }
  /// Time left, at least 0. Without a deadline a value so large that adding it
  /// to a time of the clock does not overflow.
  [[nodiscard]] std::chrono::milliseconds time_left() const;
  /// Whether set_time() was called with a positive limit.
  [[nodiscard]] bool has_deadline() const { return has_deadline_; }

  /// Asks everything that shares this budget to stop. Async-signal-safe and
  /// thread-safe; it cannot be undone.
  void interrupt() { flag_->store(true, std::memory_order_relaxed); }
  /// Whether interrupt() was called on this budget or on a copy of it.
  [[nodiscard]] bool interrupted() const {
    return flag_->load(std::memory_order_relaxed);
  }

  /// Returns `interrupt`, else `time` if the deadline has passed, else `none`.
  /// Never returns `memory`. Cost: one clock read if there is a deadline.
  [[nodiscard]] StopReason poll() const;

 private:
  /// Shared by all copies; lock-free, so that a signal handler may set it.
  std::shared_ptr<std::atomic<bool>> flag_;
  /// Only meaningful if has_deadline_.
  Clock::time_point deadline_{};
  bool has_deadline_ = false;
  std::uint64_t memory_bytes_ = 0;
};

}  // namespace catenary::base
