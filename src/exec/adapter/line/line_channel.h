// SPDX-License-Identifier: Apache-2.0
/// \file
/// Lines from and to another process, each stamped with the moment it came.
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

/// Reads in a thread of its own, so that a line is stamped when it comes and
/// not when we have time for it (we may be solving). Reads no further while
/// kMostWaiting lines wait, so that a flood costs its sender, not us.
class LineChannel {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr std::size_t kMostBytes = std::size_t{1} << 20;  ///< a line
  static constexpr std::size_t kMostWaiting = 4096;

  struct Line {
    std::string text;          ///< without its end
    std::uint64_t number = 0;  ///< from 1
    Clock::time_point at;
  };
  enum class Wait : std::uint8_t {
    line,
    timeout,  ///< the deadline passed, and no line is stamped before it
    closed,   ///< no line will come any more
    too_long  ///< a line of more than kMostBytes; nothing is read any more
  };

  /// Takes the descriptors over; `error` is read along with `in` and its end
  /// kept, -1 = none. `in` and `out` may be the same.
  LineChannel(int in, int out, int error, std::size_t output_bytes);
  LineChannel(const LineChannel&) = delete;
  LineChannel& operator=(const LineChannel&) = delete;
  ~LineChannel();

  /// The next line where it is stamped before or at `deadline`.
  [[nodiscard]] Wait next(Line& line, Clock::time_point deadline);
  /// Now, where no line waits; else nothing. Lines that come later have later
  /// stamps.
  [[nodiscard]] std::optional<Clock::time_point> quiet_now();
  /// False where the other end does not take it within `limit`, or is gone.
  [[nodiscard]] bool send(std::string_view line,
                          std::chrono::milliseconds limit);
  /// Ends the reading; afterwards only take_output(), which has all that was
  /// written to the error stream until now.
  void finish();
  /// What came without an end of line before the channel closed.
  [[nodiscard]] std::string unfinished();
  /// The end of what came on the error stream since the last call.
  [[nodiscard]] std::string take_output();

 private:
  void run();
  /// Reads what is there; false at the end of the stream.
  bool read_lines();
  bool read_output();
  void wake();

  int in_;
  int out_;
  int error_;
  int wake_[2] = {-1, -1};
  std::size_t output_bytes_;

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Line> lines_;
  std::string partial_;
  std::string output_;
  std::uint64_t count_ = 0;
  bool closed_ = false;
  bool too_long_ = false;
  bool stop_ = false;
  bool paused_ = false;
  std::thread thread_;
};

}  // namespace catenary::exec
