// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bounded model checking with a rising bound: for each depth, the solver is
/// asked for a run of exactly that many steps that hits one of the open
/// targets, and the question is repeated without the targets found until the
/// answer is no. Each model is replayed natively. A run that does not replay,
/// or a native run that contradicts an answer, ends all claims of absence.

#include "engine/reach/symbolic/symbolic_search.h"

#include <algorithm>
#include <utility>

#include "base/check.h"

namespace catenary::engine::reach {

using base::WorkClock;
using logic::smt::Answer;
using logic::smt::Literal;
using logic::smt::Unknown;
using State = GoalKnowledge::State;

namespace {

/// Errors are looked for up to this depth beyond that of the last goal.
constexpr std::uint32_t kDefectDepth = 10;
/// A solver that was wrong once is asked up to this depth beyond that of its
/// last model.
constexpr std::uint32_t kDoubtfulDepth = 10;

}  // namespace

SymbolicSearch::SymbolicSearch(const model::StepSystem& system,
                               const Options& options,
                               const SymbolicOptions& symbolic,
                               const base::Budget& budget,
                               Board& board)
    : system_(system),
      options_(options),
      symbolic_(symbolic),
      budget_(budget),
      board_(board),
      make_solver_(solver_maker(symbolic)),
      scout_(system, options, board),
      begin_(WorkClock::now()),
      last_news_(begin_) {}

void SymbolicSearch::run() {
  // What other searches know is executed here as well: the scout learns states
  // and lengths from it.
  board_.offer(symbolic_.known_runs);
  take_offered();
  prepare();
  if (!board_.stopped()) search();
}

void SymbolicSearch::take_offered() {
  for (const model::Trace& trace : board_.take_offered()) {
    if (options_.max_steps != 0 && trace.steps.size() > options_.max_steps) {
      continue;
    }
    if (budget_.poll() != base::StopReason::none) return;
    (void)scout_.replay(trace);
  }
}

void SymbolicSearch::prepare() {
  encoding_ = system_.encoder->encode(terms_, symbolic_.encode, budget_);
  relation_ = std::make_unique<Relation>(system_, encoding_, terms_, budget_);
  const logic::smt::CnfTemplate& cnf = relation_->step().cnf;
  encoded_.instructions = encoding_.stats.instructions;
  encoded_.terms = encoding_.stats.terms;
  encoded_.variables = static_cast<std::uint64_t>(cnf.variable_count);
  encoded_.clauses = static_cast<std::uint64_t>(
      std::count(cnf.clauses.begin(), cnf.clauses.end(), 0));
  std::vector<logic::Term> roots = encoding_.step.hits;
  roots.insert(
      roots.end(), encoding_.step.next.begin(), encoding_.step.next.end());
  scout_.learn_constants(roots);
  scout_.random_walk(symbolic_.random_walk_steps, options_.max_steps, budget_);
  fate_.assign(relation_->targets().size(), Fate::open);
  proof_.resize(fate_.size());
  solver_ = make_solver_();
  unrolling_ = std::make_unique<Unrolling>(
      *relation_, *solver_, Unrolling::Start::initial);
  publish(false);
}

void SymbolicSearch::search() {
  // Invariant at the beginning of an iteration: all runs of fewer than `depth`
  // steps are examined, and the solver demands that the steps before run on.
  for (std::uint32_t depth = 0;; ++depth) {
    take_offered();
    if (depth > 0) {
      solver_->add_clause({unrolling_->at_depth(depth - 1).running});
      strengthen(depth - 1);
      unrolling_->add_step();
    }
    // Nothing else has found an input that assumptions allow.
    if (depth == 1 && scout_.steps() == 0) take_any_step();
    if (!examine(depth)) return;
    if (everything_known()) {
      publish(complete_ && !left_out_);
      finish(Stop::none);
      return;
    }
    // The order of the following: cheap proofs before expensive ones, then
    // limits.
    if (complete_ && runs_end(depth)) {
      close(depth);
      return;
    }
    try_induction(depth);
    if (!everything_known()) try_property_directed(depth);
    if (everything_known()) {
      publish(complete_ && !left_out_);
      finish(Stop::none);
      return;
    }
    // All goals are known, but errors may be left: some more depths.
    if (goals_settled() && depth >= settled_depth_ + kDefectDepth) {
      finish(Stop::goals);
      return;
    }
    if (options_.max_steps != 0 && depth >= options_.max_steps) {
      board_.set_stop(Stop::steps, "");
      return;
    }
    if (stop_early()) return;
  }
}

// Random inputs may all be refused by assumptions which some input satisfies:
// the solver finds one, and random simulation goes on from there.
void SymbolicSearch::take_any_step() {
  const Literal assumption[] = {-unrolling_->step(0).discarded};
  if (solver_->solve(assumption, share()) == Answer::sat) {
    (void)scout_.replay(unrolling_->trace(1));
  }
}

bool SymbolicSearch::stop_early() {
  // The goals that are left may be found by a solver that was wrong once, but
  // nothing can be proved any more.
  if (!board_.contradiction().empty() &&
      examined_ >= last_model_ + kDoubtfulDepth) {
    board_.set_stop(Stop::solver, board_.contradiction());
    return true;
  }
  const base::StopReason reason = budget_.poll();
  if (reason != base::StopReason::none) {
    board_.set_stop(stop_of(reason), "");
    return true;
  }
  // From here on only the lengths of runs are in question.
  if (!decided_ && goals_decided()) decided_ = WorkClock::now();
  if (decided_ && symbolic_.polish.count() > 0 &&
      WorkClock::now() - *decided_ >= symbolic_.polish) {
    board_.set_stop(Stop::goals, "");
    return true;
  }
  if (budget_.is_limited() || symbolic_.patience.count() == 0 ||
      WorkClock::now() - last_news_ < symbolic_.patience) {
    return false;
  }
  board_.set_stop(Stop::patience, "");
  return true;
}

/// Stops, with the budget as the reason if it is used up.
void SymbolicSearch::give_up(Unknown reason) {
  const base::StopReason spent = budget_.poll();
  if (spent != base::StopReason::none) {
    board_.set_stop(stop_of(spent), "");
    return;
  }
  board_.set_stop(
      reason == Unknown::memory ? Stop::memory : Stop::solver,
      std::string("the solver gave up: ") + logic::smt::to_string(reason));
}

// Whether runs of this length are asked for the target.
bool SymbolicSearch::wanted(std::uint32_t target, std::uint32_t depth) const {
  if (fate_[target] != Fate::open) return false;
  // Native runs of this length were all examined, but leaving the encoding is
  // not visible in them.
  if (depth <= symbolic_.known_depth && symbolic_.known_depth > 0) {
    return target == relation_->unfaithful();
  }
  if (relation_->targets()[target].kind != Target::Kind::goal) return true;
  const GoalKnowledge& goal = board_.goal(target);
  // A covered goal is asked for until no shorter run than the known one is
  // left.
  return goal.state == State::open ||
         (goal.state == State::hit && goal.length() > depth);
}

bool SymbolicSearch::goal_settled(std::uint32_t g) const {
  const GoalKnowledge& goal = board_.goal(g);
  if (goal.state == State::open) {
    // Excluded, except for runs that leave the encoding, and such runs exist:
    // more depths do not tell more.
    return fate_[g] == Fate::excluded &&
           fate_[relation_->unfaithful()] == Fate::found;
  }
  return goal.state != State::hit || goal.shortest || !complete_ ||
         fate_[g] == Fate::unanswered;
}

bool SymbolicSearch::goals_settled() const {
  for (std::uint32_t g = 0; g < board_.goal_count(); ++g) {
    if (!goal_settled(g)) return false;
  }
  return true;
}

bool SymbolicSearch::goals_decided() const {
  for (std::uint32_t g = 0; g < board_.goal_count(); ++g) {
    if (board_.goal(g).state == State::open) return false;
  }
  return true;
}

bool SymbolicSearch::everything_known() const {
  if (!goals_settled()) return false;
  for (std::size_t t = board_.goal_count(); t < fate_.size(); ++t) {
    if (fate_[t] == Fate::open) return false;
  }
  return true;
}

/// Something was left out: the search ends by patience, not by completeness.
void SymbolicSearch::finish(Stop stop) {
  if (left_out_) {
    board_.set_stop(Stop::patience,
                    "a question to the solver took too long and was left out");
  } else {
    board_.set_stop(stop, "");
  }
}

void SymbolicSearch::publish(bool closed) {
  SearchPosition position = board_.position();
  position.closed = closed;
  position.depth = examined_;
  position.initial_ended = scout_.initial_ended();
  position.native_steps = scout_.steps();
  position.states = scout_.samples().size();
  position.encoded = encoded_;
  board_.set_position(position);
}

}  // namespace catenary::engine::reach
