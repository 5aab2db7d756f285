// SPDX-License-Identifier: Apache-2.0
#include "program/plain/early_runs.h"

#include <algorithm>
#include <utility>

#include "base/error.h"

namespace catenary::program::plain {

namespace {

using std::chrono::milliseconds;

/// Processor time of a batch. It is short, since the end of the search waits
/// for the batch that is being made.
constexpr milliseconds kBatch{25};
/// A batch that would be shorter waits for more: the start of the executable
/// costs some milliseconds.
constexpr milliseconds kLeastBatch{10};
/// Time until the pace is asked again.
constexpr milliseconds kPause{20};

}  // namespace

EarlyRuns::EarlyRuns(Work work) : work_(std::move(work)) {
  // Last, since the thread uses everything else.
  thread_ = std::jthread([this] {
    this->work();
    {
      const std::lock_guard lock(mutex_);
      done_ = true;
    }
    changed_.notify_all();
  });
}

EarlyRuns::~EarlyRuns() {
  budget_.interrupt();
  {
    const std::lock_guard lock(mutex_);
    enough_ = true;
  }
  changed_.notify_all();
}

void EarlyRuns::begin(model::PlainPace pace) {
  {
    const std::lock_guard lock(mutex_);
    pace_ = std::move(pace);
    begun_ = base::Budget::Clock::now();
  }
  changed_.notify_all();
}

std::string EarlyRuns::finish(const base::Budget& budget) {
  {
    std::unique_lock lock(mutex_);
    enough_ = true;
    changed_.notify_all();
    while (!changed_.wait_for(lock, kPause, [this] { return done_; })) {
      if (budget.poll() != base::StopReason::none) budget_.interrupt();
    }
  }
  if (thread_.joinable()) thread_.join();
  if (failure_) std::rethrow_exception(failure_);
  return why_not_;
}

void EarlyRuns::work() {
  try {
    why_not_ = work_.prepare(budget_);
  } catch (...) {
    failure_ = std::current_exception();
  }
  if (failure_ || !why_not_.empty() || !wait_for_begin()) return;
  try {
    make_runs();
  } catch (const base::ToolError&) {
    // No time is left, or the executable cannot be run. What was seen before is
    // true all the same.
    report_.cut = true;
  } catch (...) {
    failure_ = std::current_exception();
  }
}

bool EarlyRuns::wait_for_begin() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return enough_ || pace_.has_value(); });
  return !enough_;
}

bool EarlyRuns::pause() {
  std::unique_lock lock(mutex_);
  return !changed_.wait_for(lock, kPause, [this] { return enough_; });
}

bool EarlyRuns::is_enough() {
  const std::lock_guard lock(mutex_);
  return enough_;
}

void EarlyRuns::make_runs() {
  while (!is_enough()) {
    const double seconds =
        std::chrono::duration<double>(base::Budget::Clock::now() - begun_)
            .count();
    const std::uint64_t steps = pace_->steps(seconds) * 2 / 3;
    const milliseconds cap = pace_->cap(seconds);
    const milliseconds left =
        cap * 2 / 3 - milliseconds(static_cast<std::int64_t>(report_.busy_ms));
    if (report_.steps >= steps || left < kLeastBatch) {
      if (!pause()) return;
      continue;
    }
    model::PlainJob job;
    job.first_run = report_.next_run;
    job.steps = steps - report_.steps;
    job.cap = std::min(kBatch, left);
    job.limit = model::limit_of_run(cap);
    work_.run(job, budget_, report_);
    // All runs that a job may have.
    if (report_.next_run >= job.last_run) return;
  }
}

}  // namespace catenary::program::plain
