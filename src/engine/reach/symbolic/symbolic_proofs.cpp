// SPDX-License-Identifier: Apache-2.0
/// \file
/// Proofs of the symbolic search that no run of any length hits a target:
/// k-induction, IC3, and the recurrence diameter (Biere et al., TACAS 1999), a
/// length beyond which no run reaches a new state.
///
/// All of them rest on `complete_`: no run up to the depth at hand left the
/// encoding, and no answer of the solver was refuted by a native run.
#include <algorithm>
#include <bit>
#include <string>
#include <utility>

#include "base/error.h"
#include "engine/reach/symbolic/candidates.h"
#include "engine/reach/symbolic/symbolic_search.h"

namespace catenary::engine::reach {

using base::WorkClock;
using logic::smt::Answer;
using logic::smt::Literal;
using State = GoalKnowledge::State;
using std::chrono::milliseconds;

namespace {

/// Candidates that are tried at most. Each may be refuted by a model of a step,
/// so that fewer are tried if a step is large.
constexpr std::size_t kMostGuesses = 4000;
constexpr std::size_t kLeastGuesses = 200;
constexpr std::size_t kGuessClauses = 400'000'000;
/// Time for candidates, for each clause of a step.
constexpr std::chrono::microseconds kPerClause{20};

/// The number of candidates for a step of this size.
std::size_t guesses_for(std::uint64_t clauses) {
  return std::clamp(kGuessClauses / std::max<std::size_t>(clauses, 1),
                    kLeastGuesses,
                    kMostGuesses);
}

}  // namespace

// A third of the work done so far, but at least as much as is done in about two
// seconds: optional parts never take more than a fixed share of the whole.
base::Budget SymbolicSearch::share() const {
  const auto elapsed =
      std::chrono::duration_cast<milliseconds>(WorkClock::now() - begin_);
  return budget_.share(std::max(elapsed / 3, milliseconds(2000)));
}

// Half of the work that is left. Without a limit, as much as the search may do
// without news, or as it did so far.
base::Budget SymbolicSearch::question(std::size_t questions) const {
  constexpr milliseconds kLeast{1000};
  milliseconds time{0};
  if (budget_.is_limited()) {
    time = budget_.work_left() / 2;
  } else if (symbolic_.patience.count() > 0) {
    time = std::max(
        symbolic_.patience,
        std::chrono::duration_cast<milliseconds>(WorkClock::now() - begin_));
  } else {
    return budget_;
  }
  return budget_.share(std::max(time / static_cast<int>(questions), kLeast));
}

/// A few queries, not a proof at any price. If a native run went on for longer
/// than `depth`, only small powers of two are tried.
bool SymbolicSearch::runs_end(std::uint32_t depth) {
  constexpr std::uint32_t kDeepest = 64;
  constexpr int kMostModels = 100;
  const bool thorough = std::has_single_bit(depth) && depth <= kDeepest;
  // Such a run shows that the answer is yes, unless it repeats states.
  if (!thorough && scout_.longest() > depth) return false;
  const Literal runs_on[] = {unrolling_->at_depth(depth).running};
  const base::Budget budget = share();
  for (int models = 0; models < kMostModels; ++models) {
    const Answer answer = solver_->solve(runs_on, budget);
    if (answer == Answer::unsat) return true;
    if (answer == Answer::unknown || !thorough) return false;
    // A shortest run to anything has no state twice, so this may be demanded of
    // all runs, for all later queries too.
    if (!unrolling_->demand_distinct_states(depth)) return false;
  }
  return false;
}

// Every run of more steps repeats a state, and everything up to `depth` is
// known: what is open is unreachable.
void SymbolicSearch::close(std::uint32_t depth) {
  for (std::uint32_t g = 0; g < board_.goal_count(); ++g) {
    // A shortest run is never longer than the recurrence diameter, so a goal
    // whose shortest known run is longer shows an error of the solver.
    if (board_.goal(g).state == State::hit && !board_.goal(g).shortest &&
        fate_[g] != Fate::unanswered) {
      board_.set_contradiction("goal " + system_.goals[g].id +
                               " is hit by a run longer than any that the "
                               "solver says can reach something new");
    }
  }
  std::vector<std::uint32_t> open;
  for (std::uint32_t t = 0; t < fate_.size(); ++t) {
    if (fate_[t] == Fate::open) {
      fate_[t] = Fate::excluded;
      proof_[t] = "no run of at most " + steps_text(depth) +
                  " hits it, and longer ones reach no new state";
    }
    // Targets that were excluded for runs that the encoding describes are
    // excluded for all runs now: there are no others.
    if (fate_[t] != Fate::excluded) continue;
    if (t >= board_.goal_count() || board_.goal(t).state != State::open) {
      continue;
    }
    open.push_back(t);
  }
  for (const std::uint32_t g : open) {
    GoalKnowledge now;
    now.state = State::unreachable;
    now.reason = proof_[g];
    board_.set_goal(g, std::move(now));
  }
  publish(board_.contradiction().empty() && !left_out_);
  finish(Stop::none);
}

// Their work: a twentieth of what is left, or twice as much as was too little.
Invariants SymbolicSearch::find_invariants() {
  const auto for_size = std::chrono::duration_cast<milliseconds>(
      kPerClause * static_cast<std::int64_t>(encoded_.clauses));
  milliseconds time =
      std::max({share().work_left(), 2 * invariants_too_short_, for_size});
  if (budget_.is_limited()) time = std::max(time, budget_.work_left() / 20);
  const base::Budget budget = budget_.share(time);
  invariants_too_short_ = time;
  try {
    Invariants found(
        *relation_,
        guess_invariants(
            *relation_, scout_.samples(), guesses_for(encoded_.clauses)),
        make_solver_,
        budget);
    if (!found.cut_short()) invariants_too_short_ = milliseconds(0);
    return found;
  } catch (const base::ToolError&) {
    // The time was too short to encode the candidates.
    if (budget.poll() == base::StopReason::none) throw;
    return {};
  }
}

// Adds proved facts to the states of runs: the state after `depth` steps, and
// at first all states before it.
void SymbolicSearch::strengthen(std::uint32_t depth) {
  // If all goals are near, invariants cost more than they save.
  constexpr std::uint32_t kFrom = 6;
  if (depth < kFrom) return;
  if (depth == kFrom) {
    invariants_ = induction_ ? induction_->invariants() : find_invariants();
    const base::Budget budget = share();
    try {
      rates_ = Rates(*relation_,
                     invariants_,
                     scout_.starts(),
                     scout_.moves(),
                     make_solver_,
                     budget);
      if (rates_.size() > 0) {
        last_step_ = std::make_unique<LastStep>(
            *relation_, invariants_, rates_, make_solver_);
      }
    } catch (const base::ToolError&) {
      if (budget.poll() == base::StopReason::none) throw;
    }
  }
  for (std::uint32_t d = depth == kFrom ? 0 : depth; d <= depth; ++d) {
    invariants_.demand(*solver_, unrolling_->state(d));
    rates_.demand(*solver_, unrolling_->state(d), d);
  }
}

// The targets that runs of this length are asked for.
std::vector<std::uint32_t> SymbolicSearch::targets_at(std::uint32_t depth) {
  std::vector<std::uint32_t> asked;
  for (std::uint32_t t = 0; t < fate_.size(); ++t) {
    if (wanted(t, depth)) asked.push_back(t);
  }
  // Before that, there are no bounds, or no step.
  if (!last_step_ || depth == 0) return asked;
  std::vector<std::uint32_t> possible =
      last_step_->possible(depth, asked, share());
  const Frame& frame = unrolling_->at_depth(depth);
  for (const std::uint32_t t : asked) {
    if (!std::binary_search(possible.begin(), possible.end(), t)) {
      // Excluded by the small query: a lemma for the large one.
      solver_->add_clause({-frame.targets[t]});
    }
  }
  return possible;
}

/// Induction is made anew when the samples have grown by a fifth, or when the
/// invariants had too little time and much more has passed since.
void SymbolicSearch::renew_induction() {
  const std::size_t samples = scout_.samples().size();
  if (induction_ && samples < samples_used_ + samples_used_ / 5 + 1 &&
      (invariants_too_short_.count() == 0 ||
       WorkClock::now() - begin_ < 3 * invariants_too_short_)) {
    return;
  }
  samples_used_ = samples;
  std::vector<std::uint32_t> known;
  if (induction_) known = induction_->proved();
  induction_ = std::make_unique<Induction>(
      *relation_, find_invariants(), std::move(known), make_solver_);
}

/// Time spent on looking for runs, as opposed to proofs.
milliseconds SymbolicSearch::time_on_runs() const {
  return std::chrono::duration_cast<milliseconds>(
      WorkClock::now() - begin_ - directed_time_ - induction_time_);
}

/// Properties are there to be proved, so they justify more time for proofs.
bool SymbolicSearch::has_open_properties() const {
  for (std::uint32_t g = 0; g < board_.goal_count(); ++g) {
    if (system_.goals[g].is_violation() &&
        board_.goal(g).state == State::open) {
      return true;
    }
  }
  return false;
}

void SymbolicSearch::try_induction(std::uint32_t depth) {
  constexpr milliseconds kLeast{2000};
  if (!complete_ || depth < next_induction_) return;
  // A target that is hit by long runs cannot be proved, and finding that out is
  // slow. So proofs get no more time than the search for runs, unless a
  // property is open.
  if (!has_open_properties() &&
      induction_time_ > std::max(kLeast, time_on_runs())) {
    return;
  }
  // Attempts become rarer with the depth: their cost grows with it.
  next_induction_ = depth + 1 + (depth < 16 ? depth / 3 : depth);
  std::vector<std::uint32_t> open = never_hit_yet();
  if (open.empty()) return;
  const auto begin = WorkClock::now();
  renew_induction();
  take_proof(induction_->prove(depth, std::move(open), share()),
             "by induction over " + steps_text(depth + 1) + " with " +
                 std::to_string(induction_->invariants().size()) +
                 " invariants");
  induction_time_ += WorkClock::now() - begin;
}

/// The base case of induction: no run up to this depth covers one of these
/// goals.
std::vector<std::uint32_t> SymbolicSearch::never_hit_yet() const {
  std::vector<std::uint32_t> open;
  for (std::uint32_t t = 0; t < fate_.size(); ++t) {
    if (fate_[t] != Fate::open) continue;
    if (t < board_.goal_count() && board_.goal(t).state != State::open) {
      continue;
    }
    open.push_back(t);
  }
  return open;
}

// Each attempt has four times as many queries as the last, as long as all
// attempts take no more time than everything else. What is undecided goes on
// later. Only proofs count: runs come from BMC, which finds shortest ones.
void SymbolicSearch::try_property_directed(std::uint32_t depth) {
  constexpr std::uint32_t kFrom = 2;
  constexpr std::uint64_t kFirst = 300;
  constexpr milliseconds kLeast{1000};
  if (!complete_ || depth < kFrom || depth < next_directed_) return;
  next_directed_ = depth + 1 + depth / 3;
  const auto begin = WorkClock::now();
  const milliseconds others = has_open_properties()
                                  ? std::chrono::duration_cast<milliseconds>(
                                        begin - begin_ - directed_time_)
                                  : time_on_runs();
  const auto used = std::chrono::duration_cast<milliseconds>(directed_time_);
  const milliseconds time =
      std::min(std::max(others, kLeast) - used, budget_.work_left());
  std::vector<std::uint32_t> open = never_hit_yet();
  if (time.count() <= 0 || open.empty() || relation_->state().empty()) return;
  directed_questions_ =
      directed_questions_ == 0 ? kFirst : 4 * directed_questions_;
  renew_induction();
  if (!directed_) {
    directed_ = std::make_unique<PropertyDirected>(*relation_,
                                                   induction_->invariants(),
                                                   induction_->proved(),
                                                   make_solver_);
  } else {
    directed_->strengthen(induction_->invariants());
  }
  // Last target first, which is `unfaithful`: until it is excluded, proofs
  // about the others are about described runs only.
  std::reverse(open.begin(), open.end());
  const base::Budget all = budget_.share(time);
  // Equal shares of the queries for the targets that are left; what one does
  // not use, the next ones get.
  std::uint64_t questions = directed_questions_;
  for (std::size_t i = 0; i < open.size(); ++i) {
    const base::Budget one =
        all.share(time, static_cast<std::int64_t>(open.size() - i));
    const std::uint64_t share = questions / (open.size() - i);
    directed_->allow(share);
    if (directed_->decide(open[i], one) == model::Reachability::unreachable) {
      take_proof({open[i]},
                 "by an inductive invariant of " +
                     std::to_string(directed_->clauses()) +
                     " clauses, found by property-directed reachability");
    }
    questions -= share - directed_->left();
  }
  const auto took = WorkClock::now() - begin;
  directed_time_ += took;
  last_news_ += took;  // the patience is for the other questions
}

/// Keeps proofs. They become statuses of goals only if `unfaithful` is excluded
/// too.
void SymbolicSearch::take_proof(const std::vector<std::uint32_t>& proved,
                                const std::string& how) {
  for (const std::uint32_t t : proved) {
    fate_[t] = Fate::excluded;
    proof_[t] = how;
    last_news_ = WorkClock::now();
  }
  // Otherwise runs that leave the encoding may still hit the goals.
  if (fate_[relation_->unfaithful()] != Fate::excluded) return;
  for (std::uint32_t g = 0; g < board_.goal_count(); ++g) {
    if (fate_[g] != Fate::excluded || board_.goal(g).state != State::open) {
      continue;
    }
    GoalKnowledge now;
    now.state = State::unreachable;
    now.reason = "no run hits it: proved " + proof_[g];
    board_.set_goal(g, std::move(now));
  }
}

}  // namespace catenary::engine::reach
