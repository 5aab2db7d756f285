// SPDX-License-Identifier: Apache-2.0
/// \file
/// A background child process: fork and exec, a process group of its own that
/// is killed as a whole, and a polling wait.
#include "base/background_process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>

#include "base/error.h"

namespace catenary::base {

namespace {

/// The child after the fork. Only async-signal-safe functions are called here,
/// because another thread may have held a lock while we forked.
[[noreturn]] void become(const std::vector<char*>& arguments,
                         const char* directory,
                         const char* output) {
  ::setpgid(0, 0);
  // Without this a killed parent would leave the child running. The kernel
  // sends the signal when the forking thread ends, not the process.
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  // Handlers and masks are inherited; a program expects the defaults.
  for (const int number : {SIGINT, SIGTERM, SIGPIPE, SIGUSR1, SIGHUP}) {
    ::signal(number, SIG_DFL);
  }
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  const int null = ::open("/dev/null", O_RDONLY);
  const int out = ::open(output, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (null < 0 || out < 0) ::_exit(126);
  ::dup2(null, 0);
  ::dup2(out, 1);
  ::dup2(out, 2);
  if (*directory != '\0' && ::chdir(directory) != 0) ::_exit(126);
  ::execvp(arguments[0], arguments.data());
  ::_exit(127);
}

}  // namespace

BackgroundProcess::BackgroundProcess(const std::vector<std::string>& argv,
                                     const std::string& working_directory,
                                     const std::string& output_file) {
  std::vector<char*> arguments;
  for (const std::string& a : argv) {
    arguments.push_back(const_cast<char*>(a.c_str()));
  }
  arguments.push_back(nullptr);
  pid_ = ::fork();
  if (pid_ < 0) throw ToolError("cannot start " + argv.front());
  if (pid_ == 0) {
    become(arguments, working_directory.c_str(), output_file.c_str());
  }
  // Both set it, so that it is there before either goes on.
  ::setpgid(pid_, pid_);
}

BackgroundProcess::~BackgroundProcess() {
  kill();
}

void BackgroundProcess::kill() {
  if (pid_ < 0) return;
  ::kill(-pid_, SIGKILL);
  while (::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
  pid_ = -1;
}

/// Polls rather than waiting for SIGCHLD, which belongs to the whole process:
/// another part may have a handler for it.
bool BackgroundProcess::wait(const Budget& budget) {
  constexpr int kEveryMs = 2;
  while (pid_ >= 0) {
    int status = 0;
    const int ended = ::waitpid(pid_, &status, WNOHANG);
    if (ended == pid_) {
      pid_ = -1;
      succeeded_ = WIFEXITED(status) && WEXITSTATUS(status) == 0;
      // Somebody else reaped the child; how it ended is unknown, so it counts
      // as failed.
    } else if (ended < 0 && errno != EINTR) {
      pid_ = -1;
    } else if (budget.poll() != StopReason::none) {
      kill();
    } else if (ended == 0) {
      ::poll(nullptr, 0, kEveryMs);
    }
  }
  return succeeded_;
}

}  // namespace catenary::base
