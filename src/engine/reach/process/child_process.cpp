// SPDX-License-Identifier: Apache-2.0
/// \file
/// A forked child process: what it must not share with the tool (terminal,
/// signals, core files), how errors come back, and how its end is noticed.

#include "engine/reach/process/child_process.h"

#include <fcntl.h>
#include <sys/resource.h>
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
  if (::write(fd, "1000", 4) != 4) {
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
void settle_in() {
  (void)signal(SIGINT, SIG_IGN);
  (void)signal(SIGTERM, SIG_DFL);
  base::set_limit(RLIMIT_CORE, 0, 0);
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

// In our process group: Ctrl-Z stops the search with the tool.
ChildProcess::ChildProcess(SharedError& error,
                           const std::function<void()>& body)
    : worker_("cannot start a process", base::Worker::Group::ours, [&] {
        settle_in();
        try {
          body();
        } catch (const std::exception&) {
          error.capture_current();
          _exit(1);
        }
      }) {}

bool ChildProcess::wait(std::chrono::milliseconds at_most) {
  if (!worker_.wait(at_most)) return false;
  kill();
  return true;
}

void ChildProcess::kill() {
  static_cast<void>(worker_.kill());
}

void copy_text(std::string_view text, char* out, std::size_t size) {
  const std::size_t n = std::min(text.size(), size - 1);
  std::memcpy(out, text.data(), n);
  out[n] = '\0';
}

}  // namespace catenary::engine::reach
