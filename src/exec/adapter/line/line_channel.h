// SPDX-License-Identifier: Apache-2.0
/// \file
/// Lines to and from another process, each stamped with the time of its
/// arrival.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

#include "base/budget.h"

namespace catenary::exec {

/// Reads in a thread of its own, so that a line is stamped when it arrives and
/// not when the runner has time for it (it may be solving). Reading pauses
/// while kMostWaiting lines wait, so that a flood blocks its sender and does
/// not fill our memory.
class LineChannel {
 public:
  /// The clock that never jumps: time-outs must not depend on the date.
  using Clock = std::chrono::steady_clock;
  /// The longest line that is accepted.
  static constexpr std::size_t kMostBytes = std::size_t{1} << 20;
  /// The number of waiting lines at which reading pauses.
  static constexpr std::size_t kMostWaiting = 4096;

  /// A line that arrived.
  struct Line {
    /// Without its end.
    std::string text;
    /// From 1.
    std::uint64_t number = 0;
    /// When it arrived.
    Clock::time_point at;
  };
  /// The outcome of next().
  enum class Wait : std::uint8_t {
    /// A line is there.
    line,
    /// The deadline passed, and no line has a stamp before it.
    timeout,
    /// No further line will come.
    closed,
    /// A line of more than kMostBytes; nothing is read any more.
    too_long
  };

  /// Takes ownership of the descriptors. `error` is read along with `in`, and
  /// its end is kept; -1 = none. `in` and `out` may be the same. Throws
  /// ToolError without descriptors.
  LineChannel(int in, int out, int error, std::size_t output_bytes);
  LineChannel(const LineChannel&) = delete;
  LineChannel& operator=(const LineChannel&) = delete;
  /// Ends the thread and closes the descriptors.
  ~LineChannel();

  /// Waits for the next line and returns it if its stamp is not after
  /// `deadline`.
  [[nodiscard]] Wait next(Line& line, Clock::time_point deadline);
  /// The present time if no line waits, else nothing. Lines that arrive later
  /// have later stamps.
  [[nodiscard]] std::optional<Clock::time_point> quiet_now();
  /// Sends a line. False if the other end does not accept it within `limit`, or
  /// is gone.
  [[nodiscard]] bool send(std::string_view line,
                          std::chrono::milliseconds limit);
  /// Ends the reading. Afterwards only take_output() may be called, which has
  /// everything that was written to the error stream until now.
  void finish();
  /// Text that came without an end of line before the channel closed.
  [[nodiscard]] std::string unfinished();
  /// The end of what came on the error stream since the last call.
  [[nodiscard]] std::string take_output();

 private:
  /// The loop of the thread.
  void run();
  /// Reads what is available; false at the end of the stream.
  bool read_lines();
  /// The same for the error stream.
  bool read_output();
  /// Makes the thread look at stop_ and paused_.
  void wake();

  /// The descriptors; -1 for no error stream.
  int in_;
  int out_;
  int error_;
  /// A pipe that ends the thread's waiting.
  int wake_[2] = {-1, -1};
  /// How much of the end of the error stream is kept.
  std::size_t output_bytes_;

  /// Protects everything below, except the thread itself.
  std::mutex mutex_;
  /// Signalled when a line arrives or the channel closes.
  std::condition_variable changed_;
  /// Lines that arrived and were not taken yet.
  std::deque<Line> lines_;
  /// The start of a line whose end has not come.
  std::string partial_;
  /// The end of the error stream.
  std::string output_;
  /// Lines that arrived so far.
  std::uint64_t count_ = 0;
  /// Nothing comes any more.
  bool closed_ = false;
  /// A line was longer than kMostBytes.
  bool too_long_ = false;
  /// The thread is to end.
  bool stop_ = false;
  /// The thread reads nothing until lines are taken.
  bool paused_ = false;
  /// Reads from the construction to the destructor or finish().
  std::thread thread_;
};

}  // namespace catenary::exec
