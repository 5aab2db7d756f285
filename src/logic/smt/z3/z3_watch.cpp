// SPDX-License-Identifier: Apache-2.0
/// \file
/// A thread that polls the limits while Z3 computes. Z3's own time-out cannot
/// observe the interrupt of a budget.
#include "logic/smt/z3/z3_watch.h"

#include <z3++.h>

#include <algorithm>
#include <chrono>

namespace catenary::logic::smt {

namespace {

// Short queries are the rule; a longer period would delay the budget's end.
constexpr std::chrono::milliseconds kPeriod{5};
/// A call is stopped when it takes so many times the time that its work should
/// take, but not before `kLeast` has passed, because a busy machine may be slow
/// for a while. The second number is for calls that count their work and stop
/// by themselves: for them this end is only a last resort.
constexpr int kPatience = 2;
constexpr int kPatienceOfCounted = 50;
constexpr std::chrono::milliseconds kLeast{1'000};

/// The latest end of a call that starts now.
base::Budget::Clock::time_point end_of(const base::Budget& budget,
                                       const Options& options,
                                       Z3Watch::Counts counts) {
  std::chrono::milliseconds work = options.query_time;
  if (budget.has_work_limit() &&
      (work.count() == 0 || budget.work_left() < work)) {
    work = budget.work_left();
  }
  constexpr std::chrono::milliseconds kLongest = std::chrono::hours(10'000);
  const int patience =
      counts == Z3Watch::Counts::yes ? kPatienceOfCounted : kPatience;
  const auto now = base::Budget::Clock::now();
  return work.count() == 0 && !budget.has_work_limit()
             ? base::Budget::Clock::time_point::max()
             : now + std::max(patience * std::min(work, kLongest), kLeast);
}

}  // namespace

std::uint64_t counted_work(const z3::solver& solver) {
  const z3::stats counted = solver.statistics();
  for (unsigned i = 0; i < counted.size(); ++i) {
    if (counted.key(i) != "rlimit count") continue;
    // Numbers of more than 32 bits are given as doubles.
    return counted.is_uint(i)
               ? counted.uint_value(i)
               : static_cast<std::uint64_t>(counted.double_value(i));
  }
  return 0;
}

void charge_for(z3::context& context) {
  try {
    base::WorkClock::charge(counted_work(z3::solver(context)), kPriceOfCounted);
  } catch (const z3::exception&) {
    return;
  }
}

Z3Watch::Z3Watch(z3::context& context,
                 const base::Budget& budget,
                 const Options& options,
                 Counts counts)
    : context_(context),
      budget_(budget),
      options_(options),
      deadline_(end_of(budget, options, counts)),
      thread_([this] { run(); }) {}

Z3Watch::~Z3Watch() {
  (void)stop();
}

Unknown Z3Watch::look() const {
  const base::StopReason stop = budget_.poll();
  if (stop == base::StopReason::interrupt) return Unknown::interrupted;
  if (stop != base::StopReason::none) return Unknown::time;
  if (base::Budget::Clock::now() > deadline_) return Unknown::time;
  if (options_.memory_bytes != 0 &&
      Z3_get_estimated_alloc_size() > options_.memory_bytes) {
    return Unknown::memory;
  }
  return Unknown::none;
}

void Z3Watch::run() {
  std::unique_lock lock(mutex_);
  while (!done_) {
    // Kept once set: the first reason is reported.
    if (reason_ == Unknown::none) reason_ = look();
    // Again and again: Z3 forgets an interrupt that comes between two phases.
    if (reason_ != Unknown::none) context_.interrupt();
    wake_.wait_for(lock, kPeriod);
  }
}

Unknown Z3Watch::stop() {
  {
    const std::lock_guard lock(mutex_);
    done_ = true;
  }
  wake_.notify_all();
  if (thread_.joinable()) thread_.join();
  return reason_;
}

}  // namespace catenary::logic::smt
