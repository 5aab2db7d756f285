// SPDX-License-Identifier: Apache-2.0
/// \file
/// The inductive step of k-induction, for many targets at once.
///
/// A set P of targets is proved if P cannot be hit after `steps` steps that do
/// not hit P. It is found from above: all targets first, and whatever the
/// solver hits is removed, until the query is unsatisfiable. The assumption
/// "not hit before" then mentions only the rest, so each removal makes the
/// query weaker and the loop ends.

#include "engine/reach/symbolic/induction.h"

#include <algorithm>
#include <utility>

namespace catenary::engine::reach {

using logic::smt::Answer;
using logic::smt::Literal;

Induction::Induction(const Relation& relation,
                     Invariants invariants,
                     std::vector<std::uint32_t> known,
                     const MakeSolver& make_solver)
    : relation_(relation),
      invariants_(std::move(invariants)),
      solver_(make_solver()),
      unrolling_(relation, *solver_, Unrolling::Start::any),
      proved_(std::move(known)) {
  // State 0 here; the other states when they are added.
  invariants_.demand(*solver_, unrolling_.state(0));
  for (std::size_t t = 0; t < relation.targets().size(); ++t) {
    not_before_.push_back(solver_->new_variable());
  }
}

// Makes the unrolling `steps` steps that run on, and one more.
void Induction::reach(std::uint32_t steps) {
  while (unrolling_.steps() <= steps) {
    if (unrolling_.steps() > 0) {
      invariants_.demand(*solver_, unrolling_.state(unrolling_.steps()));
    }
    unrolling_.add_step();
    const Frame& last = unrolling_.step(unrolling_.steps() - 1);
    // Proved targets are no longer hit by any step: a lemma for the others.
    for (const std::uint32_t t : proved_) {
      solver_->add_clause({-last.targets[t]});
    }
  }
  // Only for the steps before the last: the last one may end its run.
  for (; ran_on_ < steps; ++ran_on_) {
    const Frame& frame = unrolling_.step(ran_on_);
    solver_->add_clause({frame.running});
    for (std::size_t t = 0; t < not_before_.size(); ++t) {
      solver_->add_clause({-not_before_[t], -frame.targets[t]});
    }
  }
}

std::vector<std::uint32_t> Induction::prove(std::uint32_t steps,
                                            std::vector<std::uint32_t> targets,
                                            const base::Budget& budget) {
  gave_up_ = false;
  reach(steps);
  const Frame& last = unrolling_.step(steps);
  while (!targets.empty()) {
    // "The last step hits one of the targets", by an assumption that is
    // withdrawn afterwards.
    const Literal some_hit = solver_->new_variable();
    std::vector<Literal> clause{-some_hit};
    std::vector<Literal> assumptions{some_hit};
    for (const std::uint32_t t : targets) {
      clause.push_back(last.targets[t]);
      assumptions.push_back(not_before_[t]);
    }
    solver_->add_clause(std::span<const Literal>(clause));
    Answer answer = solver_->solve(assumptions, budget);
    while (answer == Answer::sat) {
      std::vector<std::uint32_t> left;
      for (const std::uint32_t t : targets) {
        if (!solver_->value(last.targets[t])) left.push_back(t);
      }
      // A model with two equal states is spurious: the run could be shortened.
      // Constraints are added for the pairs that occur, as Eén and Sörensson
      // do.
      if (!unrolling_.demand_distinct_states(steps)) {
        // The states differ, so the model counts. If it hits none of the
        // targets, the solver is wrong.
        if (left.size() == targets.size()) answer = Answer::unknown;
        targets = std::move(left);
        break;
      }
      answer = solver_->solve(assumptions, budget);
    }
    // A unit clause: the solver may drop the query's clause.
    solver_->add_clause({-some_hit});
    if (answer == Answer::unknown) {
      gave_up_ = true;
      return {};
    }
    if (answer == Answer::unsat) break;
  }
  // A lemma for later calls: no step hits them.
  for (const std::uint32_t t : targets) {
    for (std::size_t i = 0; i < unrolling_.steps(); ++i) {
      solver_->add_clause({-unrolling_.step(i).targets[t]});
    }
  }
  proved_.insert(proved_.end(), targets.begin(), targets.end());
  return targets;
}

}  // namespace catenary::engine::reach
