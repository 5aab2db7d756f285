// SPDX-License-Identifier: Apache-2.0
/// \file
/// Running code of the user that may stop, crash or never return: a frame to
/// come back to, signal handlers, and a watchdog.
///
/// Signals are a matter of the whole process, so this is the one place that
/// keeps process-wide data. It is meant for child processes that exist to run
/// the user's code.
#pragma once

#include <atomic>
#include <chrono>
#include <csetjmp>
#include <cstdint>

#include "model/step_system.h"

namespace catenary::program {

/// Where control returns when a run stops early. One per stepper; used by one
/// thread at a time.
class Frame {
 public:
  Frame(std::chrono::milliseconds limit);
  ~Frame();
  Frame(const Frame&) = delete;
  Frame& operator=(const Frame&) = delete;

  /// Calls `body(argument)`; gives its result, or the outcome with which the
  /// run was stopped.
  std::uint32_t run(std::uint32_t (*body)(const std::byte*),
                    const std::byte* argument);

  /// What the last stopped run was stopped with.
  [[nodiscard]] std::uint32_t event() const { return event_; }
  /// Signal that ended it, 0 where it was no signal.
  [[nodiscard]] int signal() const { return signal_; }

  /// Called by the program (as __cat_stop): ends the run. Never returns.
  [[noreturn]] static void stop(std::uint32_t outcome, std::uint32_t event);

 private:
  friend struct Guard;
  void prepare_thread();
  [[noreturn]] void leave(model::StepOutcome outcome);

  jmp_buf back_{};
  std::uint32_t outcome_ = 0;
  std::uint32_t event_ = 0;
  int signal_ = 0;
  std::chrono::milliseconds limit_;
  /// Odd while the user's code runs; counts runs.
  std::atomic<std::uint64_t> serial_{0};
  /// Serial that the watchdog found too slow.
  std::atomic<std::uint64_t> hung_serial_{0};
  std::atomic<unsigned long> thread_{0};
  int prepared_pid_ = 0;
};

}  // namespace catenary::program
