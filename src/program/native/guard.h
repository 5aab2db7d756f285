// SPDX-License-Identifier: Apache-2.0
/// \file
/// Runs code of the user that may stop, crash or never return: a frame to come
/// back to (setjmp and longjmp), signal handlers, and a watchdog thread.
///
/// Signal handlers belong to the whole process, so this is the one place that
/// keeps process-wide data. It is meant for child processes that exist to run
/// the user's code.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

#include "model/step/step_system.h"

namespace catenary::program {

/// Entries of a prepared program. Each returns a model::StepOutcome, which is 0
/// for a run that goes on; where the program stopped it in the entry itself,
/// 256 times one more than the index of the StopEvent is added.
///
/// `letter` holds the packed inputs. `from` and `to` are packed states to begin
/// with and to store; entries without that part ignore them.
using Entry = std::uint32_t(const std::byte* letter,
                            const std::byte* from,
                            std::byte* to);

/// Where control returns when a run stops early. One per stepper; used by one
/// thread at a time. It may be used in a process forked after it was made:
/// thread and watchdog are then prepared again.
class Frame {
 public:
  /// `limit` is the wall-clock time after which a run counts as hung. It is
  /// checked every 50 ms, so that a run may last that much longer.
  Frame(std::chrono::milliseconds limit);
  ~Frame();
  Frame(const Frame&) = delete;
  Frame& operator=(const Frame&) = delete;

  /// Calls the entry; returns its outcome, or the one with which the run was
  /// stopped: crashed for a signal, hung for the limit. The destructors of code
  /// that is left half-way do not run.
  /// Cost: about 3 ns, since no system call is made.
  std::uint32_t run(Entry* entry,
                    const std::byte* letter,
                    const std::byte* from = nullptr,
                    std::byte* to = nullptr);

  /// What the last stopped run was stopped with: index of a StopEvent.
  /// Meaningful only if signal() is 0 and the run did not hang.
  [[nodiscard]] std::uint32_t event() const { return event_; }
  /// The signal that ended the last run, e.g. SIGSEGV; 0 where it was no
  /// signal.
  [[nodiscard]] int signal() const { return signal_; }

  /// Called by the program (as __cat_stop): ends the run of the current
  /// thread's frame. Never returns. Precondition: a run is under way.
  [[noreturn]] static void stop(std::uint32_t outcome, std::uint32_t event);

 private:
  friend struct Guard;
  /// Registers the frame with the watchdog of this process and makes it the
  /// current one of this thread.
  void prepare_thread();
  /// Returns to run(). Called from a signal handler as well.
  [[noreturn]] void leave(model::StepOutcome outcome);

  /// Begins or ends a run. Not an atomic increment: only this thread writes it.
  void count() {
    serial_.store(serial_.load(std::memory_order_relaxed) + 1,
                  std::memory_order_relaxed);
  }

  /// What the compilers' own setjmp saves: frame, stack, address. Five words,
  /// as GCC and Clang document it.
  void* back_[5] = {};
  std::uint32_t outcome_ = 0;
  std::uint32_t event_ = 0;
  int signal_ = 0;
  std::chrono::milliseconds limit_;
  /// Odd while the user's code runs; counts runs.
  std::atomic<std::uint64_t> serial_{0};
  /// Serial that the watchdog found too slow. The handler compares: the signal
  /// may arrive when that run has already returned.
  std::atomic<std::uint64_t> hung_serial_{0};
  /// pthread_t of the thread that runs; the target of the watchdog's signal.
  std::atomic<unsigned long> thread_{0};
  /// Process in which the frame was registered; 0 = none yet.
  int prepared_pid_ = 0;
};

}  // namespace catenary::program
