// SPDX-License-Identifier: Apache-2.0
#include "cli/progress.h"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>
#include <utility>

#include "base/printable.h"

namespace catenary::cli {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kRedrawInterval{100};
constexpr milliseconds kLineInterval{10'000};
constexpr milliseconds kHeartbeat{1'000};
constexpr std::size_t kBarWidth = 20;

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
    std::mutex alone;
    std::unique_lock lock(alone);
    while (!ended_.wait_for(
        lock, stop, kHeartbeat, [&stop] { return stop.stop_requested(); })) {
      tick();
    }
  });
}

ProgressDisplay::~ProgressDisplay() {
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
    line += fmt::format(": {}", base::printable(update.detail));
  }
  return line;
}

void ProgressDisplay::update(const app::ProgressUpdate& update) {
  if (!style_.shown) return;
  const std::lock_guard lock(mutex_);
  const auto now = now_();
  const auto interval = style_.terminal ? kRedrawInterval : kLineInterval;
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
