// SPDX-License-Identifier: Apache-2.0
/// \file
/// The progress line: rate limits, drawing, and the heartbeat.
#include "cli/progress.h"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>
#include <utility>

#include "base/printable.h"

namespace catenary::cli {
namespace {

using std::chrono::milliseconds;

/// Shortest time between two drawings on a terminal.
constexpr milliseconds kRedrawInterval{100};
/// The same elsewhere, such as in log files.
constexpr milliseconds kLineInterval{10'000};
/// How often the heartbeat looks whether to draw.
constexpr milliseconds kHeartbeat{1'000};
/// Characters of the bar, without its brackets.
constexpr std::size_t kBarWidth = 20;

/// A bar such as "[#####...............]" for 0.25; values beyond 0 .. 1 are
/// clamped.
std::string bar(double share) {
  const auto filled = static_cast<std::size_t>(std::clamp(share, 0.0, 1.0) *
                                               static_cast<double>(kBarWidth));
  return "[" + std::string(filled, '#') + std::string(kBarWidth - filled, '.') +
         "]";
}

}  // namespace

ProgressDisplay::ProgressDisplay(std::ostream& out,
                                 ProgressStyle style,
                                 Now now)
    : out_(out),
      style_(style),
      now_(std::move(now)),
      start_(now_()),
      last_(start_) {
  if (!style_.shown || !style_.heartbeat) return;
  heart_ = std::jthread([this](const std::stop_token& stop) {
    // Only the wait needs a lock; the heartbeat must not hold mutex_ meanwhile.
    std::mutex alone;
    std::unique_lock lock(alone);
    while (!ended_.wait_for(
        lock, stop, kHeartbeat, [&stop] { return stop.stop_requested(); })) {
      tick();
    }
  });
}

ProgressDisplay::~ProgressDisplay() {
  // Before finish(), so that nothing is drawn after it.
  if (heart_.joinable()) {
    heart_.request_stop();
    heart_.join();
  }
  finish();
}

std::string ProgressDisplay::line_for(const app::ProgressUpdate& update) const {
  const auto seconds =
      std::chrono::duration_cast<std::chrono::seconds>(now_() - start_).count();
  std::string line = fmt::format("{:>4}s {}", seconds, update.phase);
  if (update.total > 0) {
    const double share =
        static_cast<double>(update.done) / static_cast<double>(update.total);
    const int percent = static_cast<int>(std::clamp(share, 0.0, 1.0) * 100);
    line += style_.terminal ? fmt::format(" {} {}%", bar(share), percent)
                            : fmt::format(" {}%", percent);
  }
  if (!update.detail.empty()) {
    // Details may have names from user files, and so control characters.
    line += fmt::format(": {}", base::printable(update.detail));
  }
  return line;
}

void ProgressDisplay::update(const app::ProgressUpdate& update) {
  if (!style_.shown) return;
  const std::lock_guard lock(mutex_);
  const auto now = now_();
  const auto interval = style_.terminal ? kRedrawInterval : kLineInterval;
  // Copied: the views of the caller end with this call.
  phase_ = update.phase;
  detail_ = update.detail;
  latest_ = {phase_, update.done, update.total, detail_};
  if (now - last_ >= interval) show(latest_, now);
}

void ProgressDisplay::tick() {
  const std::lock_guard lock(mutex_);
  const auto now = now_();
  const auto interval = style_.terminal ? kHeartbeat : kLineInterval;
  if (style_.shown && !phase_.empty() && now - last_ >= interval) {
    show(latest_, now);
  }
}

void ProgressDisplay::show(const app::ProgressUpdate& update,
                           Clock::time_point now) {
  last_ = now;
  std::string line = line_for(update);
  if (!style_.terminal) {
    out_ << line << '\n' << std::flush;
    return;
  }
  // One column stays free: a full line would wrap on some terminals.
  line.resize(
      std::min(line.size(), std::max<std::size_t>(style_.columns, 2) - 1));
  // Redrawing the same line would only flicker.
  if (line == drawn_) return;
  erase();
  out_ << (style_.color ? "\x1b[2m" + line + "\x1b[0m" : line) << std::flush;
  drawn_ = line;
}

void ProgressDisplay::erase() {
  if (drawn_.empty()) return;
  out_ << '\r' << std::string(drawn_.size(), ' ') << '\r';
  drawn_.clear();
}

void ProgressDisplay::finish() {
  const std::lock_guard lock(mutex_);
  phase_.clear();
  erase();
  out_ << std::flush;
}

void ProgressDisplay::message(std::string_view text) {
  const std::lock_guard lock(mutex_);
  erase();
  out_ << base::printable_lines(text);
  if (!text.ends_with('\n')) out_ << '\n';
  out_ << std::flush;
}

}  // namespace catenary::cli
