// SPDX-License-Identifier: Apache-2.0
/// \file
/// The engine: which options an exploring process gets, and what follows from
/// its end. See engine/reach/process/explicit_process.h for the process.

#include "engine/reach/explicit/explicit.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <utility>

#include "base/check.h"
#include "engine/reach/process/explicit_process.h"
#include "engine/reach/process/read_back.h"

namespace catenary::engine::reach {

namespace {

using Clock = std::chrono::steady_clock;

constexpr const char* kName = "explicit";

// The result if there are too many letters to enumerate.
Result too_many_letters(const model::StepSystem& system,
                        const char* what,
                        std::uint64_t count,
                        std::uint64_t limit) {
  Result result;
  result.engine = kName;
  result.stop = Stop::letters;
  result.stop_text = std::to_string(count) + " combinations of " + what +
                     " are more than the " + std::to_string(limit) +
                     " that are enumerated";
  result.goals.resize(system.goals.size());
  for (GoalReport& goal : result.goals) {
    goal.result = judge_not_hit(result, false, "");
  }
  return result;
}

// Makes upper bounds of all lengths: the order of this search was not breadth
// first.
void doubt_lengths(Result& result) {
  for (GoalReport& goal : result.goals) {
    model::GoalResult& r = goal.result;
    if (r.status != model::GoalStatus::covered || r.depth == 0) continue;
    goal.shortest = false;
    r.reason = hit_text(static_cast<std::uint64_t>(r.depth), false);
  }
}

/// The options that apply to this system.
Options used_options(const model::StepSystem& system,
                     const Options& options,
                     const NoveltyOptions* novelty) {
  Options used = options;
  // States that hold addresses mean something only to one copy of the program,
  // so one worker must do.
  used.jobs = system.portable_states ? std::max(options.jobs, 1U) : 1;
  // The reduced graph is right only if a chain may end anywhere.
  used.shortest_ends =
      options.keep_edges && options.shortest_ends && system.any_state_final;
  used.keep_edges = options.keep_edges && !used.shortest_ends;
  if (novelty != nullptr) {
    used.jobs = 1;
    used.keep_edges = used.shortest_ends = used.ranges = false;
  }
  return used;
}

/// Changes the options for the next attempt. Each Next occurs at most once
/// before the last attempt: with one worker and all edges, neither reason is
/// left.
void change(Options& used, ExploringProcess::Next next) {
  if (next == ExploringProcess::Next::one_worker) used.jobs = 1;
  if (next == ExploringProcess::Next::all_edges) {
    used.shortest_ends = false;
    used.keep_edges = true;
  }
}

/// A search in slices of work: the child rests in between.
class ExplicitSearch final : public RunningSearch {
 public:
  /// Everything given must outlive the search.
  ExplicitSearch(const model::StepSystem& system,
                 const Options& used,
                 const base::Budget& budget,
                 const ProgressCallback& progress)
      : system_(system),
        letters_(system),
        used_(used),
        budget_(budget),
        progress_(progress) {
    begin();
  }

  void start(const base::Budget& slice,
             const std::vector<model::Trace>& /*news*/) override {
    granted_.set_work(slice.work_left());
    granted_.set_time(slice.time_left());
    all_ += slice.work_left();
    process_->start(slice);
  }
  void look() override {}
  void wait() override;
  [[nodiscard]] bool ended() const override { return process_->ended(); }
  [[nodiscard]] Result result() const override;
  [[nodiscard]] Result conclude() override;

 private:
  /// Begins with the options as they are.
  void begin() {
    process_.reset();
    process_ = std::make_unique<ExploringProcess>(
        ExploringTask{system_, used_, letters_, nullptr, true},
        budget_,
        progress_);
  }
  /// Waits for the process, and charges its work to this thread. Returns false
  /// if it ended so that it must be repeated.
  [[nodiscard]] bool wait_for_process();

  const model::StepSystem& system_;
  Letters letters_;
  Options used_;
  const base::Budget& budget_;
  const ProgressCallback& progress_;
  std::unique_ptr<ExploringProcess> process_;
  /// The slice, and the work of all.
  base::Budget granted_;
  std::chrono::milliseconds all_{0};
  /// Work of the process that was charged to this thread.
  base::WorkClock::duration charged_{0};
  Clock::time_point begin_ = Clock::now();
};

bool ExplicitSearch::wait_for_process() {
  const base::WorkClock::time_point before = base::WorkClock::now();
  process_->wait();
  if (process_->ended()) {
    // Its end charged all of its work, unless it crashed.
    if (base::WorkClock::now() != before) base::WorkClock::charge(-charged_);
    return process_->next() == ExploringProcess::Next::done;
  }
  base::WorkClock::charge(
      std::max(process_->work() - charged_, base::WorkClock::duration(0)));
  charged_ = std::max(charged_, process_->work());
  return true;
}

// A search that is repeated gets at once what the slices before had.
void ExplicitSearch::wait() {
  while (!wait_for_process()) {
    change(used_, process_->next());
    begin();
    base::Budget all = granted_;
    all.set_work(all_);
    process_->start(all);
  }
}

Result ExplicitSearch::result() const {
  // The user gave a time or a limit of work; a slice is a part of that.
  const base::StopReason spent = budget_.poll();
  const base::StopReason planned =
      budget_.has_deadline() && !budget_.has_work_limit()
          ? base::StopReason::time
          : budget_.work_reason();
  Result result = process_->result(
      stop_of(spent != base::StopReason::none ? spent : planned));
  result.engine = kName;
  result.seconds = std::chrono::duration<double>(Clock::now() - begin_).count();
  return result;
}

// A search that was repeated meanwhile rests once more.
Result ExplicitSearch::conclude() {
  while (!ended()) {
    process_->finish();
    wait();
  }
  return result();
}

}  // namespace

Result ExplicitEngine::explore(const model::StepSystem& system,
                               const Options& options,
                               const base::Budget& budget,
                               const ProgressCallback& progress) {
  CATENARY_CHECK(system.factory != nullptr, "the system cannot be run");
  const std::uint64_t letters_limit =
      std::min<std::uint64_t>(options.max_letters, kNoLetter);
  const std::uint64_t inputs = model::Alphabet::size_of(system.inputs);
  if (inputs > letters_limit) {
    return too_many_letters(system, "input values", inputs, letters_limit);
  }
  const std::uint64_t starts = model::Alphabet::size_of(system.initial);
  if (starts > letters_limit) {
    return too_many_letters(system, "initial values", starts, letters_limit);
  }
  const Letters letters(system);
  const NoveltyOptions* novelty = by_novelty();
  Options used = used_options(system, options, novelty);
  const auto begin = Clock::now();
  Result result;
  constexpr int kMostAttempts = 4;  // for each Next, and the one that is done
  auto next = ExploringProcess::Next::all_edges;
  for (int i = 0; i < kMostAttempts && next != ExploringProcess::Next::done;
       ++i) {
    ExploringProcess process(
        {system, used, letters, novelty, false}, budget, progress);
    process.wait();
    next = process.next();
    if (next == ExploringProcess::Next::done) {
      result = process.result(Stop::none);
    } else {
      change(used, next);
    }
  }
  CATENARY_CHECK(next == ExploringProcess::Next::done,
                 "one worker always gives a result");
  if (novelty != nullptr) doubt_lengths(result);
  result.engine = kName;
  result.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  return result;
}

std::unique_ptr<RunningSearch> ExplicitEngine::begin(
    const model::StepSystem& system,
    const Options& options,
    const base::Budget& budget,
    const ProgressCallback& progress) {
  const std::uint64_t limit =
      std::min<std::uint64_t>(options.max_letters, kNoLetter);
  if (by_novelty() != nullptr ||
      model::Alphabet::size_of(system.inputs) > limit ||
      model::Alphabet::size_of(system.initial) > limit) {
    return Engine::begin(system, options, budget, progress);
  }
  return std::make_unique<ExplicitSearch>(
      system, used_options(system, options, nullptr), budget, progress);
}

}  // namespace catenary::engine::reach
