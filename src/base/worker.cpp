// SPDX-License-Identifier: Apache-2.0
/// \file
/// Children from fork to reaping, and their supervision: a loop over poll(2)
/// that moves bytes in both directions and checks the limits.
///
/// The end of a child is observed by waitid() with WNOWAIT, so that it stays a
/// zombie, and its process id stays reserved, until its group is killed. A
/// pidfd wakes who waits at once; without one the poll interval bounds the
/// delay.
#include "base/worker.h"

#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <fstream>
#include <memory>
#include <new>
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

std::string describe_signal(int signal) {
  const char* abbreviation = ::sigabbrev_np(signal);
  const char* description = ::sigdescr_np(signal);
  if (abbreviation == nullptr || description == nullptr) {
    return "signal " + std::to_string(signal);
  }
  return std::string("SIG") + abbreviation + " (" + description + ")";
}

std::string WorkerEnd::to_string() const {
  if (signal == 0) return "left with status " + std::to_string(status);
  const char* name = ::sigdescr_np(signal);
  return "killed by signal " + std::to_string(signal) + " (" +
         (name != nullptr ? name : "unknown") + ")";
}

namespace {

/// What is known of a child that was not reaped here.
enum class State : std::uint8_t {
  running,
  ended,
  /// Reaped by somebody else, e.g. because SIGCHLD is ignored.
  lost
};

State state_of(pid_t pid) {
  siginfo_t info{};
  if (::waitid(
          P_PID, static_cast<id_t>(pid), &info, WEXITED | WNOHANG | WNOWAIT) !=
      0) {
    return errno == ECHILD ? State::lost : State::running;
  }
  return info.si_pid == pid ? State::ended : State::running;
}

/// No signal reaches this thread, and children that it forks, while it exists:
/// a handler must not run in memory that is lent.
class NoSignals {
 public:
  NoSignals() {
    sigset_t all;
    sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ~NoSignals() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  NoSignals(const NoSignals&) = delete;
  NoSignals& operator=(const NoSignals&) = delete;

 private:
  sigset_t before_{};
};

int call(void* body) {
  (*static_cast<const std::function<void()>*>(body))();
  return 127;
}

/// Forks without a copy of our memory, and waits until the child has executed a
/// program or ended: what posix_spawn(3) does, which has no parent-death
/// signal. Returns -1 where the machine refuses.
pid_t clone_lending(const std::function<void()>& body) {
  // Enough for execvpe(3), which keeps paths and arguments there.
  constexpr std::size_t kStack = std::size_t{1} << 18;
  const auto stack = std::make_unique_for_overwrite<std::byte[]>(kStack);
  const NoSignals quiet;
  return ::clone(&call,
                 stack.get() + kStack,
                 CLONE_VM | CLONE_VFORK | SIGCHLD,
                 const_cast<std::function<void()>*>(&body));
}

/// Memory that a child shares with us, which is 0 at first; null where the
/// machine has none.
std::atomic<std::int64_t>* shared_counter() {
  using Counter = std::atomic<std::int64_t>;
  static_assert(Counter::is_always_lock_free, "processes share no locks");
  void* const memory = ::mmap(nullptr,
                              sizeof(Counter),
                              PROT_READ | PROT_WRITE,
                              MAP_SHARED | MAP_ANONYMOUS,
                              -1,
                              0);
  return memory == MAP_FAILED ? nullptr : new (memory) Counter(0);
}

}  // namespace

void Worker::live(pid_t parent,
                  Group group,
                  const std::function<void()>& body,
                  std::atomic<std::int64_t>* work) {
  if (group == Group::own) ::setpgid(0, 0);
  // Request the signal first, then look at the parent: one that died before the
  // request is noticed below.
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(127);
  const WorkClock::time_point begin = WorkClock::now();
  // An exception must not unwind into the parent's work.
  [&]() noexcept { body(); }();
  if (work != nullptr) work->store((WorkClock::now() - begin).count());
  ::_exit(0);
}

Worker::Worker(const std::string& failure,
               Group group,
               const std::function<void()>& body,
               Memory memory)
    : group_(group) {
  const pid_t parent = ::getpid();
  // Sanitizers keep records of threads in our memory, which a child would
  // spoil.
  if (memory == Memory::lent && !kAddressSanitizer && !kThreadSanitizer) {
    pid_ = clone_lending([&] { live(parent, group, body, nullptr); });
  } else {
    work_ = shared_counter();
    pid_ = ::fork();
    if (pid_ == 0) live(parent, group, body, work_);
  }
  if (pid_ < 0) {
    if (work_ != nullptr) ::munmap(work_, sizeof *work_);
    throw ToolError(failure + ": " + std::generic_category().message(errno));
  }
  // The child does the same; whichever comes first, the group exists before
  // either goes on.
  if (group == Group::own) ::setpgid(pid_, pid_);
}

Worker::~Worker() {
  kill();
  if (work_ != nullptr) ::munmap(work_, sizeof *work_);
  if (end_fd_ && *end_fd_ >= 0) ::close(*end_fd_);
}

bool Worker::has_ended() const {
  return pid_ < 0 || state_of(pid_) != State::running;
}

int Worker::end_fd() {
  if (!end_fd_) {
    end_fd_ = static_cast<int>(::syscall(SYS_pidfd_open, pid_, 0));
  }
  return *end_fd_;
}

bool Worker::wait(std::chrono::milliseconds at_most) {
  constexpr std::int64_t kMost = 60'000;
  constexpr std::int64_t kEvery = 2;
  if (has_ended()) return true;
  std::int64_t left = std::clamp<std::int64_t>(at_most.count(), 0, kMost);
  struct pollfd end{end_fd(), POLLIN, 0};
  // Without a pidfd, which poll() ignores then: in slices.
  do {
    const std::int64_t slice = end.fd < 0 ? std::min(left, kEvery) : left;
    if (::poll(&end, 1, static_cast<int>(slice)) < 0) break;
    left -= slice;
  } while (left > 0 && !has_ended());
  return has_ended();
}

void Worker::signal(int number) const {
  if (!has_ended()) ::kill(pid_, number);  // a zombie keeps its number
}

const WorkerEnd& Worker::kill() {
  if (pid_ < 0) return end_;
  const pid_t pid = std::exchange(pid_, -1);
  // A number that is free again may be another's.
  if (state_of(pid) == State::lost) return end_;
  // The group first: once the leader is reaped, its number may be reused. The
  // leader too: it may not have made its group yet.
  if (group_ == Group::own) ::kill(-pid, SIGKILL);
  ::kill(pid, SIGKILL);
  int status = 0;
  while (::waitpid(pid, &status, 0) < 0) {
    if (errno != EINTR) return end_;
  }
  if (work_ != nullptr) {
    WorkClock::charge(WorkClock::duration(work_->load()));
  }
  end_.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  end_.status = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
  return end_;
}

void set_limit(int resource, std::uint64_t soft, std::uint64_t hard) {
  struct rlimit now{};
  const auto which = static_cast<__rlimit_resource_t>(resource);
  if (::getrlimit(which, &now) != 0) return;
  const struct rlimit wanted{std::min<rlim_t>(soft, now.rlim_max),
                             std::min<rlim_t>(hard, now.rlim_max)};
  ::setrlimit(which, &wanted);
}

void enter_program(const ProcessLimits& limits) {
  for (const int signal :
       {SIGINT, SIGTERM, SIGPIPE, SIGHUP, SIGQUIT, SIGXFSZ}) {
    ::signal(signal, SIG_DFL);
  }
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  set_limit(RLIMIT_CORE, 0, 0);
  if (limits.address_space_bytes > 0) {
    set_limit(
        RLIMIT_AS, limits.address_space_bytes, limits.address_space_bytes);
  }
  if (limits.cpu_seconds > 0) {
    // One second between SIGXCPU and SIGKILL, in which the child may write what
    // it has.
    set_limit(RLIMIT_CPU, limits.cpu_seconds, limits.cpu_seconds + 1);
  }
  if (limits.file_bytes > 0) {
    set_limit(RLIMIT_FSIZE, limits.file_bytes, limits.file_bytes);
  }
  if (limits.open_files > 0) {
    set_limit(RLIMIT_NOFILE, limits.open_files, limits.open_files);
  }
}

std::uint64_t address_space() {
  std::uint64_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  return pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

bool is_gone(pid_t pid) {
  // EPERM: it exists but belongs to another user.
  return ::kill(pid, 0) != 0 && errno == ESRCH;
}

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

/// A read or write that would block returns EAGAIN instead; the loop must stay
/// able to kill.
void make_non_blocking(int fd) {
  ::fcntl(fd, F_SETFL, ::fcntl(fd, F_GETFL) | O_NONBLOCK);
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

/// Waits until a pipe or the process has news or `timeout` has passed.
void wait_for_news(const SupervisedChild& child, milliseconds timeout) {
  // poll() ignores a descriptor of -1.
  std::vector<struct pollfd> polled = {{child.worker.end_fd(), POLLIN, 0}};
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

bool write_all(const Pipe& pipe, std::string_view bytes) {
  const PipeSignalGuard quiet;
  while (!bytes.empty()) {
    const ssize_t n = ::write(pipe.write_end(), bytes.data(), bytes.size());
    if (n >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(n));
    } else if (errno != EINTR) {
      return false;
    }
  }
  return true;
}

Supervision::Supervision(SupervisedChild& child) : child_(child) {
  for (ChildStream& stream : child_.streams) {
    stream.pipe->close_write();
    make_non_blocking(stream.pipe->read_end());
  }
  if (child_.input != nullptr) {
    child_.input->close_read();
    make_non_blocking(child_.input->write_end());
  }
}

// Limits first, so that a child that floods its output is still killed in time;
// then bytes.
bool Supervision::serve(const Budget& budget, milliseconds at_most) {
  constexpr std::size_t kChunk = std::size_t{1} << 20;
  if (child_.worker.has_ended()) return false;
  const StopReason stop = budget.poll();
  const auto elapsed = Clock::now() - begin_;
  if (stop == StopReason::interrupt) {
    limit_ = Ending::interrupted;
  } else if (stop != StopReason::none ||
             (child_.time.count() > 0 && elapsed >= child_.time)) {
    limit_ = Ending::timed_out;
  }
  if (limit_) return false;
  const PipeSignalGuard quiet;
  wait_for_news(child_, at_most);
  if (child_.input != nullptr && child_.input->write_end() >= 0) feed(child_);
  for (ChildStream& stream : child_.streams) drain(stream, kChunk);
  return true;
}

void Supervision::finish(ProcessResult& result) {
  constexpr std::size_t kEverything = ~std::size_t{0};
  const bool killed = !child_.worker.has_ended();
  const WorkerEnd& end = child_.worker.kill();
  // A descendant may hold a pipe open. It was killed with the group, so that
  // what is in the pipes now is all there will be.
  for (ChildStream& stream : child_.streams) {
    drain(stream, kEverything);
    stream.pipe->close_read();
  }
  result.wall_time =
      std::chrono::duration_cast<milliseconds>(Clock::now() - begin_);
  // The status of a killed child is SIGKILL, which says less than the limit.
  if (limit_) {
    result.ending = *limit_;
  } else if (killed) {
    result.ending = Ending::interrupted;
  } else if (end.signal != 0) {
    result.ending = Ending::signalled;
    result.signal = end.signal;
  } else {
    result.ending = Ending::exited;
    result.exit_code = end.status;
  }
}

}  // namespace catenary::base
