// SPDX-License-Identifier: Apache-2.0
/// \file
/// Progress on standard error: on a terminal one line that is redrawn in place,
/// elsewhere a plain line every ten seconds. A heartbeat repeats the last
/// update during long computations, so that the elapsed time goes on.
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
  /// Otherwise updates are dropped (--quiet). Messages are printed all the
  /// same.
  bool shown = true;
  /// Redraw one line; otherwise whole lines.
  bool terminal = false;
  /// Dim the progress line by ANSI escapes; terminal only.
  bool color = false;
  /// Width of the terminal; longer lines are cut.
  std::size_t columns = 80;
  /// Call tick() every second, in a thread of its own.
  bool heartbeat = false;
};

/// The display. Thread-safe. Limits its own rate: ten redraws a second on a
/// terminal.
class ProgressDisplay final : public app::Progress {
 public:
  /// A clock that never goes back.
  using Clock = std::chrono::steady_clock;
  /// A source of the time, so that tests need not wait.
  using Now = std::function<Clock::time_point()>;

  /// `out` must outlive the display. Elapsed times count from here.
  ProgressDisplay(std::ostream& out,
                  ProgressStyle style,
                  Now now = &Clock::now);
  /// Ends the heartbeat and removes the progress line.
  ~ProgressDisplay() override;
  ProgressDisplay(const ProgressDisplay&) = delete;
  ProgressDisplay& operator=(const ProgressDisplay&) = delete;

  /// Remembers the update, and shows it unless something was shown just before.
  /// Copies the strings.
  void update(const app::ProgressUpdate& update) override;
  /// Removes the progress line; the heartbeat is silent until the next update.
  void finish() override;
  /// Prints whole lines. The progress line is removed, and comes back with the
  /// next update.
  void message(std::string_view text) override;
  /// Shows the last update again, with the time that has passed, if nothing was
  /// shown for a second (terminal) or ten (elsewhere). Called by the heartbeat,
  /// and by tests.
  void tick();

 private:
  /// Draws a line. Requires: mutex_ is held.
  void show(const app::ProgressUpdate& update, Clock::time_point now);
  /// The text of an update, without colour: elapsed seconds, phase, share of
  /// the work if its total is known, detail.
  [[nodiscard]] std::string line_for(const app::ProgressUpdate& update) const;
  /// Overwrites the drawn line with blanks. Requires: mutex_ is held.
  void erase();

  /// Not owned; written with mutex_ held.
  std::ostream& out_;
  /// Fixed, so it may be read without the mutex.
  const ProgressStyle style_;
  const Now now_;
  /// Elapsed times are counted from here.
  const Clock::time_point start_;
  /// Guards all members below, and the order of output.
  std::mutex mutex_;
  /// When something was shown last.
  Clock::time_point last_;
  /// What the terminal's last line shows, without colour; empty: nothing.
  std::string drawn_;
  /// The last update. Its string views refer to the two strings below.
  app::ProgressUpdate latest_;
  /// An empty phase: nothing is under way.
  std::string phase_, detail_;
  /// Wakes the heartbeat at the end.
  std::condition_variable_any ended_;
  /// Not joinable without a heartbeat. Declared last: it uses the members
  /// above.
  std::jthread heart_;
};

}  // namespace catenary::cli
