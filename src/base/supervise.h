// SPDX-License-Identifier: Apache-2.0
/// \file
/// What run_process() and run_forked() share: pipes, limits in the child, and
/// the loop in the parent that feeds, drains, times and kills.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <functional>
#include <string_view>
#include <vector>

#include "base/budget.h"
#include "base/process.h"

namespace catenary::base {

/// A pipe whose ends are closed with it and in programs we start.
class Pipe {
 public:
  Pipe();  ///< throws ToolError where there are no descriptors left
  ~Pipe();
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;

  [[nodiscard]] int read_end() const { return ends_[0]; }
  [[nodiscard]] int write_end() const { return ends_[1]; }
  void close_read();
  void close_write();

 private:
  int ends_[2] = {-1, -1};
};

/// One stream from the child. `take` gets every byte, in order.
struct ChildStream {
  Pipe* pipe = nullptr;
  std::function<void(std::string_view)> take;
};

/// A child that was just forked.
struct SupervisedChild {
  pid_t pid = -1;
  Pipe* input = nullptr;  ///< may be null
  std::string_view input_text;
  std::vector<ChildStream> streams;
  std::chrono::milliseconds time{0};
};

/// To be called first in the child: own process group, default signals, death
/// with the parent, resource limits. Async-signal-safe.
void enter_child(const ProcessLimits& limits, pid_t parent);

/// Waits for the end, moving bytes meanwhile; fills ending, exit_code, signal
/// and wall_time. Closes the pipes and leaves no process of the group.
void supervise(SupervisedChild& child,
               const Budget& budget,
               ProcessResult& result);

/// A sink that keeps at most `cap` bytes.
[[nodiscard]] std::function<void(std::string_view)> capped_sink(
    std::string& into, std::size_t cap, bool& truncated);

}  // namespace catenary::base
