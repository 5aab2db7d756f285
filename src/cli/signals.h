// SPDX-License-Identifier: Apache-2.0
/// \file
/// Ctrl-C: the first asks to stop, the second stops.
#pragma once

#include <signal.h>

#include <atomic>
#include <functional>
#include <thread>

#include "base/budget.h"

namespace catenary::cli {

/// While it lives, SIGINT, SIGTERM and SIGHUP interrupt the budget, the second
/// one ends the program with exit code 130 at once, and SIGPIPE and SIGXFSZ are
/// ignored.
///
/// The signals are blocked and taken by a thread of its own, so no handler
/// runs inside other code. Make it before any other thread, once.
class SignalWatch {
 public:
  /// `on_first` runs in that thread after the budget was interrupted.
  SignalWatch(base::Budget budget, std::function<void()> on_first);
  ~SignalWatch();
  SignalWatch(const SignalWatch&) = delete;
  SignalWatch& operator=(const SignalWatch&) = delete;

 private:
  sigset_t before_{};
  sigset_t watched_{};
  std::atomic<bool> ended_ = false;
  std::thread thread_;
};

}  // namespace catenary::cli
