// SPDX-License-Identifier: Apache-2.0
/// \file
/// Child processes: the only place that forks, executes programs, kills and
/// reaps. What is built on it: run_process(), run_forked() and
/// BackgroundProcess here, the searches of engine/reach/process, and the
/// systems under test of exec/adapter.
///
/// A child is killed when its Worker is destroyed, and by the kernel when the
/// thread that forked it ends. While it is a zombie its number stays reserved,
/// so that its process group can be killed as a whole at any time.
///
/// The work of a child (WorkClock) is added to that of the thread that reaps
/// it. The work of a child that crashed or was killed does not count.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
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

/// Writes everything, waiting where the pipe is full. Returns false if nobody
/// reads any more.
[[nodiscard]] bool write_all(const Pipe& pipe, std::string_view bytes);
/// How a child ended.
struct WorkerEnd {
  /// The signal that killed it; 0 = it left by itself.
  int signal = 0;
  /// Its exit status; 0 if a signal killed it, kUnknownStatus if somebody else
  /// reaped it.
  int status = 0;

  /// For messages: "killed by signal 11 (Segmentation fault)" or "left with
  /// status 1".
  [[nodiscard]] std::string to_string() const;
};
/// The status of a child that did not tell: not a success.
inline constexpr int kUnknownStatus = 255;

/// For example "SIGSEGV (Segmentation fault)".
[[nodiscard]] std::string describe_signal(int signal);

#if defined(__SANITIZE_ADDRESS__)
/// Whether this program was compiled with AddressSanitizer.
inline constexpr bool kAddressSanitizer = true;
#else
inline constexpr bool kAddressSanitizer = false;
#endif
#if defined(__SANITIZE_THREAD__)
/// Whether this program was compiled with ThreadSanitizer.
inline constexpr bool kThreadSanitizer = true;
#else
inline constexpr bool kThreadSanitizer = false;
#endif

/// One child process, from its fork until it is reaped. Not thread-safe.
class Worker {
 public:
  /// Whether the child leads a process group of its own. The terminal's Ctrl-C
  /// does not reach it then, and whatever it starts is killed with it.
  enum class Group : std::uint8_t { own, ours };
  /// What the child has of our memory. `lent`: our memory itself, until it
  /// executes a program or ends, and the calling thread waits for that
  /// (vfork(2)). A copy costs time in proportion to our memory, twice: pages
  /// that are written afterwards are copied then.
  enum class Memory : std::uint8_t { copied, lent };

  /// Forks. The child calls `body` and then ends with status 0, without exit
  /// handlers and destructors, which belong to the parent. It has one thread
  /// and a copy of our memory; signals and limits are the business of `body`:
  /// see enter_program(). Throws ToolError "`failure`: reason" if the machine
  /// refuses. Requires: `body` does not throw; with memory that is lent it
  /// calls async-signal-safe functions only, and changes nothing of ours.
  Worker(const std::string& failure,
         Group group,
         const std::function<void()>& body,
         Memory memory = Memory::copied);
  /// As kill().
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  /// Whether the child has ended; it is not reaped by this.
  [[nodiscard]] bool has_ended() const;
  /// Waits until the child has ended, but no longer than `at_most`. Returns
  /// whether it has. A signal may end the wait early. Notices the end at once.
  [[nodiscard]] bool wait(std::chrono::milliseconds at_most);
  /// Sends a signal to the child alone, if it has not ended.
  void signal(int number) const;
  /// Kills the child, and its group if it leads one, with SIGKILL, and reaps
  /// it. Without effect the second time. Returns how it ended.
  const WorkerEnd& kill();
  /// How it ended. Requires: kill() was called.
  [[nodiscard]] const WorkerEnd& end() const { return end_; }
  /// Becomes readable for poll(2) when the child ends; -1 on kernels without
  /// it. Closed with the object.
  [[nodiscard]] int end_fd();

 private:
  /// What the child does. `work`: where it tells its work; null = nowhere.
  [[noreturn]] static void live(pid_t parent,
                                Group group,
                                const std::function<void()>& body,
                                std::atomic<std::int64_t>* work);

  /// The child; -1 once it is reaped.
  pid_t pid_ = -1;
  Group group_;
  /// A pidfd; none if nobody asked for it.
  std::optional<int> end_fd_;
  /// Shared with the child, which writes its work there at its end, in the unit
  /// of WorkClock. Null if the child does no work of ours.
  std::atomic<std::int64_t>* work_ = nullptr;
  WorkerEnd end_{0, kUnknownStatus};
};

/// Prepares a child for a program, or for work that may be one: default
/// handling of the signals that we ignore or block, no core file, and the
/// limits. Async-signal-safe.
void enter_program(const ProcessLimits& limits);
/// Sets a limit of this process (RLIMIT_...), but no higher than the hard limit
/// that it has. Async-signal-safe.
void set_limit(int resource,
               std::uint64_t soft,
               std::uint64_t hard = ~std::uint64_t{0});

/// Bytes of address space that this process uses. A limit for a forked child
/// must be added to it, because the child inherits these mappings.
[[nodiscard]] std::uint64_t address_space();
/// Whether no process has this number, not even one of another user.
[[nodiscard]] bool is_gone(pid_t pid);

/// One stream from the child.
struct ChildStream {
  /// Not owned; must outlive the supervision.
  Pipe* pipe = nullptr;
  /// Receives every byte, in order, in the parent's thread.
  std::function<void(std::string_view)> take;
};

/// A child that was just forked, and what to do with its streams.
struct SupervisedChild {
  /// Not owned. It leads a group of its own.
  Worker& worker;
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

/// How often the budget is looked at while nothing happens.
inline constexpr std::chrono::milliseconds kPollInterval{20};

/// The supervision of a child, round by round. The child must outlive it.
class Supervision {
 public:
  /// Closes the ends of the pipes that belong to the child.
  explicit Supervision(SupervisedChild& child);

  /// Moves bytes in both directions, after waiting for news, no longer than
  /// `at_most`. Returns false once the child has ended, or a limit is reached.
  [[nodiscard]] bool serve(const Budget& budget,
                           std::chrono::milliseconds at_most);
  /// Kills the child if it has not ended, takes what it wrote, and fills
  /// `ending`, `exit_code`, `signal` and `wall_time` of `result`. Leaves no
  /// process of the group. To be called once.
  void finish(ProcessResult& result);

 private:
  SupervisedChild& child_;
  std::chrono::steady_clock::time_point begin_ =
      std::chrono::steady_clock::now();
  /// The limit that was reached, if any.
  std::optional<Ending> limit_;
};

}  // namespace catenary::base
