// SPDX-License-Identifier: Apache-2.0
#include "cli/signals.h"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <utility>

#include "app/exit_code.h"

namespace catenary::cli {
namespace {

/// Wakes the watching thread, which ends where it was told to. Anybody may send
/// this signal; it means nothing then.
constexpr int kEndOfWatch = SIGUSR1;

void watch(const sigset_t& signals,
           const std::atomic<bool>& ended,
           base::Budget budget,
           const std::function<void()>& on_first) {
  for (;;) {
    int signal = 0;
    if (::sigwait(&signals, &signal) != 0) continue;
    if (ended.load()) return;
    if (signal == kEndOfWatch) continue;  // somebody else sent it
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
    struct sigaction now{};
    // nohup(1) has SIGHUP ignored; what is blocked would come all the same.
    const bool ignored = signal == SIGHUP &&
                         ::sigaction(signal, nullptr, &now) == 0 &&
                         now.sa_handler == SIG_IGN;
    if (!ignored) sigaddset(&watched_, signal);
  }
  ::pthread_sigmask(SIG_BLOCK, &watched_, &before_);
  thread_ = std::thread([signals = watched_,
                         &ended = ended_,
                         budget = std::move(budget),
                         action = std::move(on_first)] {
    watch(signals, ended, budget, action);
  });
}

SignalWatch::~SignalWatch() {
  ended_.store(true);
  ::pthread_kill(thread_.native_handle(), kEndOfWatch);
  thread_.join();
  ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

}  // namespace catenary::cli
