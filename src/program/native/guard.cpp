// SPDX-License-Identifier: Apache-2.0
/// \file
/// Time limits and crashes of native runs: signals on an alternate stack,
/// longjmp out of the handler, and a thread that looks for runs that do not
/// return.
#include "program/native/guard.h"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace catenary::program {

namespace {

/// A signal that programs rarely use themselves.
constexpr int kHangSignal = SIGUSR2;
constexpr std::chrono::milliseconds kWatchInterval{50};

/// The frame whose run the signals of this thread concern.
thread_local Frame* current = nullptr;

/// An alternate signal stack, so that a stack overflow can be handled.
struct SignalStack {
  static constexpr std::size_t kBytes = std::size_t{64} << 10;
  SignalStack() : memory(new char[kBytes]) {
    stack_t s{};
    s.ss_sp = memory.get();
    s.ss_size = kBytes;
    sigaltstack(&s, nullptr);
  }
  ~SignalStack() {
    stack_t s{};
    s.ss_flags = SS_DISABLE;
    sigaltstack(&s, nullptr);
  }
  SignalStack(const SignalStack&) = delete;
  SignalStack& operator=(const SignalStack&) = delete;
  std::unique_ptr<char[]> memory;
};

}  // namespace

/// The frames of this process and the thread that watches them.
struct Guard {
  std::mutex mutex;
  std::vector<Frame*> frames;
  int pid = 0;

  /// The guard of this process; a forked child gets its own, since the
  /// parent's watchdog thread does not exist there.
  static Guard& get() {
    static Guard* guard = nullptr;
    if (guard == nullptr || guard->pid != getpid()) {
      guard = new Guard;  // lives as long as the process
      guard->pid = getpid();
      guard->install();
      std::thread([] { guard->watch(); }).detach();
    }
    return *guard;
  }

  void install() {
    struct sigaction action{};
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
    // SA_NODEFER: the handler is left by longjmp and never returns, so a
    // blocked signal would stay blocked.
    action.sa_sigaction = &Guard::handle;
    sigemptyset(&action.sa_mask);
    for (int s :
         {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, kHangSignal}) {
      sigaction(s, &action, nullptr);
    }
  }

  static void handle(int number, siginfo_t*, void*) {
    Frame* frame = current;
    const bool running =
        frame != nullptr &&
        (frame->serial_.load(std::memory_order_relaxed) & 1) != 0;
    if (number == kHangSignal) {
      // The run may have returned between the watchdog's decision and this
      // handler; only the run that was found too slow is ended.
      if (running && frame->hung_serial_.load() == frame->serial_.load()) {
        frame->signal_ = 0;
        frame->leave(model::StepOutcome::hung);
      }
      return;  // it returned meanwhile
    }
    if (running) {
      frame->signal_ = number;
      frame->leave(model::StepOutcome::crashed);
    }
    // Our own code: die of it as without a handler.
    signal(number, SIG_DFL);
    raise(number);
  }

  void watch() {
    struct Seen {
      std::uint64_t serial = 0;
      std::chrono::steady_clock::time_point since;
    };
    std::map<Frame*, Seen> seen;
    for (;;) {
      // A lock of the mutex excludes that a frame is destroyed meanwhile.
      std::this_thread::sleep_for(kWatchInterval);
      const std::lock_guard<std::mutex> lock(mutex);
      const auto now = std::chrono::steady_clock::now();
      for (Frame* frame : frames) {
        const std::uint64_t serial = frame->serial_.load();
        Seen& s = seen[frame];
        // Even: no run is under way. Another serial: another run than before.
        if ((serial & 1) == 0 || s.serial != serial) {
          s = {serial, now};
        } else if (now - s.since > frame->limit_) {
          frame->hung_serial_.store(serial);
          pthread_kill(frame->thread_.load(), kHangSignal);
        }
      }
    }
  }
};

Frame::Frame(std::chrono::milliseconds limit) : limit_(limit) {}

Frame::~Frame() {
  // A frame that a parent process registered is unknown here.
  if (prepared_pid_ != getpid()) return;
  Guard& guard = Guard::get();
  const std::lock_guard<std::mutex> lock(guard.mutex);
  std::erase(guard.frames, this);
  if (current == this) current = nullptr;
}

void Frame::prepare_thread() {
  thread_local const SignalStack stack;
  (void)stack;
  Guard& guard = Guard::get();
  if (prepared_pid_ != getpid()) {
    const std::lock_guard<std::mutex> lock(guard.mutex);
    thread_.store(pthread_self());
    guard.frames.push_back(this);
    prepared_pid_ = getpid();
  } else {
    thread_.store(pthread_self());
  }
  current = this;
}

// The compilers' setjmp, which leaves saving registers to the compiler: the
// library's costs more than most steps. It must be in the function that makes
// the call, since its frame must still exist at the longjmp.
std::uint32_t Frame::run(Entry* entry,
                         const std::byte* letter,
                         const std::byte* from,
                         std::byte* to) {
  constexpr std::uint32_t kOutcomes = 256;
  if (current != this) prepare_thread();
  if (__builtin_setjmp(back_) != 0) {
    count();
    return outcome_;
  }
  signal_ = 0;
  count();
  const std::uint32_t result = entry(letter, from, to);
  count();
  if (result < kOutcomes) return result;
  event_ = result / kOutcomes - 1;
  return result % kOutcomes;
}

void Frame::leave(model::StepOutcome outcome) {
  outcome_ = static_cast<std::uint32_t>(outcome);
  __builtin_longjmp(back_, 1);
}

void Frame::stop(std::uint32_t outcome, std::uint32_t event) {
  Frame* frame = current;
  frame->event_ = event;
  frame->signal_ = 0;
  frame->leave(static_cast<model::StepOutcome>(outcome));
}

}  // namespace catenary::program
