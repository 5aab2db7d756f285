// SPDX-License-Identifier: Apache-2.0
/// \file
/// Supervision of a child: a loop over poll(2) that moves bytes in both
/// directions and checks the limits.
///
/// The end of the child is observed by waitid() with WNOWAIT, so that it stays
/// a zombie, and its process id stays reserved, until its group is killed. A
/// pidfd wakes the loop at once; without one the poll interval bounds the
/// delay.
#include "base/supervise.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string>
#include <system_error>
#include <utility>

#include "base/error.h"

namespace catenary::base {

Pipe::Pipe() {
  if (::pipe2(ends_, O_CLOEXEC) != 0) {
    throw ToolError("cannot make a pipe: " +
                    std::generic_category().message(errno));
  }
}

Pipe::~Pipe() {
  close_read();
  close_write();
}

void Pipe::close_read() {
  if (ends_[0] >= 0) ::close(std::exchange(ends_[0], -1));
}

void Pipe::close_write() {
  if (ends_[1] >= 0) ::close(std::exchange(ends_[1], -1));
}

namespace {

/// Lowers a limit; never raises it above what we have ourselves.
void lower_limit(int resource, rlim_t soft, rlim_t hard) {
  struct rlimit now{};
  if (::getrlimit(static_cast<__rlimit_resource_t>(resource), &now) != 0) {
    return;
  }
  const struct rlimit wanted{std::min(soft, now.rlim_max),
                             std::min(hard, now.rlim_max)};
  ::setrlimit(static_cast<__rlimit_resource_t>(resource), &wanted);
}

}  // namespace

void enter_child(const ProcessLimits& limits, pid_t parent) {
  ::setpgid(0, 0);
  // Request the signal first, then look at the parent: one that died before
  // the request is noticed below.
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(127);  // it died before the prctl
  for (const int signal :
       {SIGINT, SIGTERM, SIGPIPE, SIGHUP, SIGQUIT, SIGXFSZ}) {
    ::signal(signal, SIG_DFL);
  }
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  lower_limit(RLIMIT_CORE, 0, 0);
  if (limits.address_space_bytes > 0) {
    lower_limit(
        RLIMIT_AS, limits.address_space_bytes, limits.address_space_bytes);
  }
  if (limits.cpu_seconds > 0) {
    // One second between SIGXCPU and SIGKILL, in which the child may write what
    // it has.
    lower_limit(RLIMIT_CPU, limits.cpu_seconds, limits.cpu_seconds + 1);
  }
  if (limits.file_bytes > 0) {
    lower_limit(RLIMIT_FSIZE, limits.file_bytes, limits.file_bytes);
  }
  if (limits.open_files > 0) {
    lower_limit(RLIMIT_NOFILE, limits.open_files, limits.open_files);
  }
}

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

/// How often the budget is asked while nothing happens.
constexpr milliseconds kPollInterval{20};

/// A read or write that would block returns EAGAIN instead; the loop must stay
/// able to kill.
void make_non_blocking(int fd) {
  ::fcntl(fd, F_SETFL, ::fcntl(fd, F_GETFL) | O_NONBLOCK);
}

/// Becomes readable when the process ends; -1 on kernels without it.
int open_pidfd(pid_t pid) {
  return static_cast<int>(::syscall(SYS_pidfd_open, pid, 0));
}

/// Whether the child has ended; it is not reaped.
bool has_ended(pid_t pid) {
  siginfo_t info{};
  return ::waitid(P_PID,
                  static_cast<id_t>(pid),
                  &info,
                  WEXITED | WNOHANG | WNOWAIT) == 0 &&
         info.si_pid == pid;
}

/// Takes what is there, but at most about `at_most` bytes, so that a child that
/// writes without pause cannot keep the loop from looking at the limits. Closes
/// the stream at its end.
void drain(ChildStream& stream, std::size_t at_most) {
  char buffer[1 << 16];
  std::size_t taken = 0;
  while (stream.pipe->read_end() >= 0 && taken < at_most) {
    const ssize_t n = ::read(stream.pipe->read_end(), buffer, sizeof buffer);
    if (n > 0) {
      stream.take({buffer, static_cast<std::size_t>(n)});
      taken += static_cast<std::size_t>(n);
    } else if (n < 0 && errno == EINTR) {
      continue;
    } else if (n < 0 && errno == EAGAIN) {
      return;
    } else {
      stream.pipe->close_read();
    }
  }
}

/// Feeds what fits; closes the input when all was written or nobody reads.
void feed(SupervisedChild& child) {
  while (!child.input_text.empty()) {
    const ssize_t n = ::write(child.input->write_end(),
                              child.input_text.data(),
                              child.input_text.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0 && errno == EAGAIN) return;
    // EPIPE: nobody reads any more. That is the child's decision and not an
    // error.
    if (n < 0) break;
    child.input_text.remove_prefix(static_cast<std::size_t>(n));
  }
  child.input->close_write();
}

/// Blocks SIGPIPE in this thread, and consumes one that feed() caused. A
/// handler or SIG_IGN for the whole process would disturb other threads.
class PipeSignalGuard {
 public:
  PipeSignalGuard() {
    sigemptyset(&set_);
    sigaddset(&set_, SIGPIPE);
    ::pthread_sigmask(SIG_BLOCK, &set_, &before_);
  }
  ~PipeSignalGuard() {
    const struct timespec now{};
    // If the caller had blocked the signal, a pending one may be its own.
    if (!sigismember(&before_, SIGPIPE)) {
      while (::sigtimedwait(&set_, nullptr, &now) > 0) {
      }
    }
    ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  PipeSignalGuard(const PipeSignalGuard&) = delete;
  PipeSignalGuard& operator=(const PipeSignalGuard&) = delete;

 private:
  sigset_t set_{};
  sigset_t before_{};
};

/// Kills the group when it is destroyed, also by an exception, and reaps its
/// leader.
class Reaper {
 public:
  explicit Reaper(pid_t pid) : pid_(pid) {}
  ~Reaper() { finish(); }
  Reaper(const Reaper&) = delete;
  Reaper& operator=(const Reaper&) = delete;

  void kill_group() const {
    ::kill(-pid_, SIGKILL);
    ::kill(pid_, SIGKILL);  // not yet leader of a group
  }
  /// The wait status. The leader is reaped last, so that the number of the
  /// group cannot be given to somebody else before it is killed.
  int finish() {
    if (pid_ < 0) return status_;
    kill_group();
    while (::waitpid(pid_, &status_, 0) < 0 && errno == EINTR) {
    }
    pid_ = -1;
    return status_;
  }

 private:
  pid_t pid_;
  int status_ = 0;
};

/// Waits until a pipe or the process has news or `timeout` has passed.
void wait_for_news(const SupervisedChild& child,
                   int pidfd,
                   milliseconds timeout) {
  std::vector<struct pollfd> polled;
  if (pidfd >= 0) polled.push_back({pidfd, POLLIN, 0});
  if (child.input != nullptr && child.input->write_end() >= 0) {
    polled.push_back({child.input->write_end(), POLLOUT, 0});
  }
  for (const ChildStream& stream : child.streams) {
    if (stream.pipe->read_end() >= 0) {
      polled.push_back({stream.pipe->read_end(), POLLIN, 0});
    }
  }
  ::poll(polled.data(), polled.size(), static_cast<int>(timeout.count()));
}

}  // namespace

void supervise(SupervisedChild& child,
               const Budget& budget,
               ProcessResult& result) {
  constexpr std::size_t kChunk = std::size_t{1} << 20;
  constexpr std::size_t kEverything = ~std::size_t{0};
  const auto start = Clock::now();
  const PipeSignalGuard quiet;
  Reaper reaper(child.pid);
  // The child does the same; whichever comes first, the group exists before
  // either goes on.
  ::setpgid(child.pid, child.pid);
  const int pidfd = open_pidfd(child.pid);
  for (ChildStream& stream : child.streams) {
    stream.pipe->close_write();
    make_non_blocking(stream.pipe->read_end());
  }
  if (child.input != nullptr) {
    child.input->close_read();
    make_non_blocking(child.input->write_end());
  }
  bool killed = false;
  // Each round: limits first, so that a child that floods its output is still
  // killed in time; then bytes.
  while (!has_ended(child.pid)) {
    const StopReason stop = budget.poll();
    const auto elapsed = Clock::now() - start;
    if (stop == StopReason::interrupt) {
      result.ending = Ending::interrupted;
      killed = true;
    } else if (stop != StopReason::none ||
               (child.time.count() > 0 && elapsed >= child.time)) {
      result.ending = Ending::timed_out;
      killed = true;
    }
    if (killed) break;
    wait_for_news(child, pidfd, kPollInterval);
    if (child.input != nullptr && child.input->write_end() >= 0) feed(child);
    for (ChildStream& stream : child.streams) drain(stream, kChunk);
  }
  if (pidfd >= 0) ::close(pidfd);
  const int status = reaper.finish();
  // A descendant may hold a pipe open. It was killed with the group, so that
  // what is in the pipes now is all there will be.
  for (ChildStream& stream : child.streams) {
    drain(stream, kEverything);
    stream.pipe->close_read();
  }
  result.wall_time =
      std::chrono::duration_cast<milliseconds>(Clock::now() - start);
  // The status of a killed child is SIGKILL, which says less than `ending`.
  if (killed) return;
  if (WIFSIGNALED(status)) {
    result.ending = Ending::signalled;
    result.signal = WTERMSIG(status);
  } else {
    result.ending = Ending::exited;
    result.exit_code = WEXITSTATUS(status);
  }
}

std::function<void(std::string_view)> capped_sink(std::string& into,
                                                  std::size_t cap,
                                                  bool& truncated) {
  return [&into, cap, &truncated](std::string_view bytes) {
    const std::size_t room = cap - std::min(cap, into.size());
    if (bytes.size() > room) truncated = true;
    into.append(bytes.substr(0, room));
  };
}

}  // namespace catenary::base
