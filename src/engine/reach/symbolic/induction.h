// SPDX-License-Identifier: Apache-2.0
/// \file
/// Proofs that targets are out of reach of runs of any length.
///
/// Method: k-induction with unique states: Sheeran, Singh, Stålmarck, "Checking
/// Safety Properties Using Induction and a SAT-Solver", FMCAD 2000
/// (doi:10.1007/3-540-40922-X_8); the demand that states differ is added where
/// a model breaks it, as in Eén, Sörensson, "Temporal Induction by Incremental
/// SAT Solving", BMC 2003. Many targets at once: those that can be hit although
/// none was hit before are given up, until the rest cannot.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/budget.h"
#include "engine/reach/symbolic/invariants.h"
#include "engine/reach/symbolic/unrolling.h"

namespace catenary::engine::reach {

class Induction {
 public:
  /// The relation must outlive it.
  /// `known`: answers of prove() of an earlier one.
  Induction(const Relation& relation,
            Invariants invariants,
            std::vector<std::uint32_t> known,
            const MakeSolver& make_solver);

  /// Those of `targets` that no run hits, where none of them is hit by a run of
  /// at most `steps` steps: every run of `steps` more steps from any state that
  /// satisfies the invariants, all of whose states differ, that hits none of
  /// them, is followed by a step that hits none.
  ///
  /// Requires: `targets` are targets of the relation that no run of at most
  /// `steps` steps hits; `steps` does not fall from call to call.
  /// Ensures: where Relation::unfaithful() is neither in the answer nor in an
  /// earlier one, the answer only holds for runs that the encoding describes.
  [[nodiscard]] std::vector<std::uint32_t> prove(
      std::uint32_t steps,
      std::vector<std::uint32_t> targets,
      const base::Budget& budget);

  /// What it was given and all that it proved.
  [[nodiscard]] const std::vector<std::uint32_t>& proved() const {
    return proved_;
  }
  [[nodiscard]] const Invariants& invariants() const { return invariants_; }
  /// The last prove() ended because the solver did not answer.
  [[nodiscard]] bool gave_up() const { return gave_up_; }

 private:
  void reach(std::uint32_t steps);

  const Relation& relation_;
  Invariants invariants_;
  std::unique_ptr<logic::smt::SatSolver> solver_;
  Unrolling unrolling_;
  /// For each target: true only where no step but the last hits it.
  std::vector<logic::smt::Literal> not_before_;
  std::uint32_t ran_on_ = 0;  ///< steps that are known to run on
  std::vector<std::uint32_t> proved_;
  bool gave_up_ = false;
};

}  // namespace catenary::engine::reach
