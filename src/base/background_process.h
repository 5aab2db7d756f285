// SPDX-License-Identifier: Apache-2.0
/// \file
/// A program that runs beside this process, without a thread that waits for it.
///
/// For work whose result is needed later, such as a compilation: start it, do
/// something else, then wait(). For a program whose output or limits matter,
/// see run_process() in base/process.h.
#pragma once

#include <string>
#include <vector>

#include "base/budget.h"
#include "base/worker.h"

namespace catenary::base {

/// A running child process. The constructor starts it. The destructor kills it,
/// with its process group, if it still runs; so does the end of the thread that
/// started it (PR_SET_PDEATHSIG). Not copyable: one object owns one child.
class BackgroundProcess {
 public:
  /// Starts `argv[0]`, looked up in PATH, with the arguments `argv`. An empty
  /// `working_directory` means the current one. Standard output and standard
  /// error go to `output_file`, which is created or truncated; standard input
  /// is empty. Throws ToolError if the process cannot be forked. A program that
  /// cannot be executed is not an exception: the child exits with code 126 or
  /// 127 and wait() returns false.
  BackgroundProcess(const std::vector<std::string>& argv,
                    const std::string& working_directory,
                    const std::string& output_file);

  /// Waits for the end of the child. Returns true if it exited with code 0.
  /// Returns false if it failed, and also if the budget ends first, in which
  /// case the child is killed. May be called again: it returns the same result.
  /// Asks the budget every 5 ms.
  bool wait(const Budget& budget);

  /// Whether the child has ended, so that wait() returns at once.
  [[nodiscard]] bool has_ended() const { return worker_.has_ended(); }
  /// Becomes readable for poll(2) when the child ends; see Worker::end_fd().
  [[nodiscard]] int end_fd() { return worker_.end_fd(); }

 private:
  Program program_;
  Worker worker_;
};

}  // namespace catenary::base
