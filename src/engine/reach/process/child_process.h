// SPDX-License-Identifier: Apache-2.0
/// \file
/// A forked child process that runs the user's code, so that nothing that code
/// does can harm the tool. Results come back through memory that both processes
/// share.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "base/worker.h"

namespace catenary::engine::reach {

/// An exception on its way from a child to its parent. It lies in shared memory
/// that is zero at the start, hence the fixed sizes; longer texts are cut.
class SharedError {
 public:
  /// Keeps kind and text of the exception that is being handled. Of several
  /// diagnostics of an InputError only the first is kept. Requires: called in a
  /// handler of std::exception.
  void capture_current();
  /// Throws the captured exception, if there is one: base::InputError,
  /// base::ToolError, or base::InternalError for every other kind.
  void rethrow_if_any() const;

 private:
  /// The class of the captured exception.
  enum class Kind : std::uint32_t { none, input, tool, internal };
  /// Stores the text and then marks the error as known.
  void capture(Kind kind, std::string_view text);

  /// 1 once the other members are valid.
  std::atomic<std::uint32_t> known_;
  Kind kind_;
  /// Position of an InputError.
  std::uint32_t line_;
  std::uint32_t column_;
  /// File of an InputError.
  char file_[1024];
  /// Code of its diagnostic.
  char code_[64];
  /// The message.
  char text_[2048];
};

/// One child process. The destructor kills and reaps it; the kernel kills it if
/// the tool itself is killed.
class ChildProcess {
 public:
  /// Forks. The child calls `body` and leaves with status 0. If `body` throws a
  /// std::exception, the child keeps that in `error` and leaves with status 1.
  /// The child reads and prints nothing (/dev/null), writes no core file,
  /// ignores Ctrl-C because the parent decides, and is the first to be killed
  /// if the machine runs out of memory.
  ///
  /// Requires: the calling process has no other thread that holds a lock
  /// `body` needs. Throws base::ToolError where the machine refuses.
  ChildProcess(SharedError& error, const std::function<void()>& body);
  /// Neither copied nor moved.
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  /// Waits until the child ended, but no longer than `at_most` (60 s at most).
  /// Returns whether it ended. Notices the end at once.
  [[nodiscard]] bool wait(std::chrono::milliseconds at_most);
  /// Kills the child with SIGKILL and reaps it. No effect if it ended before.
  void kill();
  /// How it ended. Requires: wait() was true, or kill() was called.
  [[nodiscard]] const base::WorkerEnd& ending() const { return worker_.end(); }

 private:
  base::Worker worker_;
};

/// Copies a string into a field of `size` bytes, cut to fit and ended with 0.
/// Requires: size >= 1.
void copy_text(std::string_view text, char* out, std::size_t size);

}  // namespace catenary::engine::reach
