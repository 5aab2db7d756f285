// SPDX-License-Identifier: Apache-2.0
/// \file
/// What a computation may use: wall-clock time, memory, and the user's
/// patience (Ctrl-C). Cheap to poll from inner loops.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>

namespace catenary::base {

/// Why a computation stopped before its end.
enum class StopReason : std::uint8_t {
  none,       ///< it did not
  time,       ///< the deadline passed
  memory,     ///< the memory limit was reached
  interrupt,  ///< the user asked to stop (first Ctrl-C)
};
[[nodiscard]] const char* to_string(StopReason reason);

/// Limits shared by everything one command does. Copies share the interrupt
/// flag, so that one Ctrl-C stops them all.
class Budget {
 public:
  using Clock = std::chrono::steady_clock;

  /// No limit at all.
  Budget();

  /// Wall-clock time from now; zero or negative = no limit.
  void set_time(std::chrono::milliseconds limit);
  /// Bytes this computation may hold; 0 = no limit. Advisory: engines compare
  /// what they allocate with it.
  void set_memory(std::uint64_t bytes) { memory_bytes_ = bytes; }

  [[nodiscard]] std::uint64_t memory_bytes() const { return memory_bytes_; }
  /// Time left; a very large value when there is no limit.
  [[nodiscard]] std::chrono::milliseconds time_left() const;
  [[nodiscard]] bool has_deadline() const { return has_deadline_; }

  /// Asks everything that shares this budget to stop. Async-signal-safe.
  void interrupt() { flag_->store(true, std::memory_order_relaxed); }
  [[nodiscard]] bool interrupted() const {
    return flag_->load(std::memory_order_relaxed);
  }

  /// time or interrupt, else none. Costs one clock read.
  [[nodiscard]] StopReason poll() const;

 private:
  std::shared_ptr<std::atomic<bool>> flag_;
  Clock::time_point deadline_{};
  bool has_deadline_ = false;
  std::uint64_t memory_bytes_ = 0;
};

}  // namespace catenary::base
