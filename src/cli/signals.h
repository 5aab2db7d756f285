// SPDX-License-Identifier: Apache-2.0
/// \file
/// Signals that end the program: the first Ctrl-C asks the computation to stop
/// and write what it has, the second ends the process at once.
#pragma once

#include <signal.h>

#include <atomic>
#include <functional>
#include <thread>

#include "base/budget.h"

namespace catenary::cli {

/// While it lives, SIGINT, SIGTERM and SIGHUP interrupt the budget; the second
/// of them ends the process with exit code 130. SIGPIPE and SIGXFSZ are
/// ignored, so that writes fail with an error instead.
///
/// The signals are blocked, and a thread of its own waits for them: no handler
/// runs inside other code, and the action may use locks and streams. Make it
/// once, before any other thread, since threads inherit the mask.
class SignalWatch {
 public:
  /// `on_first` runs in the watching thread after the budget was interrupted.
  SignalWatch(base::Budget budget, std::function<void()> on_first);
  /// Ends the thread and restores the mask. SIGPIPE and SIGXFSZ stay ignored.
  ~SignalWatch();
  SignalWatch(const SignalWatch&) = delete;
  SignalWatch& operator=(const SignalWatch&) = delete;

  /// Ends the thread and leaves the signals blocked, for a process that calls
  /// execve(2) next: the mask and signals that are pending survive it, so the
  /// SignalWatch of the new program misses none.
  void hand_over();

 private:
  /// The mask to restore.
  sigset_t before_{};
  /// The signals that are blocked and waited for.
  sigset_t watched_{};
  /// Tells the thread that the signal which wakes it means the end.
  std::atomic<bool> ended_ = false;
  std::thread thread_;
};

}  // namespace catenary::cli
