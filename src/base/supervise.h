// SPDX-License-Identifier: Apache-2.0
/// \file
/// The common part of run_process() and run_forked(): pipes, limits in the
/// child, and the loop in the parent that feeds, drains, times and kills.
///
/// Only for the sources of base/process.h.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <functional>
#include <string_view>
#include <vector>

#include "base/budget.h"
#include "base/process.h"

namespace catenary::base {

/// A pipe. Its open ends are closed with the object, and in programs that we
/// start (O_CLOEXEC).
class Pipe {
 public:
  /// Throws ToolError if there are no descriptors left.
  Pipe();
  ~Pipe();
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;

  /// The descriptors; -1 once closed.
  [[nodiscard]] int read_end() const { return ends_[0]; }
  [[nodiscard]] int write_end() const { return ends_[1]; }
  /// Close one end; without effect if it is closed already. A reader sees the
  /// end of file when the last write end is closed.
  void close_read();
  void close_write();

 private:
  int ends_[2] = {-1, -1};
};

/// One stream from the child.
struct ChildStream {
  /// Not owned; must outlive the supervision.
  Pipe* pipe = nullptr;
  /// Receives every byte, in order, in the parent's thread.
  std::function<void(std::string_view)> take;
};

/// A child that was just forked, and what to do with its streams.
struct SupervisedChild {
  /// The child; it is or becomes the leader of a process group.
  pid_t pid = -1;
  /// Its standard input; null = it has none. Not owned.
  Pipe* input = nullptr;
  /// The bytes that are written to `input` before it is closed; must outlive
  /// the call.
  std::string_view input_text;
  /// Any number of streams; all are drained, so that the child never blocks.
  std::vector<ChildStream> streams;
  /// Wall-clock limit; 0 = none.
  std::chrono::milliseconds time{0};
};

/// Prepares the child; to be called first after the fork. Makes it the leader
/// of a process group, restores default signal handling, asks for death with
/// the parent, and applies the resource limits. `parent` is the process that
/// forked. Async-signal-safe.
void enter_child(const ProcessLimits& limits, pid_t parent);

/// Waits for the end of the child, moving bytes meanwhile, and kills it when a
/// limit is reached. Fills `ending`, `exit_code`, `signal` and `wall_time` of
/// `result`. Closes the pipes and leaves no process of the group.
void supervise(SupervisedChild& child,
               const Budget& budget,
               ProcessResult& result);

/// A sink that appends to `into` until it has `cap` bytes, then drops the rest
/// and sets `truncated`. Both must outlive the sink.
[[nodiscard]] std::function<void(std::string_view)> capped_sink(
    std::string& into, std::size_t cap, bool& truncated);

}  // namespace catenary::base
