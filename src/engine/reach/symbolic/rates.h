// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bounds on the growth of slots: from a bound on one step follow bounds on
/// every state of a run, by the length of the run.
///
/// Counters and timers make goals deep. A counter that grows by one in each
/// step is at most 17 after 17 steps; without these bounds, the solver would
/// have to derive that again for each length.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/reach/symbolic/invariants.h"
#include "engine/reach/symbolic/relation.h"
#include "engine/reach/symbolic/unrolling.h"

namespace catenary::engine::reach {

/// A set of proved bounds that depend on the length of the run.
class Rates {
 public:
  /// No bounds.
  Rates() = default;

  /// Guesses bounds from packed states that occurred after an initialisation
  /// (`starts`) and from pairs of states before and after a step (`moves`).
  /// Keeps those that every initialisation and every step from a state with
  /// `invariants` satisfies. No bounds if the budget ends before that is known.
  /// Throws base::ToolError if bit-blasting has no time.
  Rates(const Relation& relation,
        const Invariants& invariants,
        const std::vector<std::string>& starts,
        const std::vector<std::pair<std::string, std::string>>& moves,
        const MakeSolver& make_solver,
        const base::Budget& budget);

  /// Adds the bounds that hold after `depth` steps from an initial state, for
  /// one state of an unrolling. If `guard` is not 0, they are demanded only
  /// where it is true.
  void demand(logic::smt::SatSolver& solver,
              const std::vector<Bits>& state,
              std::uint32_t depth,
              logic::smt::Literal guard = 0) const;

  /// Number of bounds.
  [[nodiscard]] std::size_t size() const { return rates_.size(); }

 private:
  /// A linear bound on an unsigned slot: at most start + step * depth if it
  /// rises, at least start - step * depth else.
  struct Rate {
    /// Index into Relation::slots().
    std::size_t slot = 0;
    /// Whether it bounds the slot from above, and not from below.
    bool rises = true;
    /// Extreme value after an initialisation.
    std::uint64_t start = 0;
    /// Largest change in one step.
    std::uint64_t step = 0;
  };
  /// Bounds that the observed states and steps satisfy.
  [[nodiscard]] static std::vector<Rate> guess(
      const Relation& relation,
      const std::vector<std::string>& starts,
      const std::vector<std::pair<std::string, std::string>>& moves);

  /// What a guess claims: of the slot `x` after an initialisation, that the
  /// start value bounds it; of a step from `x` to `y`, that the slot changes by
  /// at most the step value, or the sum overflows, in which case nothing is
  /// claimed.
  [[nodiscard]] static std::pair<logic::Term, logic::Term> claims(
      logic::TermManager& terms,
      const Rate& rate,
      logic::Term x,
      logic::Term y);

  /// The proved bounds.
  std::vector<Rate> rates_;
};

/// A query about the last step of runs alone. It is small, and often makes the
/// large query about all steps unnecessary.
class LastStep {
 public:
  /// Copies the rates. `relation` must outlive it.
  LastStep(const Relation& relation,
           const Invariants& invariants,
           const Rates& rates,
           const MakeSolver& make_solver);

  /// Those of `targets` that a step may hit from a state that satisfies the
  /// invariants and the bounds after `depth` - 1 steps. An over-approximation:
  /// the rest cannot be hit by runs of `depth` steps. Ascending. If the solver
  /// does not answer, targets count as possible. Requires: depth > 0.
  [[nodiscard]] std::vector<std::uint32_t> possible(
      std::uint32_t depth,
      std::vector<std::uint32_t> targets,
      const base::Budget& budget);

 private:
  /// The bounds.
  const Rates rates_;
  /// Knows one step from any state.
  std::unique_ptr<logic::smt::SatSolver> solver_;
  /// That step.
  Unrolling unrolling_;
};

}  // namespace catenary::engine::reach
