// SPDX-License-Identifier: Apache-2.0
/// \file
/// Programs as children: fork and exec. The number of a failed exec comes back
/// through a pipe that a successful exec closes (O_CLOEXEC).
#include "base/process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>

#include "base/check.h"
#include "base/error.h"
#include "base/supervise.h"

extern char** environ;

namespace catenary::base {

const char* to_string(Ending ending) {
  switch (ending) {
    case Ending::exited:
      return "exited";
    case Ending::signalled:
      return "signalled";
    case Ending::timed_out:
      return "timed_out";
    case Ending::interrupted:
      return "interrupted";
  }
  return "exited";
}

std::string ProcessResult::describe() const {
  switch (ending) {
    case Ending::exited:
      return fmt::format("exit code {}", exit_code);
    case Ending::signalled: {
      const char* name = ::sigdescr_np(signal);
      return fmt::format("killed by signal {} ({})",
                         signal,
                         name != nullptr ? name : "unknown");
    }
    case Ending::timed_out:
      return "no end within the time limit";
    case Ending::interrupted:
      return "interrupted";
  }
  return "";
}

namespace {

/// Strings as execve wants them; they must outlive the result.
std::vector<char*> pointers_to(std::vector<std::string>& strings) {
  std::vector<char*> out;
  out.reserve(strings.size() + 1);
  for (std::string& s : strings) out.push_back(s.data());
  out.push_back(nullptr);
  return out;
}

/// Our environment with variables replaced or added, as "NAME=value".
std::vector<std::string> merged_environment(
    const std::vector<std::pair<std::string, std::string>>& added) {
  std::vector<std::string> out;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text(*entry);
    bool replaced = false;
    for (const auto& [name, value] : added) {
      replaced = replaced || (text.starts_with(name) &&
                              text.substr(name.size()).starts_with('='));
    }
    if (!replaced) out.emplace_back(text);
  }
  for (const auto& [name, value] : added) out.push_back(name + "=" + value);
  return out;
}

/// Connects the standard streams of the child. Its copies of the pipes are
/// closed by exec.
void set_up_streams(int in, int out, int err) {
  ::dup2(in, STDIN_FILENO);
  ::dup2(out, STDOUT_FILENO);
  ::dup2(err, STDERR_FILENO);
}

[[noreturn]] void fail_start(const std::string& program,
                             const std::string& why) {
  throw ToolError(fmt::format("cannot run '{}': {}", program, why));
}

}  // namespace

ProcessResult run_process(const ProcessCommand& command, const Budget& budget) {
  CATENARY_CHECK(!command.argv.empty(), "a command needs a program");
  // Everything the child needs is made before the fork: it may not allocate.
  std::vector<std::string> arguments = command.argv;
  std::vector<std::string> environment =
      merged_environment(command.environment);
  const std::vector<char*> argv = pointers_to(arguments);
  const std::vector<char*> envp = pointers_to(environment);
  const std::string directory = command.working_directory;
  Pipe in, out, err, exec_error;

  const pid_t parent = ::getpid();
  const pid_t pid = ::fork();
  if (pid < 0) {
    fail_start(command.argv[0], std::generic_category().message(errno));
  }
  if (pid == 0) {
    set_up_streams(in.read_end(), out.write_end(), err.write_end());
    enter_child(command.limits, parent);
    // The environment is passed explicitly: setenv() in the child would
    // allocate.
    if (directory.empty() || ::chdir(directory.c_str()) == 0) {
      ::execvpe(argv[0], argv.data(), envp.data());
    }
    // Reached only if chdir() or exec failed. A write of four bytes to an empty
    // pipe is atomic.
    const int error = errno;
    static_cast<void>(!::write(exec_error.write_end(), &error, sizeof error));
    ::_exit(127);
  }

  ProcessResult result;
  std::string failure;
  SupervisedChild child;
  child.pid = pid;
  child.input = &in;
  child.input_text = command.stdin_text;
  child.time = command.limits.time;
  child.streams.push_back(
      {&out,
       capped_sink(
           result.out, command.limits.stdout_bytes, result.out_truncated)});
  child.streams.push_back(
      {&err,
       capped_sink(
           result.err, command.limits.stderr_bytes, result.err_truncated)});
  child.streams.push_back(
      {&exec_error, [&failure](std::string_view b) { failure.append(b); }});
  supervise(child, budget, result);
  // Anything was written only if the program did not start. The exit code 127
  // alone would not tell: a program may end with it.
  if (failure.size() == sizeof(int)) {
    int error = 0;
    ::memcpy(&error, failure.data(), sizeof error);
    fail_start(command.argv[0], std::generic_category().message(error));
  }
  return result;
}

}  // namespace catenary::base
