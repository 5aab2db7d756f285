// SPDX-License-Identifier: Apache-2.0
/// \file
/// How fast slots may grow and fall: from a bound on one step follow bounds on
/// every state of a run, by its length.
///
/// Counters and timers make goals deep; that a counter which grows by one a
/// step is at most 17 after 17 steps would otherwise have to be found by the
/// solver again for each length.
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

/// Bounds that depend on the length of the run, proved.
class Rates {
 public:
  /// None.
  Rates() = default;

  /// Guesses from packed states that occurred after an initialisation, and from
  /// pairs of states before and after a step; keeps what holds of every step
  /// from a state that satisfies the invariants. None where the budget ends
  /// before that is known.
  Rates(const Relation& relation,
        const Invariants& invariants,
        const std::vector<std::string>& starts,
        const std::vector<std::pair<std::string, std::string>>& moves,
        const MakeSolver& make_solver,
        const base::Budget& budget);

  /// Adds the bounds that hold after `depth` steps from an initial state, for a
  /// state of an unrolling; where a guard is given, they hold if it is true.
  void demand(logic::smt::SatSolver& solver,
              const std::vector<Bits>& state,
              std::uint32_t depth,
              logic::smt::Literal guard = 0) const;

  [[nodiscard]] std::size_t size() const { return rates_.size(); }

 private:
  struct Rate {
    std::size_t slot = 0;  ///< index into Relation::slots()
    bool rises = true;     ///< bounds it from above, else from below; unsigned
    std::uint64_t start = 0;
    std::uint64_t step = 0;
  };
  [[nodiscard]] static std::vector<Rate> guess(
      const Relation& relation,
      const std::vector<std::string>& starts,
      const std::vector<std::pair<std::string, std::string>>& moves);

  std::vector<Rate> rates_;
};

/// A look at the last step of runs alone: a small question that often spares
/// the large one about all their steps.
class LastStep {
 public:
  /// The relation must outlive it.
  LastStep(const Relation& relation,
           const Invariants& invariants,
           const Rates& rates,
           const MakeSolver& make_solver);

  /// Those of `targets` that a step may hit from a state that satisfies the
  /// invariants and the bounds after `depth` - 1 steps; some that it cannot may
  /// be among them. Requires: depth > 0.
  [[nodiscard]] std::vector<std::uint32_t> possible(
      std::uint32_t depth,
      std::vector<std::uint32_t> targets,
      const base::Budget& budget);

 private:
  const Rates rates_;
  std::unique_ptr<logic::smt::SatSolver> solver_;
  Unrolling unrolling_;
};

}  // namespace catenary::engine::reach
