// SPDX-License-Identifier: Apache-2.0
/// \file
/// A thread that waits for signals by sigwait().
#include "cli/signals.h"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <utility>

#include "app/exit_code.h"

namespace catenary::cli {
namespace {

/// The signal by which the destructor wakes the thread. Others may send it,
/// too; without `ended` it has no meaning then.
constexpr int kEndOfWatch = SIGUSR1;

/// The loop of the thread.
void watch(const sigset_t& signals,
           const std::atomic<bool>& ended,
           base::Budget budget,
           const std::function<void()>& on_first) {
  for (;;) {
    int signal = 0;
    if (::sigwait(&signals, &signal) != 0) continue;
    if (ended.load()) return;
    if (signal == kEndOfWatch) continue;  // somebody else sent it
    // The second request. No cleanup: it may be what hangs.
    if (budget.interrupted()) {
      ::_exit(static_cast<int>(app::ExitCode::interrupted));
    }
    budget.interrupt();
    on_first();
  }
}

}  // namespace

SignalWatch::SignalWatch(base::Budget budget, std::function<void()> on_first) {
  ::signal(SIGPIPE, SIG_IGN);
  ::signal(SIGXFSZ, SIG_IGN);  // writing beyond RLIMIT_FSIZE fails with EFBIG
  sigemptyset(&watched_);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, kEndOfWatch}) {
    // nohup(1) has SIGHUP ignored. It must not be blocked then: sigwait() would
    // receive it all the same.
    struct sigaction now{};
    const bool ignored = signal == SIGHUP &&
                         ::sigaction(signal, nullptr, &now) == 0 &&
                         now.sa_handler == SIG_IGN;
    if (!ignored) sigaddset(&watched_, signal);
  }
  // Before the thread is made, so that it inherits the mask.
  ::pthread_sigmask(SIG_BLOCK, &watched_, &before_);
  thread_ = std::thread([signals = watched_,
                         &ended = ended_,
                         budget = std::move(budget),
                         action = std::move(on_first)] {
    watch(signals, ended, budget, action);
  });
}

void SignalWatch::hand_over() {
  if (!thread_.joinable()) return;
  // In this order: the thread reads the flag after it was woken.
  ended_.store(true);
  ::pthread_kill(thread_.native_handle(), kEndOfWatch);
  thread_.join();
}

SignalWatch::~SignalWatch() {
  hand_over();
  ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

}  // namespace catenary::cli
