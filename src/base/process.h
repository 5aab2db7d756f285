// SPDX-License-Identifier: Apache-2.0
/// \file
/// Child processes with limits: other programs, and callbacks of our own that
/// may crash, hang or take all the memory.
///
/// Every child leads a process group of its own, which is killed as a whole
/// when the child ends, its time is up, the budget is spent or the calling
/// thread dies. A child never sees the terminal's Ctrl-C: the Budget says when
/// it has to end.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/budget.h"

namespace catenary::base {

/// What a child may use. 0 = no limit, except for the output caps.
struct ProcessLimits {
  std::chrono::milliseconds time{0};      ///< wall-clock
  std::uint64_t address_space_bytes = 0;  ///< ignored by run_forked() under
                                          ///< AddressSanitizer
  std::uint32_t cpu_seconds = 0;          ///< then SIGXCPU, then SIGKILL
  std::uint64_t file_bytes = 0;           ///< of any file it writes; SIGXFSZ
  std::uint32_t open_files = 0;
  /// What is kept of its output and error stream; the rest is read and
  /// dropped. No child ever leaves a core file.
  std::size_t stdout_bytes = std::size_t{16} << 20;
  std::size_t stderr_bytes = std::size_t{1} << 20;
};

/// How a child came to its end.
enum class Ending : std::uint8_t {
  exited,      ///< by itself, with an exit code
  signalled,   ///< by a signal that we did not send
  timed_out,   ///< killed: ProcessLimits::time or the budget's deadline
  interrupted  ///< killed: the budget was interrupted
};
[[nodiscard]] const char* to_string(Ending ending);

/// What a child left behind.
struct ProcessResult {
  Ending ending = Ending::exited;
  int exit_code = -1;  ///< where ending is `exited`, else -1
  int signal = 0;      ///< where ending is `signalled`, else 0
  std::string out;     ///< its standard output
  std::string err;     ///< its standard error
  bool out_truncated = false;
  bool err_truncated = false;
  std::chrono::milliseconds wall_time{0};

  [[nodiscard]] bool succeeded() const {
    return ending == Ending::exited && exit_code == 0;
  }
  /// For people: "exit code 1", "killed by signal 11 (Segmentation fault)",
  /// "no end within the time limit", "interrupted".
  [[nodiscard]] std::string describe() const;
};

/// A program to run; no shell is involved.
struct ProcessCommand {
  /// The program, looked up in PATH where it has no slash, and its arguments.
  std::vector<std::string> argv;
  std::string stdin_text;         ///< then end of file
  std::string working_directory;  ///< empty = ours
  /// Added to our environment, or replacing what it has.
  std::vector<std::pair<std::string, std::string>> environment;
  ProcessLimits limits;
};

/// Runs a program to its end. Throws ToolError where it cannot be started
/// (naming the program and why). Thread-safe. Cost: about 1 ms.
[[nodiscard]] ProcessResult run_process(const ProcessCommand& command,
                                        const Budget& budget = {});

/// Carries bytes from a forked child to its parent.
class ForkedOutput {
 public:
  explicit ForkedOutput(int fd) : fd_(fd) {}
  /// Blocks while the parent is behind. Throws ToolError where the parent does
  /// not listen any more.
  void write(std::string_view bytes);

 private:
  int fd_;
};

/// Work done in a forked child.
struct ForkedTask {
  /// Runs in the child, in a copy of our memory and with one thread; what it
  /// writes to the ForkedOutput arrives in the parent. The child ends when it
  /// returns, without running destructors of the parent's objects.
  std::function<void(ForkedOutput&)> body;
  /// Takes the bytes in the parent, as they arrive and in order; empty =
  /// collect them in ForkedResult::bytes. What arrived before a crash counts.
  std::function<void(std::string_view)> on_bytes;
  ProcessLimits limits;
};

struct ForkedResult {
  /// The end, and what the body printed. exit_code is 0 where it returned.
  ProcessResult process;
  std::string bytes;  ///< where ForkedTask::on_bytes is empty
};

/// Runs a callback in a forked child. An InputError, ToolError or
/// InternalError that it throws is thrown here again, any other
/// std::exception as a ToolError with its text; a crash, exit() or time-out is
/// a result. Requires: no other thread holds a lock that the body needs (the
/// allocator is safe).
[[nodiscard]] ForkedResult run_forked(const ForkedTask& task,
                                      const Budget& budget = {});

}  // namespace catenary::base
