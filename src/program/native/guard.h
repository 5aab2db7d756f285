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
#include <cstdint>

#include "model/step/step_system.h"

namespace catenary::program {

/// Entries of a prepared program. Each returns the outcome, which is 0 for a
/// run that goes on; where the program stopped it in the entry itself, 256
/// times one more than the event is added.
///
/// `from` and `to` are states to begin with and to store; entries without that
/// part ignore them.
using Entry = std::uint32_t(const std::byte* letter,
                            const std::byte* from,
                            std::byte* to);

/// Where control returns when a run stops early. One per stepper; used by one
/// thread at a time.
class Frame {
 public:
  Frame(std::chrono::milliseconds limit);
  ~Frame();
  Frame(const Frame&) = delete;
  Frame& operator=(const Frame&) = delete;

  /// Calls the entry; gives its outcome, or the one with which the run was
  /// stopped. Cost: about 3 ns.
  std::uint32_t run(Entry* entry,
                    const std::byte* letter,
                    const std::byte* from = nullptr,
                    std::byte* to = nullptr);

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

  void count() {  // only this thread writes it
    serial_.store(serial_.load(std::memory_order_relaxed) + 1,
                  std::memory_order_relaxed);
  }

  /// What the compilers' own setjmp saves: frame, stack, address.
  void* back_[5] = {};
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
