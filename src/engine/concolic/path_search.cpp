// SPDX-License-Identifier: Apache-2.0
#include "engine/concolic/path_search.h"

#include <algorithm>
#include <utility>

#include "model/step/letter.h"
#include "model/step/step_system.h"

namespace catenary::engine::concolic {

using logic::Term;
using logic::smt::Answer;
using model::StepOutcome;

namespace {

/// Steps of a directed search whose inputs are free.
constexpr std::size_t kFreeSteps = 3;
/// Native steps of a directed search: at the beginning, and after news.
constexpr std::uint64_t kFirstSteps = 1'000'000;
constexpr std::uint64_t kMoreSteps = 2'000;
constexpr std::uint32_t kMoreLength = 50;
constexpr std::size_t kMostPlaces = 300'000;
constexpr std::uint64_t kMostPlaceBytes = std::uint64_t{1} << 30;
/// Refused inputs after which the budget is looked at.
constexpr std::uint64_t kLookEvery = 64;
constexpr std::size_t kNoPath = ~std::size_t{0};

/// What a run takes, roughly.
std::uint64_t bytes_of(const Run& run) {
  constexpr std::uint64_t kPerLetter = 48;
  const std::uint64_t letter =
      run.letters.empty() ? 0 : run.letters.front().size() + kPerLetter;
  return run.state.size() + run.letters.size() * letter;
}

bool same_beginning(const Run& run, const Run& candidate) {
  return run.initial == candidate.initial &&
         std::equal(
             run.letters.begin(), run.letters.end(), candidate.letters.begin());
}

}  // namespace

PathSearch::PathSearch(Native& native, Symbols& symbols, reach::Board& board)
    : native_(native),
      symbols_(symbols),
      board_(board),
      rng_(native.options().seed) {}

void PathSearch::note_exhausted(std::size_t steps) {
  reach::SearchPosition position = board_.position();
  position.started = true;
  position.complete_depth = static_cast<std::uint32_t>(steps);
  board_.set_position(position);
}

// A state that is known whole leads where it led before.
bool PathSearch::is_new(const Run& run, const SymbolicRun& symbolic) {
  if (!directed_ && !symbolic.is_concrete()) return true;
  return seen_
      .emplace(reinterpret_cast<const char*>(run.state.data()),
               run.state.size())
      .second;
}

void PathSearch::put(Run run,
                     SymbolicRun symbolic,
                     std::size_t path,
                     bool news) {
  if (places_.size() >= kMostPlaces || place_bytes_ >= kMostPlaceBytes) {
    complete_ = false;
    return;
  }
  if (!is_new(run, symbolic)) return;
  const std::size_t steps = run.letters.size();
  Rank rank{false, 0, steps, numbered_++};
  if (directed_) {
    std::get<0>(rank) = !news;
    std::get<1>(rank) = path_places_[path]++;
    if (symbolic.steps - symbolic.first >= kFreeSteps) {
      symbolic = symbols_.fixed(run);
    }
  } else if (native_.options().set_steps != 0) {
    // Long runs first: fewer of them wait.
    std::get<2>(rank) = native_.options().set_steps - steps;
  }
  place_bytes_ += bytes_of(run);
  places_.emplace(rank, Place{std::move(run), std::move(symbolic)});
}

PathSearch::Place PathSearch::take() {
  auto first = places_.extract(places_.begin());
  place_bytes_ -= bytes_of(first.mapped().run);
  return std::move(first.mapped());
}

// All paths of the initialisation.
bool PathSearch::begin() {
  SymbolicRun any;
  any.free_initial = !native_.system().initial.empty();
  const auto solver = symbols_.solver(any);
  Run like;
  like.initial = native_.random_initial(rng_);
  std::unordered_set<std::size_t> taken;
  for (;;) {
    if (native_.over()) return false;
    const StepOutcome outcome = native_.start(like.initial);
    const classes::StepPath& path = symbols_.init_path(like.initial);
    if (!taken.insert(path.id).second) {
      complete_ = false;  // natively another path than the solver says
      break;
    }
    const std::optional<SymbolicRun> symbolic = symbols_.begin(path);
    if (outcome == StepOutcome::running) {
      put(native_.run(),
          symbolic ? *symbolic : symbols_.fixed(native_.run()),
          path.id,
          true);
    }
    complete_ = complete_ && path.always_faithful;
    if (path.conditions.empty()) break;
    const Term all = symbols_.terms().logical_and(path.conditions);
    solver->assert_term(symbols_.terms().logical_not(all));
    native_.count_question();
    const Answer answer = solver->check({}, native_.budget());
    if (answer != Answer::sat) {
      complete_ = complete_ && answer == Answer::unsat;
      break;
    }
    like = symbols_.solution(*solver, any, 0, like);
  }
  return true;
}

bool PathSearch::lead(const Place& from, const Run& candidate) {
  if (same_beginning(from.run, candidate)) {
    native_.resume(from.run);
    return true;
  }
  if (native_.start(candidate.initial) != StepOutcome::running) return false;
  for (std::size_t k = 0; k + 1 < candidate.letters.size(); ++k) {
    if (native_.step(candidate.letters[k]) != StepOutcome::running) {
      return false;
    }
  }
  return true;
}

bool PathSearch::ask_hits(logic::smt::Solver& solver,
                          const Place& from,
                          const Extension& path) {
  for (const auto& [goal, hit] : path.hits) {
    if (native_.covered(goal)) continue;
    if (native_.over()) return false;
    std::vector<Term> assumptions = path.conditions;
    assumptions.push_back(hit);
    native_.count_question();
    const Answer answer = solver.check(assumptions, native_.budget());
    if (answer == Answer::unknown) complete_ = false;
    if (answer != Answer::sat) continue;
    const Run run = symbols_.solution(
        solver, from.symbolic, from.run.letters.size() + 1, from.run);
    if (lead(from, run)) (void)native_.step(run.letters.back());
    if (!native_.covered(goal)) complete_ = false;
  }
  return true;
}

bool PathSearch::expand(const Place& from) {
  const std::uint32_t most = directed_ ? 0 : native_.options().set_executions;
  native_.count_question();
  const auto solver = symbols_.solver(from.symbolic);
  logic::TermManager& terms = symbols_.terms();
  std::unordered_set<std::size_t> taken;
  Run candidate = from.run;
  candidate.letters.push_back(native_.random_letter(rng_));
  for (std::uint32_t executions = 0;; ++executions) {
    if (native_.over()) return false;
    if (most != 0 && executions == most) {
      complete_ = false;
      return true;
    }
    if (!lead(from, candidate)) {
      complete_ = false;
      return true;
    }
    const classes::Bytes before = native_.run().state;
    const classes::Bytes& letter = candidate.letters.back();
    const StepOutcome outcome = native_.step(letter);
    const bool news = native_.news();
    const classes::StepPath& path = symbols_.step_path(before, letter);
    if (!taken.insert(path.id).second) {
      complete_ = false;  // natively another path than the solver says
      return true;
    }
    Extension extended =
        symbols_.extend(from.symbolic, path, [this](std::uint32_t g) {
          return !native_.covered(g);
        });
    complete_ = complete_ && path.always_faithful;
    const Run reached = native_.run();
    const Term all = terms.logical_and(extended.conditions);
    if (outcome == StepOutcome::running) {
      SymbolicRun symbolic =
          extended.after ? std::move(*extended.after) : symbols_.fixed(reached);
      put(reached, std::move(symbolic), path.id, news);
      if (directed_ && news) random_walk(kMoreSteps, kMoreLength);
    }
    if (!ask_hits(*solver, from, extended)) return false;
    if (extended.conditions.empty()) return true;
    solver->assert_term(terms.logical_not(all));
    native_.count_question();
    const Answer answer = solver->check({}, native_.budget());
    if (answer == Answer::unknown) complete_ = false;
    if (answer != Answer::sat) return true;
    candidate = symbols_.solution(
        *solver, from.symbolic, from.run.letters.size() + 1, from.run);
  }
}

void PathSearch::search() {
  const std::uint32_t bound = native_.options().set_steps;
  const std::uint32_t longest =
      native_.at_most(bound != 0 ? bound : ~std::uint64_t{0});
  std::size_t level = 0;
  while (!places_.empty()) {
    const Place from = take();
    const std::size_t steps = from.run.letters.size();
    if (bound == 0 && complete_ && steps > level) {
      level = steps;
      note_exhausted(level);
    }
    if (steps < longest && !expand(from)) return;
  }
  if (complete_) note_exhausted(longest);
  board_.set_stop(reach::Stop::none, "every path that was found being taken");
}

void PathSearch::search_directed() {
  const std::uint32_t longest = native_.at_most(~std::uint64_t{0});
  while (!places_.empty()) {
    (void)take_offered();
    const Place from = take();
    if (from.run.letters.size() < longest && !expand(from)) return;
  }
  board_.set_stop(reach::Stop::none, "every path that was found being taken");
}

void PathSearch::run_systematically() {
  if (begin()) search();
}

void PathSearch::keep_news() {
  const Run run = native_.run();
  put(run, symbols_.fixed(run), kNoPath, true);
}

/// Keeps the places where a known run hits a goal first.
void PathSearch::follow(const model::Trace& known) {
  const model::StepSystem& system = native_.system();
  const auto letter =
      [](const auto& variables, const auto& values, std::size_t bytes) {
        classes::Bytes out = model::letter_with(variables, values, bytes);
        out.resize(bytes);
        return out;
      };
  constexpr base::WorkClock::duration kValue{100};
  base::WorkClock::charge(known.steps.size() * system.inputs.size(), kValue);
  const classes::Bytes initial =
      letter(system.initial, known.initial, system.initial_letter_bytes());
  if (native_.start(initial) != StepOutcome::running) return;
  for (const std::vector<logic::Value>& values : known.steps) {
    const classes::Bytes inputs =
        letter(system.inputs, values, system.letter_bytes());
    if (native_.step(inputs) != StepOutcome::running) return;
    if (native_.news()) keep_news();
  }
}

bool PathSearch::take_offered() {
  const std::vector<model::Trace> runs = board_.take_offered();
  for (const model::Trace& run : runs) {
    if (native_.over()) break;
    follow(run);
  }
  return !runs.empty();
}

/// Random steps from all places, then from those that were found in this way,
/// and so on.
void PathSearch::walk_from_places() {
  const std::uint64_t end = native_.steps() + kFirstSteps;
  for (std::uint64_t walked = 0; walked != numbered_;) {
    std::vector<Rank> fresh;
    for (const auto& [rank, place] : places_) {
      if (std::get<3>(rank) >= walked) fresh.push_back(rank);
    }
    walked = numbered_;
    for (const Rank& rank : fresh) {
      if (native_.steps() > end || native_.over()) return;
      native_.resume(places_.at(rank).run);
      random_walk(kMoreSteps, kMoreLength);
    }
  }
}

void PathSearch::random_walk(std::uint64_t steps, std::uint32_t length) {
  const Run from = native_.run();
  const std::uint64_t end = native_.steps() + steps;
  for (std::uint64_t tries = 0; native_.steps() < end && tries < steps;
       ++tries) {
    if (native_.over()) return;
    if (tries != 0) native_.resume(from);
    const std::size_t most = native_.at_most(from.letters.size() + length);
    const std::uint64_t one_in = model::is_state_machine(native_.system().kind)
                                     ? 1
                                     : reach::random_change_interval(rng_);
    classes::Bytes letter = native_.random_letter(rng_);
    while (native_.run().letters.size() < most && native_.steps() < end) {
      const StepOutcome outcome = native_.step(letter);
      ++tries;
      if (outcome == StepOutcome::discarded) {
        // Where every input is refused, no walk ever gets longer.
        if (tries >= steps) return;
        if (tries % kLookEvery == 0 && native_.over()) return;
        letter = native_.random_letter(rng_);
        continue;
      }
      if (outcome != StepOutcome::running) break;
      if (native_.news()) keep_news();
      letter = native_.varied_letter(rng_, one_in, letter);
    }
  }
}

void PathSearch::run_directed() {
  directed_ = true;
  if (!begin()) return;
  if (take_offered()) {
    walk_from_places();
  } else if (!places_.empty()) {
    native_.resume(places_.begin()->second.run);
    random_walk(kFirstSteps, 2 * kMoreLength);
  }
  search_directed();
}

}  // namespace catenary::engine::concolic
