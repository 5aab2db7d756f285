// SPDX-License-Identifier: Apache-2.0
/// \file
/// A program that runs beside us without a thread that waits for it.
#pragma once

#include <string>
#include <vector>

#include "base/budget.h"

namespace catenary::base {

/// Started by its constructor; killed with its process group where it still
/// runs at the end of the object, or of the thread that started it. Its output
/// goes to a file.
class BackgroundProcess {
 public:
  /// `argv` as in ProcessCommand. Throws ToolError where nothing can be forked.
  BackgroundProcess(const std::vector<std::string>& argv,
                    const std::string& working_directory,
                    const std::string& output_file);
  ~BackgroundProcess();
  BackgroundProcess(const BackgroundProcess&) = delete;
  BackgroundProcess& operator=(const BackgroundProcess&) = delete;

  /// Waits for its end; returns whether that was with exit code 0. False as
  /// well, and the process is killed, where the budget ends first.
  bool wait(const Budget& budget);

 private:
  void kill();

  int pid_ = -1;
  bool succeeded_ = false;
};

}  // namespace catenary::base
