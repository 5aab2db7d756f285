// SPDX-License-Identifier: Apache-2.0
/// \file
/// Runs of one length in a symbolic search: the queries, and what their answers
/// mean. A model is replayed natively, and only what the replay shows is
/// covered; the answer "unsatisfiable" counts as long as no model and no native
/// run contradicted the solver.

#include <algorithm>
#include <utility>

#include "engine/reach/symbolic/symbolic_search.h"

namespace catenary::engine::reach {

using base::WorkClock;
using logic::smt::Answer;
using logic::smt::Literal;
using logic::smt::Unknown;
using model::StepOutcome;
using State = GoalKnowledge::State;

namespace {

/// The last step of a run, or its initialisation.
const model::SimulatedStep& last_of(const model::Simulation& run) {
  return run.steps.empty() ? run.initial : run.steps.back();
}

}  // namespace

/// One query for all targets. If it takes too long, one for each, so that a
/// single hard target does not hide the others.
bool SymbolicSearch::examine(std::uint32_t depth) {
  const bool was_settled = goals_settled();
  found_ = false;
  std::vector<std::uint32_t> asked = targets_at(depth);
  Asked said = ask(asked, depth, question(1));
  if (said == Asked::too_long && asked.size() == 1) {
    leave_out(asked.front(), depth);
  } else if (said == Asked::too_long) {
    // One of the targets may be too hard, and keep the others from their
    // answers.
    for (std::size_t i = 0; i < asked.size(); ++i) {
      std::vector<std::uint32_t> one{asked[i]};
      said = ask(one, depth, question(asked.size() - i + 1));
      if (said == Asked::stopped) return false;
      if (said == Asked::too_long) leave_out(asked[i], depth);
    }
  }
  if (said == Asked::stopped) return false;
  note_complete(depth);
  if (!was_settled && goals_settled()) settled_depth_ = depth;
  // The models led to new states: random simulation may find more from there.
  if (found_) scout_.random_walk(2'000, options_.max_steps, budget_);
  return true;
}

SymbolicSearch::Asked SymbolicSearch::ask(std::vector<std::uint32_t>& targets,
                                          std::uint32_t depth,
                                          const base::Budget& budget) {
  // Each round excludes what was found; the loop ends because targets are
  // finite and each model removes one (see take_model()).
  const Frame& frame = unrolling_->at_depth(depth);
  for (;;) {
    take_offered();
    std::erase_if(targets, [&](std::uint32_t t) { return !wanted(t, depth); });
    if (targets.empty()) return Asked::answered;
    // The disjunction of the targets is active only under the assumption
    // `some`.
    const Literal some = solver_->new_variable();
    std::vector<Literal> clause{-some};
    for (const std::uint32_t t : targets) clause.push_back(frame.targets[t]);
    solver_->add_clause(std::span<const Literal>(clause));
    const Literal assumption[] = {some};
    const Answer answer = solver_->solve(assumption, budget);
    if (answer == Answer::unknown) {
      const Unknown why = solver_->why_unknown();
      solver_->add_clause({-some});
      // The query's own time is over, not that of the search.
      if (why == Unknown::time && budget_.poll() == base::StopReason::none) {
        return Asked::too_long;
      }
      give_up(why);
      return Asked::stopped;
    }
    if (answer == Answer::unsat) {
      // No run of this length hits them: a lemma for longer runs.
      for (const std::uint32_t t : targets) {
        solver_->add_clause({-frame.targets[t]});
      }
      targets.clear();
      return Asked::answered;
    }
    found_ = true;
    last_model_ = depth;
    last_news_ = WorkClock::now();
    if (!take_model(targets, depth)) return Asked::stopped;
    solver_->add_clause({-some});
  }
}

// What is known of the target stays. Whether runs of this length, and of
// greater ones, hit it remains open.
void SymbolicSearch::leave_out(std::uint32_t target, std::uint32_t depth) {
  left_out_ = true;
  fate_[target] = Fate::unanswered;
  const std::string text =
      "the solver did not say in time whether a run of " + steps_text(depth);
  if (target == relation_->unfaithful()) {
    board_.set_gap(text + " reaches what is not encoded");
    complete_ = false;
    return;
  }
  if (target >= board_.goal_count() ||
      board_.goal(target).state != State::open) {
    return;
  }
  GoalKnowledge now;
  now.state = State::unanswered;
  now.reason = text + " hits it";
  if (complete_ && depth > 0) {
    now.reason = "no run of at most " + steps_text(depth - 1) + " hits it; " +
                 now.reason;
  }
  board_.set_goal(target, std::move(now));
}

/// The native run is the judge of the model: only what it shows is covered.
bool SymbolicSearch::take_model(const std::vector<std::uint32_t>& asked,
                                std::uint32_t depth) {
  const Frame& frame = unrolling_->at_depth(depth);
  std::vector<std::uint32_t> claimed;
  for (const std::uint32_t t : asked) {
    if (solver_->value(frame.targets[t])) claimed.push_back(t);
  }
  // No claimed target is true in the model: a defect of the solver.
  if (claimed.empty()) {
    board_.set_contradiction(
        "the solver's model does not satisfy what was asked");
    board_.set_stop(Stop::solver, board_.contradiction());
    return false;
  }
  const model::Trace trace = unrolling_->trace(depth);
  // The last target is `unfaithful`: what the run does behind is unknown.
  if (claimed.back() == relation_->unfaithful()) {
    board_.set_gap(
        "a run of " + steps_text(depth) +
        " reaches what is not encoded: " + unrolling_->why_unfaithful(depth));
    fate_[relation_->unfaithful()] = Fate::found;
    complete_ = false;
  }
  const model::Simulation run = scout_.replay(trace);
  for (const std::uint32_t t : claimed) judge(t, depth, run);
  return true;
}

// Compares the claim of the model with the native run.
void SymbolicSearch::judge(std::uint32_t target,
                           std::uint32_t depth,
                           const model::Simulation& run) {
  const Target& t = relation_->targets()[target];
  const model::SimulatedStep& last = last_of(run);
  const bool whole = run.steps.size() == depth;
  // A native run does not show whether the encoding was left.
  if (t.kind == Target::Kind::unfaithful) return;
  if (t.kind == Target::Kind::crash) {
    if (whole && last.outcome == StepOutcome::crashed) {
      fate_[target] = Fate::found;
    } else {
      distrust(target, "the defect '" + t.event.text + "'");
    }
    return;
  }
  // The scout has reported the hit.
  if (whole && std::binary_search(last.hits.begin(), last.hits.end(), target)) {
    return;
  }
  distrust(target, "goal " + system_.goals[target].id);
}

/// After one wrong model, no answer "unsatisfiable" is trusted any more.
void SymbolicSearch::distrust(std::uint32_t target, const std::string& what) {
  const std::string text = "the solver's model does not replay: its run to " +
                           what + " ends otherwise when executed";
  board_.set_contradiction(text);
  fate_[target] = Fate::broken;
  complete_ = false;
  if (target < board_.goal_count() && board_.goal(target).state != State::hit) {
    GoalKnowledge broken;
    broken.state = State::broken;
    broken.reason = text;
    board_.set_goal(target, std::move(broken));
  }
}

// All runs of at most `depth` steps are known now.
void SymbolicSearch::note_complete(std::uint32_t depth) {
  if (!board_.contradiction().empty()) complete_ = false;
  examined_ = depth;
  if (complete_) {
    // A run of one step more than what was examined is shortest too.
    for (std::uint32_t g = 0; g < board_.goal_count(); ++g) {
      const GoalKnowledge& goal = board_.goal(g);
      if (goal.state != State::hit || goal.shortest ||
          goal.length() > depth + 1 || fate_[g] == Fate::unanswered) {
        continue;
      }
      GoalKnowledge now = goal;
      now.shortest = true;
      board_.set_goal(g, std::move(now));
      last_news_ = WorkClock::now();
    }
  }
  SearchPosition position = board_.position();
  if (complete_ && !left_out_) {
    position.started = true;
    position.complete_depth = depth;
  }
  board_.set_position(position);
  publish(false);
}

}  // namespace catenary::engine::reach
