// SPDX-License-Identifier: Apache-2.0
/// \file
/// A forked child that runs the user's code, so that whatever that code does
/// cannot harm the tool.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace catenary::engine::reach {

/// An exception on its way from a child to its parent; in memory that both
/// share, zero at the start.
class SharedError {
 public:
  /// Keeps kind and text of the exception being handled. Requires: called in
  /// a handler of std::exception.
  void capture_current();
  /// Throws what was captured, as the same kind of exception.
  void rethrow_if_any() const;

 private:
  enum class Kind : std::uint32_t { none, input, tool, internal };
  void capture(Kind kind, std::string_view text);

  std::atomic<std::uint32_t> known_;
  Kind kind_;
  std::uint32_t line_;
  std::uint32_t column_;
  char file_[1024];
  char code_[64];
  char text_[2048];
};

/// How a child ended.
struct Ending {
  int signal = 0;  ///< that killed it; 0 = it left by itself
  int status = 0;  ///< its exit status
  /// E.g. "killed by signal 11 (Segmentation fault)".
  [[nodiscard]] std::string to_string() const;
};

/// One child. Killed and reaped by the destructor, and by the kernel should
/// the tool itself be killed.
class ChildProcess {
 public:
  /// Forks; the child calls `body` and leaves with status 0, or captures what
  /// `body` throws in `error` and leaves with status 1. It reads and prints
  /// nothing (/dev/null), ignores Ctrl-C (the parent decides) and is the first
  /// to go when the machine runs out of memory.
  ///
  /// Requires: the calling process has no other thread that holds a lock
  /// `body` needs. Throws base::ToolError where the machine refuses.
  ChildProcess(SharedError& error, const std::function<void()>& body);
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;
  ~ChildProcess();

  /// Waits until it ended, but no longer than this; whether it ended.
  [[nodiscard]] bool wait(std::chrono::milliseconds at_most);
  /// Ends it at once.
  void kill();
  /// Requires: wait() was true, or kill() was called.
  [[nodiscard]] const Ending& ending() const { return ending_; }

 private:
  void reap();

  pid_t pid_ = -1;
  int alive_ = -1;  ///< read end of a pipe that closes when the child ends
  bool reaped_ = false;
  Ending ending_;
};

/// Copies into a fixed field, cutting what does not fit; ends with 0.
void copy_text(std::string_view text, char* out, std::size_t size);

}  // namespace catenary::engine::reach
