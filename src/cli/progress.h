// SPDX-License-Identifier: Apache-2.0
/// \file
/// Progress on standard error: one line that is drawn again and again on a
/// terminal, a plain line every ten seconds anywhere else; also while a long
/// computation says nothing new.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <iosfwd>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

#include "app/commands.h"

namespace catenary::cli {

/// How progress is shown.
struct ProgressStyle {
  bool shown = true;      ///< false: updates are dropped (--quiet, --json)
  bool terminal = false;  ///< redraw one line
  bool color = false;
  std::size_t columns = 80;  ///< of the terminal
  bool heartbeat = false;    ///< tick() every second, in a thread of its own
};

class ProgressDisplay final : public app::Progress {
 public:
  using Clock = std::chrono::steady_clock;
  using Now = std::function<Clock::time_point()>;

  /// `out` must outlive the display; `now` is for tests.
  ProgressDisplay(std::ostream& out,
                  ProgressStyle style,
                  Now now = &Clock::now);
  ~ProgressDisplay() override;
  ProgressDisplay(const ProgressDisplay&) = delete;
  ProgressDisplay& operator=(const ProgressDisplay&) = delete;

  void update(const app::ProgressUpdate& update) override;
  void finish() override;
  void message(std::string_view text) override;
  /// Shows the last update once more, with the time that has passed, where
  /// nothing was shown for a while.
  void tick();

 private:
  void show(const app::ProgressUpdate& update, Clock::time_point now);
  [[nodiscard]] std::string line_for(const app::ProgressUpdate& update) const;
  void erase();

  std::ostream& out_;
  const ProgressStyle style_;
  const Now now_;
  const Clock::time_point start_;
  std::mutex mutex_;
  Clock::time_point last_;
  std::string drawn_;           ///< what the terminal's last line shows
  app::ProgressUpdate latest_;  ///< its texts are phase_ and detail_
  std::string phase_, detail_;  ///< no phase: nothing is under way
  std::condition_variable_any ended_;
  std::jthread heart_;
};

}  // namespace catenary::cli
