// SPDX-License-Identifier: Apache-2.0
/// \file
/// Progress on standard error: one line that is drawn again and again on a
/// terminal, a plain line every ten seconds anywhere else.
#pragma once

#include <chrono>
#include <functional>
#include <iosfwd>
#include <mutex>
#include <string>
#include <string_view>

#include "app/commands.h"

namespace catenary::cli {

/// How progress is shown.
struct ProgressStyle {
  bool shown = true;      ///< false: updates are dropped (--quiet, --json)
  bool terminal = false;  ///< redraw one line
  bool color = false;
  std::size_t columns = 80;  ///< of the terminal
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

 private:
  [[nodiscard]] std::string line_for(const app::ProgressUpdate& update) const;
  void erase();

  std::ostream& out_;
  const ProgressStyle style_;
  const Now now_;
  const Clock::time_point start_;
  std::mutex mutex_;
  Clock::time_point last_;
  std::string drawn_;  ///< what the terminal's last line shows
};

}  // namespace catenary::cli
