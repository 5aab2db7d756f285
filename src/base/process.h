// SPDX-License-Identifier: Apache-2.0
/// \file
/// Child processes with limits: other programs, and callbacks of our own that
/// may crash, hang or exhaust the memory.
///
/// Every child leads a process group of its own. The group is killed as a whole
/// when the child ends, its time is up, the budget is spent or the calling
/// thread dies. A child never receives the terminal's Ctrl-C: the Budget
/// decides when it ends.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/budget.h"

namespace catenary::base {

class Pipe;

/// Limits of one child. 0 = no limit, except for the output limits. No child
/// ever leaves a core file.
struct ProcessLimits {
  /// Wall-clock time.
  std::chrono::milliseconds time{0};
  /// Virtual memory (RLIMIT_AS). Ignored by run_forked() under
  /// AddressSanitizer, which reserves terabytes of addresses.
  std::uint64_t address_space_bytes = 0;
  /// Processor time; the child gets SIGXCPU then, and SIGKILL one second later.
  std::uint32_t cpu_seconds = 0;
  /// Largest size of any file that it writes; then it gets SIGXFSZ.
  std::uint64_t file_bytes = 0;
  /// Largest number of open file descriptors.
  std::uint32_t open_files = 0;
  /// The number of bytes of standard output that is kept; the rest is read and
  /// dropped.
  std::size_t stdout_bytes = std::size_t{16} << 20;
  /// The same for standard error.
  std::size_t stderr_bytes = std::size_t{1} << 20;
};

/// How a child came to its end.
enum class Ending : std::uint8_t {
  /// It ended by itself, with an exit code.
  exited,
  /// It was killed by a signal that we did not send.
  signalled,
  /// We killed it: ProcessLimits::time or the budget's deadline passed.
  timed_out,
  /// We killed it: the budget was interrupted.
  interrupted
};
/// The name of the enumerator, e.g. "timed_out".
[[nodiscard]] const char* to_string(Ending ending);

/// How a child ended, and what it printed.
struct ProcessResult {
  /// The other members say more, depending on this one.
  Ending ending = Ending::exited;
  /// The exit code if `ending` is `exited`, else -1.
  int exit_code = -1;
  /// The signal if `ending` is `signalled`, else 0.
  int signal = 0;
  /// Standard output, at most ProcessLimits::stdout_bytes.
  std::string out;
  /// Standard error, at most ProcessLimits::stderr_bytes.
  std::string err;
  /// Whether output was dropped.
  bool out_truncated = false;
  bool err_truncated = false;
  /// From the fork to the end.
  std::chrono::milliseconds wall_time{0};

  /// Whether the child ended by itself with exit code 0.
  [[nodiscard]] bool succeeded() const {
    return ending == Ending::exited && exit_code == 0;
  }
  /// For people: "exit code 1", "killed by signal 11 (Segmentation fault)",
  /// "no end within the time limit", "interrupted".
  [[nodiscard]] std::string describe() const;
};

/// A program to run. No shell is involved, so that nothing has to be quoted.
struct ProcessCommand {
  /// The program, looked up in PATH if it has no slash, and its arguments. Must
  /// not be empty (checked).
  std::vector<std::string> argv;
  /// The whole of standard input; then comes the end of file.
  std::string stdin_text;
  /// Empty = the current directory of this process.
  std::string working_directory;
  /// Variables added to our environment, or replacing those of the same name.
  std::vector<std::pair<std::string, std::string>> environment;
  /// Limits of the child; all of its descendants inherit the resource limits.
  ProcessLimits limits;
};

/// A program to be executed by a child. Everything is made before the fork: the
/// child may not allocate.
class Program {
 public:
  /// `argv` begins with the program, which is looked up in PATH if it has no
  /// slash. Variables of `added` replace those of our environment. An empty
  /// `directory` means the current one.
  explicit Program(
      std::vector<std::string> argv,
      const std::vector<std::pair<std::string, std::string>>& added = {},
      std::string directory = "");

  /// Executes the program, and returns the error number only if that fails.
  /// Async-signal-safe.
  [[nodiscard]] int become() const;

 private:
  std::vector<std::string> argv_;
  std::vector<std::string> environment_;
  std::string directory_;
  /// The same as execve(2) wants them.
  std::vector<char*> argv_pointers_, environment_pointers_;
};

/// Runs a program to its end. Failure of the program is a result, not an
/// exception. Throws ToolError, naming the program and the reason, if it cannot
/// be started. Thread-safe. Cost: about 1 ms besides the program itself.
[[nodiscard]] ProcessResult run_process(const ProcessCommand& command,
                                        const Budget& budget = {});

/// The write end of a pipe from a forked child to its parent; given to
/// ForkedTask::body.
class ForkedOutput {
 public:
  /// `fd` is the write end of the pipe; it is not closed here.
  explicit ForkedOutput(int fd) : fd_(fd) {}
  /// Sends the bytes. Blocks while the parent is behind. Throws ToolError if
  /// the parent does not listen any more.
  void write(std::string_view bytes);

 private:
  int fd_;
};

/// Reads so many bytes, waiting for them. Returns false if nobody writes any
/// more.
[[nodiscard]] bool read_all(const Pipe& pipe, void* to, std::size_t bytes);

/// A callback to be run in a forked child.
struct ForkedTask {
  /// The work. It runs in the child, in a copy of our memory and with one
  /// thread; what it writes to the ForkedOutput arrives in the parent. The
  /// child ends when it returns, without running destructors of the parent's
  /// objects.
  std::function<void(ForkedOutput&)> body;
  /// Called in the parent with the bytes as they arrive and in order; empty =
  /// they are collected in ForkedResult::bytes. Bytes that arrived before a
  /// crash have been delivered.
  std::function<void(std::string_view)> on_bytes;
  /// Limits of the child.
  ProcessLimits limits;
};

/// The result of run_forked().
struct ForkedResult {
  /// How the child ended, and what the body printed. exit_code is 0 if the body
  /// returned.
  ProcessResult process;
  /// The output of the body, if ForkedTask::on_bytes is empty.
  std::string bytes;
};

/// A forked child that runs a callback. The destructor kills it.
///
/// Requires: no other thread holds a lock that the body needs (the allocator is
/// safe).
class ForkedRun {
 public:
  /// Forks. Throws ToolError if that is refused.
  explicit ForkedRun(const ForkedTask& task);
  ~ForkedRun();
  ForkedRun(const ForkedRun&) = delete;
  ForkedRun& operator=(const ForkedRun&) = delete;

  /// Takes what the child wrote, after waiting for news, no longer than
  /// `at_most`. Returns false once the child has ended, or the budget or a
  /// limit of the task is used up.
  [[nodiscard]] bool serve(const Budget& budget,
                           std::chrono::milliseconds at_most);
  /// Ends the child if it runs, and returns the result. An InputError,
  /// ToolError or InternalError that the callback threw is thrown here again,
  /// any other std::exception as a ToolError with its text; a crash, exit() or
  /// time-out is a result. To be called once.
  [[nodiscard]] ForkedResult finish();

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

/// Runs a callback in a forked child, serves it until it ends or the budget is
/// used up, and finishes. See ForkedRun.
[[nodiscard]] ForkedResult run_forked(const ForkedTask& task,
                                      const Budget& budget = {});

}  // namespace catenary::base
