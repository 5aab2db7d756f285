// SPDX-License-Identifier: Apache-2.0
#include "engine/portfolio/turns.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "engine/reach/combine.h"
#include "engine/reach/journal/recorded_search.h"
#include "engine/reach/merge.h"
#include "engine/reach/replay.h"

namespace catenary::engine::portfolio {

using reach::Result;
using std::chrono::milliseconds;

namespace {

using base::WorkClock;
using Clock = std::chrono::steady_clock;

/// The searches of all members are alive at the same time, so that each gets a
/// part of the memory.
constexpr std::uint64_t kSolverPart = 2;
constexpr std::uint64_t kOtherPart = 6;

/// Units of exploration that take as long as one of the solver, by experience.
constexpr int kUnitsOfExploration = 3;

/// Of less work nothing is said per work.
constexpr double kLeastSeconds = 0.05;

/// What a half gets of the work of a round if it found nothing in so many
/// rounds: the other one is faster where nobody works beside it in vain.
milliseconds reduced(milliseconds work, int idle) {
  constexpr int kPatience = 2;
  return idle < kPatience ? work : work / 2;
}

reach::Options with_part_of_memory(const reach::Options& options,
                                   const base::Budget& budget,
                                   std::uint64_t part) {
  reach::Options out = options;
  const std::uint64_t all =
      options.memory_bytes != 0 ? options.memory_bytes : budget.memory_bytes();
  out.memory_bytes = all / part;
  return out;
}

}  // namespace

bool is_used_up(const base::Budget& budget, const TurnTimes& times) {
  return budget.poll() != base::StopReason::none ||
         (times.end && WorkClock::now() >= *times.end);
}

milliseconds work_before(const TurnTimes& times) {
  if (!times.end) return milliseconds::max();
  return std::max(
      std::chrono::duration_cast<milliseconds>(*times.end - WorkClock::now()),
      milliseconds(1));
}

Turns::Turns(const model::StepSystem& system,
             const reach::Options& options,
             const base::Budget& budget,
             TurnTimes times,
             Ledger& ledger)
    : system_(system),
      options_(options),
      budget_(budget),
      times_(times),
      ledger_(ledger),
      beside_(options.jobs >= 2),
      logged_(system.goals.size()) {}

reach::Options options_of_member(const reach::Options& options,
                                 const base::Budget& budget) {
  return with_part_of_memory(options, budget, kOtherPart);
}

std::unique_ptr<Turns::RunningMember> Turns::prepared(
    Member member, const reach::Options& options) const {
  auto running = std::make_unique<RunningMember>();
  running->options = options;
  running->progress = ledger_.teller(member.name);
  running->member = std::move(member);
  return running;
}

void Turns::add(Member member) {
  others_.push_back(
      prepared(std::move(member), options_of_member(options_, budget_)));
  RunningMember& running = *others_.back();
  if (running.member.search) {
    running.transitions = running.member.search->result().transitions;
  }
  // One processor is the solver's.
  if (beside_) --running.options.jobs;
}

void Turns::set_solver(Member member) {
  solver_ = prepared(std::move(member),
                     with_part_of_memory(options_, budget_, kSolverPart));
}

bool Turns::can_go_on(const RunningMember& running) const {
  const Member& member = running.member;
  if (member.search && member.search->ended()) return false;
  return budget_.is_limited() || member.most.count() == 0 ||
         running.work < member.most;
}

bool Turns::goes_on() const {
  if (contradicted_ || exhausted_ != nullptr || is_used_up(budget_, times_)) {
    return false;
  }
  if (solver_ && can_go_on(*solver_)) return true;
  return ledger_.open() > 0 && std::ranges::any_of(others_, [&](const auto& s) {
           return !s->member.is_endless && can_go_on(*s);
         });
}

std::vector<model::Trace> Turns::news_for(RunningMember& running) {
  Result news;
  // The solver was made with the runs that were known before.
  if (!running.member.search && &running != solver_.get()) news = found_;
  for (; running.told < log_.size(); ++running.told) {
    const Entry& entry = log_[running.told];
    if (entry.by == &running) continue;
    reach::GoalReport goal;
    goal.trace = entry.run;
    news.goals.push_back(std::move(goal));
  }
  return reach::short_runs(news);
}

void Turns::plan(RunningMember& running, milliseconds work) {
  milliseconds left = budget_.work_left();
  if (&running == solver_.get()) {
    // The other half of what is left is for the others.
    left /= 2;
  } else if (solving_ && budget_.has_work_limit()) {
    left -= std::min(left, solver_->allowed);
  }
  left = std::min(left, work_before(times_));
  running.allowed = std::max(std::min(work, left), milliseconds(1));
  running.news = news_for(running);
}

void Turns::begin(RunningMember& running) {
  Member& member = running.member;
  if (member.search) return;
  member.search = reach::begin_recorded(*member.engine,
                                        member.name,
                                        system_,
                                        running.options,
                                        budget_,
                                        running.progress);
}

void Turns::start(RunningMember& running) {
  Member& member = running.member;
  running.begun = Clock::now();
  begin(running);
  const WorkClock::time_point before = WorkClock::now();
  // As planned, though others may have worked since.
  member.search->start(budget_.without_work_limit().share(running.allowed),
                       std::exchange(running.news, {}));
  running.done = WorkClock::now() - before;
}

void Turns::wait_for(RunningMember& running) {
  const WorkClock::time_point before = WorkClock::now();
  running.member.search->wait();
  running.done += WorkClock::now() - before;
}

Result Turns::finish(RunningMember& running) {
  Result result = running.member.search->result();
  running.seconds =
      std::chrono::duration<double>(Clock::now() - running.begun).count();
  result.seconds = running.seconds;
  const auto done = std::chrono::duration_cast<milliseconds>(running.done);
  const reach::Share& share =
      ledger_.note(running.member.name, running.allowed, done, result);
  running.work += done;
  const double seconds =
      std::max(std::chrono::duration<double>(done).count(), kLeastSeconds);
  running.gain =
      (running.gain + (share.covered + share.unreachable) / seconds) / 2;
  return result;
}

void Turns::log(const RunningMember* running, const Result& result) {
  for (std::uint32_t g = 0; g < result.goals.size(); ++g) {
    if (!result.goals[g].trace || logged_[g]) continue;
    logged_[g] = true;
    log_.push_back({running, result.goals[g].trace});
  }
}

std::vector<double> Turns::shares() const {
  // So that nobody starves, however little it found of late.
  constexpr double kEqually = 0.3;
  std::vector<double> out;
  double gains = 0, weights = 0;
  for (const auto& running : others_) {
    if (!can_go_on(*running)) continue;
    gains += running->gain;
    weights += running->member.weight;
  }
  for (const auto& running : others_) {
    const double equal = running->member.weight / weights;
    const double share =
        gains > 0 ? kEqually * equal + (1 - kEqually) * running->gain / gains
                  : equal;
    out.push_back(can_go_on(*running) ? share : 0);
  }
  return out;
}

bool Turns::take(const RunningMember& running, Result more) {
  if (running.member.proves) {
    return reach::add_known(system_, found_, std::move(more));
  }
  reach::keep_runs_only(more);
  return reach::add_deep(system_, found_, std::move(more));
}

void Turns::run_others(milliseconds work) {
  const std::size_t before = ledger_.open();
  const std::vector<double> share = shares();
  const milliseconds reduced_work = reduced(work, idle_rounds_);
  for (std::size_t i = 0; i < others_.size() && !contradicted_; ++i) {
    if (is_used_up(budget_, times_)) return;
    RunningMember& running = *others_[i];
    // Exploration may find nothing for long, and prove all at its end.
    const milliseconds all =
        running.member.has_graph ? kUnitsOfExploration * work : reduced_work;
    const milliseconds own(static_cast<milliseconds::rep>(
        share[i] * static_cast<double>(all.count())));
    if (own.count() == 0 || ledger_.open() == 0) continue;
    plan(running, own);
    start(running);
    wait_for(running);
    Result more = finish(running);
    log(&running, more);
    if (running.member.proves && reach::exhausted(more, options_)) {
      exhausted_ = &running;
      return;
    }
    // The result counts the steps of all slices; earlier ones are in found_.
    const std::uint64_t transitions = more.transitions;
    more.transitions -= std::min(running.transitions, transitions);
    running.transitions = transitions;
    if (!take(running, std::move(more))) contradicted_ = true;
  }
  idle_rounds_ = ledger_.open() == before ? idle_rounds_ + 1 : 0;
}

void Turns::start_solver(milliseconds work) {
  if (!solver_ || !can_go_on(*solver_)) return;
  solving_ = true;
  // Less only where the others still find something. Where nobody does, proofs
  // are what is left to find.
  if (ledger_.open() > 0) work = reduced(work, idle_slices_ - idle_rounds_);
  plan(*solver_, work);
  // Now with one job as well, so that it begins with the same budget as with
  // two.
  begin(*solver_);
  if (!beside_) return;
  start(*solver_);
  // It must not wait for us to listen.
  ledger_.set_listener([this] { solver_->member.search->look(); });
}

// The work of the solver counts from the end of the round on, whether or not it
// was done before.
void Turns::finish_solver() {
  if (!solving_) return;
  ledger_.set_listener({});
  if (!beside_) start(*solver_);
  wait_for(*solver_);
  solving_ = false;
  const std::size_t before = ledger_.open();
  solved_ = finish(*solver_);
  idle_slices_ = ledger_.open() == before ? idle_slices_ + 1 : 0;
  log(solver_.get(), solved_);
  contradicted_ =
      contradicted_ ||
      !reach::contradiction_between(system_, found_, solved_).empty();
}

void Turns::cancel_solver() {
  const base::UncountedWork uncounted;
  ledger_.set_listener({});
  solving_ = false;
  solver_.reset();
}

Result Turns::concluded() {
  Result result = std::move(found_);
  for (const auto& running : others_) {
    const Member& member = running->member;
    if (!member.has_graph || !member.search || running.get() == exhausted_) {
      continue;
    }
    Result last = member.search->conclude();
    result.graph = std::move(last.graph);
    result.state_ranges = std::move(last.state_ranges);
    result.output_ranges = std::move(last.output_ranges);
    result.samples = std::move(last.samples);
  }
  return result;
}

Result Turns::result() {
  Result result = concluded();
  if (!solved_.goals.empty()) {
    result = reach::merged_with_solver(
        system_, std::move(result), std::move(solved_));
  }
  if (exhausted_ == nullptr) return result;
  // It may only have been interrupted, and have more to say.
  Result all = exhausted_->member.search->conclude();
  // Its slices before the last one are in the other result.
  all.seconds = exhausted_->seconds;
  result.transitions -= std::min(result.transitions, exhausted_->transitions);
  (void)reach::add_known(system_, all, std::move(result));
  return all;
}

Result Turns::run(Result found, const Opening& opening) {
  found_ = std::move(found);
  for (std::size_t g = 0; g < found_.goals.size(); ++g) {
    logged_[g] = found_.goals[g].trace.has_value();
  }
  start_solver(times_.opening);
  if (!opening(found_)) {
    cancel_solver();
    return result();
  }
  log(nullptr, found_);
  finish_solver();
  // The results of each round are merged goal by goal.
  constexpr std::size_t kGoalsPerMillisecond = 50;
  const milliseconds least = std::min(
      times_.first + milliseconds(system_.goals.size() / kGoalsPerMillisecond),
      times_.longest);
  milliseconds work = least;
  while (goes_on()) {
    const std::size_t before = ledger_.open();
    start_solver(work);
    run_others(work);
    if (exhausted_ != nullptr || contradicted_) {
      cancel_solver();
    } else {
      finish_solver();
    }
    work = ledger_.open() < before ? std::max(work / 2, least)
                                   : std::min(2 * work, times_.longest);
  }
  return result();
}

}  // namespace catenary::engine::portfolio
