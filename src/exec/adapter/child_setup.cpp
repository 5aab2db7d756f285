// SPDX-License-Identifier: Apache-2.0
/// \file
/// The preparation of a child for foreign code: descriptors out of its way,
/// limits, default signals, a handler that recognises stack overflows.
#include "exec/adapter/child_setup.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio_ext.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "base/wire.h"
#include "base/worker.h"
#include "exec/adapter/orphans.h"

namespace catenary::exec {
namespace {

/// Descriptors below this belong to the SUT.
constexpr int kFirstOwnDescriptor = 200;
// Large enough for deep recursion, small enough to be exhausted before memory
// is.
constexpr rlim_t kStackBytes = rlim_t{64} << 20;

/// The data of the handler of fatal faults; set before foreign code runs.
struct FaultContext {
  int socket = -1;
  std::uintptr_t stack_low = 0;
  /// What is sent: a handler may not build it.
  std::string frame;
};
FaultContext fault_context;

// A fault this close to the lowest stack address is taken for an overflow.
constexpr std::size_t kGuardBytes = std::size_t{1} << 20;

/// Reports to the parent if a fault was a stack overflow; then the fault
/// happens again with the default action (SA_RESETHAND). Async-signal-safe.
void on_fault(int, siginfo_t* info, void*) {
  const auto at = reinterpret_cast<std::uintptr_t>(info->si_addr);
  const std::uintptr_t low = fault_context.stack_low;
  if (low == 0 || at < low - kGuardBytes || at > low + kGuardBytes) return;
  const std::string& frame = fault_context.frame;
  (void)!::write(fault_context.socket, frame.data(), frame.size());
}

void install_fault_handler(int socket) {
  fault_context.socket = socket;
  constexpr std::string_view kText = "stack overflow";
  base::WireWriter message;
  message.put(kFaultMark);
  message.put_bytes(kText.data(), kText.size());
  fault_context.frame = message.frame();
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
    void* low = nullptr;
    std::size_t size = 0;
    if (pthread_attr_getstack(&attributes, &low, &size) == 0) {
      fault_context.stack_low = reinterpret_cast<std::uintptr_t>(low);
    }
    pthread_attr_destroy(&attributes);
  }
  // The handler needs a stack of its own: the normal one is exhausted.
  static char stack[64 << 10];
  stack_t alternate{};
  alternate.ss_sp = stack;
  alternate.ss_size = sizeof stack;
  sigaltstack(&alternate, nullptr);
  struct sigaction action{};
  action.sa_sigaction = &on_fault;
  action.sa_flags = static_cast<int>(SA_SIGINFO | SA_ONSTACK | SA_RESETHAND);
  sigemptyset(&action.sa_mask);
  sigaction(SIGSEGV, &action, nullptr);
  sigaction(SIGBUS, &action, nullptr);
}

}  // namespace

int enter_child(int socket, int output, const ChildLimits& limits) {
  // Streams hold what the parent had not written yet: it is the parent's.
  __fpurge(stdout);
  __fpurge(stderr);
  const int null = open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (null >= 0) dup2(null, STDIN_FILENO);
  dup2(output, STDOUT_FILENO);
  dup2(output, STDERR_FILENO);
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  // A high number, since programs count on getting low ones.
  const int high = fcntl(socket, F_DUPFD_CLOEXEC, kFirstOwnDescriptor);
  if (high >= 0) {
    ::close(socket);
    socket = high;
  }
  ::close(output);
  if (null > STDERR_FILENO) ::close(null);

  // Handlers and ignored signals of the parent mean nothing to the SUT.
  for (int signal = 1; signal < NSIG; ++signal) {
    if (signal != SIGKILL && signal != SIGSTOP) ::signal(signal, SIG_DFL);
  }
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);

  // Soft limits: the SUT may have reasons to raise them.
  base::set_limit(RLIMIT_CORE, 0);
  base::set_limit(RLIMIT_STACK, kStackBytes);
  if (limits.file_bytes > 0) {
    base::set_limit(RLIMIT_FSIZE, limits.file_bytes);
  }
  if (limits.memory_bytes > 0) {
    // Relative to what is mapped already: the child is a copy of a process that
    // may hold much.
    base::set_limit(RLIMIT_AS, base::address_space() + limits.memory_bytes);
  }
  if (limits.processes > 0) {
    base::set_limit(RLIMIT_NPROC, process_limit(limits.processes));
  }
  keep_descendants();
  // exit() in the SUT must not run the parent's exit handlers. Handlers run
  // last in first out, so those the SUT registers later still run.
  on_exit(
      [](int status, void*) {
        std::fflush(nullptr);
        _exit(status);
      },
      nullptr);
  install_fault_handler(socket);
  return socket;
}

}  // namespace catenary::exec
