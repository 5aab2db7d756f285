// SPDX-License-Identifier: Apache-2.0
/// \file
/// The parent's side of explicit-state search: it forks the exploring child,
/// watches it, and reads back what was found.
///
/// A child may die. With several workers it is then not known which step killed
/// it, so the search is repeated with one worker, whose slot names the step.

#include "engine/reach/process/explicit_process.h"

#include <algorithm>
#include <csignal>
#include <memory>
#include <new>
#include <string_view>

#include "base/check.h"
#include "base/process.h"
#include "base/wire.h"
#include "engine/reach/explicit/search.h"
#include "engine/reach/process/read_back.h"

namespace catenary::engine::reach {

namespace {

using std::chrono::milliseconds;

constexpr milliseconds kLookEvery{50};
// A rest is noticed sooner than anything else, because others wait for it.
constexpr milliseconds kPollForRest{2};
constexpr milliseconds kProgressEvery{200};
// How long a child that was asked to stop may take to finish its step.
constexpr milliseconds kStopGrace{500};
// How much longer than the step limit a step may seem to take, because the
// machine is busy, before the child is given up.
constexpr milliseconds kHangSlack{1000};

/// The smaller of two limits, where 0 means no limit.
std::uint64_t least_limit(std::uint64_t a, std::uint64_t b) {
  if (a == 0 || b == 0) return std::max(a, b);
  return std::min(a, b);
}

/// More address space than memory is harmless: pages are taken when they are
/// used.
std::uint64_t most_edges(std::uint64_t limit) {
  const std::uint64_t bytes = limit != 0 ? limit : 2 * usable_memory();
  return std::max<std::uint64_t>(1024, bytes / sizeof(Edge));
}

// The step that a worker was executing when the child ended, as a finding.
// Nothing if it executed none.
std::optional<Finding> last_step(const SearchContext& context,
                                 std::uint32_t worker,
                                 model::StepOutcome outcome,
                                 const std::string& text) {
  const std::uint64_t step = context.memory.workers[worker].step.load();
  // The child died between two steps: the fault is not the program's.
  if (step == WorkerSlot::kIdle) return std::nullopt;
  Finding finding;
  finding.outcome = outcome;
  finding.event.text = text;
  finding.trace = trace_to(
      {static_cast<StateId>(step >> 32), static_cast<std::uint32_t>(step)},
      context.memory,
      context.letters);
  return finding;
}

// Runs to states spread evenly over the search. Their steps in all are some
// tenths of a percent of those of the search, so that checking them costs
// little.
std::vector<model::Trace> sample_runs(const SearchContext& context,
                                      const Result& result) {
  constexpr std::uint64_t kMost = 32;
  constexpr std::uint64_t kFewestSteps = 256;
  constexpr std::uint64_t kOneOf = 1024;
  std::uint64_t left = kFewestSteps + result.transitions / kOneOf;
  std::vector<model::Trace> runs;
  const std::uint64_t count = std::min(kMost, result.states);
  for (std::uint64_t i = 1; i <= count && left > 0; ++i) {
    const auto last = static_cast<StateId>(i * result.states / count - 1);
    runs.push_back(
        trace_to({last, kNoLetter}, context.memory, context.letters));
    left -= std::min<std::uint64_t>(left, runs.back().steps.size() + 1);
  }
  return runs;
}

/// A slice on its way to the child.
struct SliceMessage {
  base::WorkClock::rep work;
  std::int64_t milliseconds;
};

/// If nobody reads, the child has ended, as wait() will notice.
void send(const base::Pipe& pipe, const SliceMessage& slice) {
  (void)base::write_all(
      pipe,
      std::string_view(reinterpret_cast<const char*>(&slice), sizeof slice));
}

}  // namespace

ExploringProcess::ExploringProcess(const ExploringTask& task,
                                   const base::Budget& budget,
                                   const ProgressCallback& progress)
    : task_(task),
      // Slices limit the work.
      budget_(task.in_slices ? budget.without_work_limit() : budget),
      progress_(progress),
      memory_limit_(
          least_limit(task.options.memory_bytes, budget.memory_bytes())),
      memory_(task.system,
              task_.options,
              task.letters.initial.size(),
              state_limit(1, task_.options.keep_edges, memory_limit_),
              most_edges(memory_limit_)),
      context_{task.system, task_.options, task.letters, memory_},
      next_progress_(begin_ + kProgressEvery),
      seen_(task.options.jobs, {WorkerSlot::kIdle, begin_}) {
  task.system.factory->prepare();
  child_.emplace(memory_.header().error, [this] { be_child(budget_); });
  slices_.close_read();
}

base::Slice ExploringProcess::next_slice(base::WorkClock::duration done) {
  RunHeader& header = memory_.header();
  header.work_done.store(done.count());
  header.rests.fetch_add(1);
  SliceMessage slice{};
  if (!base::read_all(slices_, &slice, sizeof slice)) return {};
  return {base::WorkClock::duration(slice.work),
          milliseconds(slice.milliseconds)};
}

// Results are published while it runs.
void ExploringProcess::be_child(const base::Budget& whole) {
  slices_.close_write();
  base::Budget budget = whole;
  if (task_.in_slices) {
    budget.set_slices(std::make_shared<base::Slices>(
        [this](base::WorkClock::duration done) { return next_slice(done); }));
  }
  RunHeader& header = memory_.header();
  Stop stop = stop_of(budget.poll());
  if (task_.in_slices && stop != Stop::none) {
    header.finished.store(1 + static_cast<std::uint32_t>(stop));
    return;
  }
  stop = Stop::memory;
  try {
    if (task_.by_novelty != nullptr) {
      stop = NoveltySearch(context_, *task_.by_novelty, budget, memory_limit_)
                 .run();
      header.finished.store(1 + static_cast<std::uint32_t>(stop));
      return;
    }
    Search search(context_, budget, memory_limit_);
    stop = search.run();
    if (context_.options.ranges) {
      // Before the ranges: if the child dies in there, the search counts as
      // finished. Its ranges are then incomplete, which another flag says.
      header.finished.store(1 + static_cast<std::uint32_t>(stop));
      search.find_ranges(stop);
    }
  } catch (const std::bad_alloc&) {
    // What is published stays valid.
    header.stop_request.store(static_cast<std::uint32_t>(Stop::memory));
  }
  header.finished.store(1 + static_cast<std::uint32_t>(stop));
}

void ExploringProcess::start(const base::Budget& slice) {
  CATENARY_CHECK(task_.in_slices && !ended_, "the search goes on in slices");
  // The first rest is that before the first slice.
  while (!rests() && !ended_) watch();
  if (ended_) return;
  rests_ = memory_.header().rests.load();
  // Nothing would mean that the search is over.
  const auto work = std::max(slice.work_left(), milliseconds(1));
  send(slices_,
       {base::WorkClock::duration(work).count(), slice.time_left().count()});
}

void ExploringProcess::wait() {
  if (!ended_) watch();
  if (ended_) memory_.header().error.rethrow_if_any();
}

void ExploringProcess::finish() {
  if (ended_) return;
  rests_ = memory_.header().rests.load();
  send(slices_, {0, 0});
}

void ExploringProcess::watch() {
  while (!child_->wait(pause())) {
    if (rests()) return;
    tell();
    const auto now = Clock::now();
    if (!look_at_budget(now)) {
      cut_off_ = true;
      child_->kill();
      break;
    }
    // A step that hangs does not react to requests.
    if (watch_steps(now)) {
      child_->kill();
      break;
    }
  }
  ended_ = true;
  if (memory_.header().ran_on.load() != 0) {
    next_ = Next::all_edges;
  } else {
    next_ = find_end() ? Next::done : Next::one_worker;
  }
}

// First the child is asked to stop, so that it can finish its step and publish.
// If it does not, it is killed: what it published is valid.
bool ExploringProcess::look_at_budget(Clock::time_point now) {
  if (asked_ != Stop::none) return now < give_up_;
  asked_ = stop_of(budget_.poll());
  if (asked_ == Stop::none) return true;
  memory_.header().stop_request.store(static_cast<std::uint32_t>(asked_));
  give_up_ = now + kStopGrace;
  return true;
}

milliseconds ExploringProcess::pause() const {
  const milliseconds most = task_.in_slices ? kPollForRest : kLookEvery;
  return asked_ == Stop::none ? std::min(most, budget_.time_left()) : most;
}

void ExploringProcess::tell() {
  const auto now = Clock::now();
  if (!progress_ || now < next_progress_) return;
  next_progress_ = now + kProgressEvery;
  const RunHeader& header = memory_.header();
  const std::chrono::duration<double> taken = now - begin_;
  Progress p;
  p.states = header.states.load();
  p.transitions = header.transitions.load();
  p.goals_hit = header.goals_hit.load();
  p.goals = static_cast<std::uint32_t>(task_.system.goals.size());
  p.depth = std::max(header.levels.load(), 1U) - 1;
  p.transitions_per_second = static_cast<double>(p.transitions) / taken.count();
  progress_(p);
}

// A slot that does not change between two looks means one step, because the
// search executes each step once.
bool ExploringProcess::watch_steps(Clock::time_point now) {
  const milliseconds limit = task_.options.step_time_limit;
  if (limit.count() <= 0) return false;
  for (std::uint32_t w = 0; w < task_.options.jobs; ++w) {
    const std::uint64_t step =
        memory_.workers[w].step.load(std::memory_order_relaxed);
    if (step != seen_[w].step) seen_[w] = {step, now};
    if (step != WorkerSlot::kIdle &&
        now - seen_[w].since > 2 * limit + kHangSlack) {
      hung_ = w;
      return true;
    }
  }
  return false;
}

bool ExploringProcess::find_end() {
  const std::uint32_t finished = memory_.header().finished.load();
  if (finished != 0) {
    end_.stop = static_cast<Stop>(finished - 1);
    return true;
  }
  if (cut_off_) {
    end_.stop = asked_;
    return true;
  }
  const bool several = task_.options.jobs > 1;
  if (hung_ >= 0) {
    if (several) return false;
    end_.text = "a step did not return";
    end_.last = last_step(context_,
                          static_cast<std::uint32_t>(hung_),
                          model::StepOutcome::hung,
                          end_.text);
    return true;
  }
  // Killed by the system for lack of memory (SIGKILL), left by exit() in a
  // step, or killed by a signal of the program itself.
  const base::WorkerEnd& ending = child_->ending();
  end_.text = "the exploring process was " + ending.to_string();
  if (ending.signal == 0) {
    end_.text = "the exploring process " + ending.to_string();
  }
  if (ending.signal != SIGKILL) {
    if (several) return false;
    end_.last =
        last_step(context_, 0, model::StepOutcome::crashed, ending.to_string());
  }
  return true;
}

Result ExploringProcess::result(Stop resting) const {
  Options few = task_.options;
  if (!ended_) few.keep_edges = few.shortest_ends = few.ranges = false;
  const SearchContext shown{
      context_.system, few, context_.letters, context_.memory};
  const End end = ended_ ? end_ : End{resting, "", std::nullopt};
  Result result =
      read_back(shown, end.stop, end.text, end.last ? &*end.last : nullptr);
  result.samples = sample_runs(shown, result);
  return result;
}

}  // namespace catenary::engine::reach
