// SPDX-License-Identifier: Apache-2.0
#include "engine/portfolio/turns.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "engine/reach/combine.h"
#include "engine/reach/merge.h"
#include "engine/reach/replay.h"

namespace catenary::engine::portfolio {

using model::GoalStatus;
using reach::Result;
using std::chrono::milliseconds;

namespace {

using base::WorkClock;
using Clock = std::chrono::steady_clock;

/// The searches of all players are alive at the same time.
constexpr std::uint64_t kSolverPart = 2;
constexpr std::uint64_t kOtherPart = 6;

/// Of less work nothing is said per work.
constexpr double kLeastSeconds = 0.05;

/// What a half gets of the work of a round that found nothing in so many
/// rounds: the other one is faster where nobody works beside it in vain.
milliseconds reduced(milliseconds work, int idle) {
  constexpr int kPatience = 2;
  constexpr int kMost = 3;
  return work / (1 << std::clamp(idle - kPatience + 1, 0, kMost));
}

/// Runs count, claims of absence do not.
void keep_runs_only(Result& result) {
  for (reach::GoalReport& goal : result.goals) {
    if (goal.result.status != GoalStatus::covered) goal = reach::GoalReport();
  }
}

}  // namespace

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

std::unique_ptr<Turns::Seat> Turns::seat_for(Player player,
                                             std::uint64_t part) const {
  auto seat = std::make_unique<Seat>();
  seat->options = options_;
  const std::uint64_t memory = options_.memory_bytes != 0
                                   ? options_.memory_bytes
                                   : budget_.memory_bytes();
  seat->options.memory_bytes = memory / part;
  seat->progress = ledger_.teller(player.name);
  seat->player = std::move(player);
  return seat;
}

void Turns::add(Player player) {
  others_.push_back(seat_for(std::move(player), kOtherPart));
  Seat& seat = *others_.back();
  if (seat.player.search) {
    seat.transitions = seat.player.search->result().transitions;
  }
  // One processor is the solver's.
  if (beside_) --seat.options.jobs;
  // Who works beside the others must not wait for us to listen.
  others_.back()->progress =
      [this, tell = others_.back()->progress](const reach::Progress& p) {
        tell(p);
        if (solving_ && beside_) solver_->player.search->look();
      };
}

void Turns::set_solver(Player player) {
  solver_ = seat_for(std::move(player), kSolverPart);
}

bool Turns::can_go_on(const Seat& seat) const {
  const Player& player = seat.player;
  if (player.search && player.search->ended()) return false;
  return budget_.is_limited() || player.most.count() == 0 ||
         seat.work < player.most;
}

bool Turns::goes_on() const {
  if (contradicted_ || exhausted_ != nullptr ||
      budget_.poll() != base::StopReason::none) {
    return false;
  }
  if (solver_ && can_go_on(*solver_)) return true;
  return ledger_.open() > 0 && std::ranges::any_of(others_, [&](const auto& s) {
           return !s->player.is_endless && can_go_on(*s);
         });
}

std::vector<model::Trace> Turns::news_for(Seat& seat) {
  Result news;
  // The solver was made with the runs that were known before the game.
  if (!seat.player.search && &seat != solver_.get()) news = found_;
  for (; seat.told < log_.size(); ++seat.told) {
    const Entry& entry = log_[seat.told];
    if (entry.by == &seat) continue;
    reach::GoalReport goal;
    goal.trace = entry.run;
    news.goals.push_back(std::move(goal));
  }
  return reach::short_runs(news);
}

void Turns::plan(Seat& seat, milliseconds work) {
  // The other half of what is left is for the others.
  milliseconds left = budget_.work_left();
  if (&seat == solver_.get() && budget_.has_work_limit()) left /= 2;
  seat.allowed = std::max(std::min(work, left), milliseconds(1));
  seat.news = news_for(seat);
}

void Turns::sit_down(Seat& seat) {
  Player& player = seat.player;
  if (player.search) return;
  player.search =
      player.engine->begin(system_, seat.options, budget_, seat.progress);
}

void Turns::start(Seat& seat) {
  Player& player = seat.player;
  seat.begun = Clock::now();
  sit_down(seat);
  const WorkClock::time_point before = WorkClock::now();
  // As planned, though others may have worked since.
  player.search->start(budget_.without_work_limit().share(seat.allowed),
                       std::exchange(seat.news, {}));
  seat.done = WorkClock::now() - before;
}

void Turns::wait_for(Seat& seat) {
  const WorkClock::time_point before = WorkClock::now();
  seat.player.search->wait();
  seat.done += WorkClock::now() - before;
}

Result Turns::finish(Seat& seat) {
  Result result = seat.player.search->result();
  result.seconds =
      std::chrono::duration<double>(Clock::now() - seat.begun).count();
  const auto done = std::chrono::duration_cast<milliseconds>(seat.done);
  const reach::Share& share =
      ledger_.note(seat.player.name, seat.allowed, done, result);
  seat.work += done;
  const double seconds =
      std::max(std::chrono::duration<double>(done).count(), kLeastSeconds);
  seat.gain = (seat.gain + (share.covered + share.unreachable) / seconds) / 2;
  return result;
}

void Turns::log(const Seat* seat, const Result& result) {
  for (std::uint32_t g = 0; g < result.goals.size(); ++g) {
    if (!result.goals[g].trace || logged_[g]) continue;
    logged_[g] = true;
    log_.push_back({seat, *result.goals[g].trace});
  }
}

std::vector<double> Turns::shares() const {
  // So that nobody starves, however little it found of late.
  constexpr double kEqually = 0.3;
  std::vector<double> out;
  double gains = 0, weights = 0;
  for (const auto& seat : others_) {
    if (!can_go_on(*seat)) continue;
    gains += seat->gain;
    weights += seat->player.weight;
  }
  for (const auto& seat : others_) {
    const double equal = seat->player.weight / weights;
    const double share =
        gains > 0 ? kEqually * equal + (1 - kEqually) * seat->gain / gains
                  : equal;
    out.push_back(can_go_on(*seat) ? share : 0);
  }
  return out;
}

bool Turns::take(const Seat& seat, Result more) {
  if (seat.player.proves) {
    return reach::add_known(system_, found_, std::move(more));
  }
  keep_runs_only(more);
  return reach::add_deep(system_, found_, std::move(more));
}

void Turns::play_others(milliseconds work) {
  const std::size_t before = ledger_.open();
  const std::vector<double> share = shares();
  work = reduced(work, idle_rounds_);
  for (std::size_t i = 0; i < others_.size() && !contradicted_; ++i) {
    if (budget_.poll() != base::StopReason::none) return;
    Seat& seat = *others_[i];
    const milliseconds own(static_cast<milliseconds::rep>(
        share[i] * static_cast<double>(work.count())));
    if (own.count() == 0 || ledger_.open() == 0) continue;
    plan(seat, own);
    start(seat);
    wait_for(seat);
    Result more = finish(seat);
    log(&seat, more);
    if (seat.player.proves && reach::exhausted(more, options_)) {
      exhausted_ = &seat;
      return;
    }
    // What it says is about all of its slices.
    const std::uint64_t transitions = more.transitions;
    more.transitions -= std::min(seat.transitions, transitions);
    seat.transitions = transitions;
    if (!take(seat, std::move(more))) contradicted_ = true;
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
  sit_down(*solver_);
  if (beside_) start(*solver_);
}

// The work of the solver counts from the end of the round on, whether or not it
// was done before.
void Turns::finish_solver() {
  if (!solving_) return;
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
  solving_ = false;
  solver_.reset();
}

Result Turns::result() {
  Result result = std::move(found_);
  if (!solved_.goals.empty()) {
    result = reach::merged_with_solver(
        system_, std::move(result), std::move(solved_));
  }
  if (exhausted_ == nullptr) return result;
  Result all = exhausted_->player.search->result();
  (void)reach::add_known(system_, all, std::move(result));
  return all;
}

Result Turns::play(Result found, const Opening& opening) {
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
  for (milliseconds work = times_.first; goes_on();
       work = std::min(2 * work, times_.longest)) {
    start_solver(work);
    play_others(work);
    if (exhausted_ != nullptr || contradicted_) {
      cancel_solver();
    } else {
      finish_solver();
    }
  }
  return result();
}

}  // namespace catenary::engine::portfolio
