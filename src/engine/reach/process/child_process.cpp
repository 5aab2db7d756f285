// SPDX-License-Identifier: Apache-2.0
/// \file
/// A forked child process: what it must not share with the tool (terminal,
/// signals, core files), how errors come back, and how its end is noticed.

#include "engine/reach/process/child_process.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <exception>

#include "base/check.h"
#include "base/error.h"

namespace catenary::engine::reach {

namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kKeepStderr = true;  // where sanitizers report
#else
constexpr bool kKeepStderr = false;
#endif

/// Makes the kernel kill this process first when memory runs out.
void be_first_to_go() {
  const int fd = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
  if (fd < 0) return;
  if (write(fd, "1000", 4) != 4) {
    // Then the kernel decides as for every process.
  }
  close(fd);
}

/// Redirects standard input, output and, except under sanitizers, error output
/// to /dev/null: the user's code may print.
void silence() {
  const int null = open("/dev/null", O_RDWR | O_CLOEXEC);
  if (null < 0) return;
  (void)dup2(null, STDIN_FILENO);
  (void)dup2(null, STDOUT_FILENO);
  if (!kKeepStderr) (void)dup2(null, STDERR_FILENO);
  if (null > STDERR_FILENO) close(null);
}

/// Settings of the child, before any code of the user runs.
void settle_in(pid_t parent) {
  (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
  // The parent may have died before prctl(): the signal would never come.
  if (getppid() != parent) _exit(1);
  (void)signal(SIGINT, SIG_IGN);
  (void)signal(SIGTERM, SIG_DFL);
  const rlimit no_core{0, 0};
  (void)setrlimit(RLIMIT_CORE, &no_core);
  be_first_to_go();
  silence();
}

}  // namespace

/// Rethrows the exception at hand, to find its class.
void SharedError::capture_current() {
  try {
    throw;
  } catch (const base::InputError& e) {
    const base::Diagnostic& first = e.diagnostics().front();
    line_ = first.where.line;
    column_ = first.where.column;
    copy_text(first.where.file, file_, sizeof file_);
    copy_text(first.code, code_, sizeof code_);
    capture(Kind::input, first.message);
  } catch (const base::ToolError& e) {
    capture(Kind::tool, e.what());
  } catch (const std::exception& e) {
    capture(Kind::internal, e.what());
  }
}

void SharedError::capture(Kind kind, std::string_view text) {
  kind_ = kind;
  copy_text(text, text_, sizeof text_);
  // Last, since the parent reads the rest once it is set.
  known_.store(1, std::memory_order_release);
}

void SharedError::rethrow_if_any() const {
  if (known_.load(std::memory_order_acquire) == 0) return;
  switch (kind_) {
    case Kind::none:
      return;
    case Kind::input:
      throw base::InputError({file_, line_, column_}, text_, code_);
    case Kind::tool:
      throw base::ToolError(text_);
    case Kind::internal:
      throw base::InternalError(text_);
  }
}

std::string Ending::to_string() const {
  if (signal == 0) return "left with status " + std::to_string(status);
  const char* name = strsignal(signal);
  return "killed by signal " + std::to_string(signal) + " (" +
         (name != nullptr ? name : "unknown") + ")";
}

ChildProcess::ChildProcess(SharedError& error,
                           const std::function<void()>& body) {
  // The child inherits the write end. When the child ends, however it ends, the
  // kernel closes it, and poll() on the read end returns.
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) {
    throw base::ToolError(std::string("cannot make a pipe: ") +
                          std::strerror(errno));
  }
  const pid_t parent = getpid();
  pid_ = fork();
  if (pid_ == 0) {
    close(ends[0]);
    settle_in(parent);
    int status = 0;
    try {
      body();
    } catch (const std::exception&) {
      error.capture_current();
      status = 1;
    }
    // Not exit(): handlers and buffers belong to the parent.
    _exit(status);
  }
  const int reason = errno;
  close(ends[1]);
  alive_ = ends[0];
  if (pid_ < 0) {
    close(alive_);
    throw base::ToolError(std::string("cannot start a process: ") +
                          std::strerror(reason));
  }
}

ChildProcess::~ChildProcess() {
  kill();
  close(alive_);
}

bool ChildProcess::wait(std::chrono::milliseconds at_most) {
  if (reaped_) return true;
  const auto timeout = std::clamp<std::int64_t>(at_most.count(), 0, 60'000);
  pollfd end{alive_, POLLIN, 0};
  // EINTR and time-outs look alike: the caller asks again.
  if (poll(&end, 1, static_cast<int>(timeout)) <= 0) return false;
  reap();
  return true;
}

void ChildProcess::kill() {
  if (reaped_) return;
  (void)::kill(pid_, SIGKILL);
  reap();
}

void ChildProcess::reap() {
  // Interrupted by a signal: wait again.
  int status = 0;
  while (waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
  reaped_ = true;
  if (WIFSIGNALED(status)) ending_.signal = WTERMSIG(status);
  if (WIFEXITED(status)) ending_.status = WEXITSTATUS(status);
}

void copy_text(std::string_view text, char* out, std::size_t size) {
  const std::size_t n = std::min(text.size(), size - 1);
  std::memcpy(out, text.data(), n);
  out[n] = '\0';
}

}  // namespace catenary::engine::reach
