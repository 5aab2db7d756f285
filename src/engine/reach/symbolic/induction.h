// SPDX-License-Identifier: Apache-2.0
/// \file
/// Proofs by k-induction that goals are unreachable.
///
/// Method: k-induction with unique states: Sheeran, Singh, Stålmarck, "Checking
/// Safety Properties Using Induction and a SAT-Solver", FMCAD 2000
/// (doi:10.1007/3-540-40922-X_8). The constraint that two states differ is
/// added only when a model violates it, as in Eén, Sörensson, "Temporal
/// Induction by Incremental SAT Solving", BMC 2003. Many targets are proved at
/// once: those that can be hit although none was hit before are dropped, until
/// the rest cannot.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/budget.h"
#include "engine/reach/symbolic/invariants.h"
#include "engine/reach/symbolic/unrolling.h"

namespace catenary::engine::reach {

/// The inductive step for all targets of a relation, in one incremental solver.
/// The base case is the caller's: bounded model checking.
class Induction {
 public:
  /// `invariants` are demanded of every state. `known`: the answers of an
  /// earlier object, targets that no run hits. `relation` must outlive it.
  Induction(const Relation& relation,
            Invariants invariants,
            std::vector<std::uint32_t> known,
            const MakeSolver& make_solver);

  /// Those of `targets` that no run hits. They are the largest subset P such
  /// that every run of `steps` steps from any state that satisfies the
  /// invariants, with distinct states and without a hit of P, is followed by a
  /// step that does not hit P. Empty if the solver does not answer: see
  /// gave_up().
  ///
  /// Requires: `targets` are targets of the relation that no run of at most
  /// `steps` steps hits; `steps` does not decrease from call to call.
  /// Ensures: if Relation::unfaithful() is neither in the answer nor in an
  /// earlier one, the answer holds only for runs that the encoding describes.
  /// Cost: at most one query for each target and for each pair of equal states.
  [[nodiscard]] std::vector<std::uint32_t> prove(
      std::uint32_t steps,
      std::vector<std::uint32_t> targets,
      const base::Budget& budget);

  /// The targets given to the constructor and all that were proved since.
  [[nodiscard]] const std::vector<std::uint32_t>& proved() const {
    return proved_;
  }
  /// The invariants that proofs rest on.
  [[nodiscard]] const Invariants& invariants() const { return invariants_; }
  /// Whether the last prove() ended because the solver did not answer.
  [[nodiscard]] bool gave_up() const { return gave_up_; }

 private:
  /// Extends the unrolling to `steps` steps that run on, and one more.
  void reach(std::uint32_t steps);

  /// The step as clauses.
  const Relation& relation_;
  /// Demanded of every state of the unrolling.
  Invariants invariants_;
  /// One solver for all calls.
  std::unique_ptr<logic::smt::SatSolver> solver_;
  /// A run from any state.
  Unrolling unrolling_;
  /// For each target an assumption: no step but the last hits it.
  std::vector<logic::smt::Literal> not_before_;
  /// Number of steps, from the first one on, that are constrained to run on.
  std::uint32_t ran_on_ = 0;
  /// See proved().
  std::vector<std::uint32_t> proved_;
  /// See gave_up().
  bool gave_up_ = false;
};

}  // namespace catenary::engine::reach
