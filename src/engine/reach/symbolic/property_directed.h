// SPDX-License-Identifier: Apache-2.0
/// \file
/// Property-directed reachability (IC3): proofs that no run hits a target, from
/// clauses that the search learns where it tries to reach it.
///
/// Method: Bradley, VMCAI 2011 (doi:10.1007/978-3-642-18275-4_7); clauses are
/// generalised as in Hassan, Bradley, Somenzi, "Better Generalization in IC3",
/// FMCAD 2013 (doi:10.1109/FMCAD.2013.6679405). Frames know nothing of the
/// targets, so what is learnt for one helps with the others.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/budget.h"
#include "engine/reach/symbolic/clause_frames.h"

namespace catenary::engine::reach {

class PropertyDirected {
 public:
  enum class Verdict : std::uint8_t {
    proved,  ///< no step of a run hits it
    hit,     ///< some run does, says the solver
    open  ///< the budget or allow() ended the search; asking again goes on with
          ///< it
  };

  /// The relation must outlive it. `excluded`: targets that no run hits.
  PropertyDirected(const Relation& relation,
                   Invariants invariants,
                   const std::vector<std::uint32_t>& excluded,
                   const MakeSolver& make_solver);

  /// Requires: the initialisation does not hit the target.
  /// Ensures: as Induction::prove(): runs that leave the encoding count only
  /// where Relation::unfaithful() is excluded. A proof was checked by a new
  /// solver that had nothing but the invariant.
  [[nodiscard]] Verdict decide(std::uint32_t target,
                               const base::Budget& budget);
  /// From now on so many questions are asked of the solver in all, and then
  /// decide() says `open`: unlike time, the same on every machine.
  void allow(std::uint64_t questions) { frames_.allow(questions); }
  [[nodiscard]] std::uint64_t left() const { return frames_.left(); }

  /// Takes other facts about all reachable states, where they are more.
  void strengthen(const Invariants& invariants) {
    frames_.strengthen(invariants);
  }

  /// Clauses of the invariant behind the last `proved`.
  [[nodiscard]] std::size_t clauses() const { return frames_.always().size(); }
  /// Steps that runs to the last target at least need.
  [[nodiscard]] std::uint32_t depth() const { return frames_.last(); }

 private:
  /// States that have to be unreachable in so many steps: from them a way leads
  /// to the target.
  struct Obligation {
    Cube states;
    std::uint32_t frame = 0;
  };

  [[nodiscard]] Verdict rule_out(Cube states,
                                 std::uint32_t frame,
                                 const base::Budget& budget);
  /// Drops what it can of a cube that no step from `frame` enters.
  void generalise(Cube& cube,
                  std::uint32_t frame,
                  unsigned nesting,
                  const base::Budget& budget);
  [[nodiscard]] bool try_without(Cube& cube,
                                 std::int32_t literal,
                                 std::uint32_t frame,
                                 unsigned nesting,
                                 const base::Budget& budget);
  void learn(Cube cube,
             std::uint32_t frame,
             unsigned nesting,
             const base::Budget& budget);

  ClauseFrames frames_;
  /// For each target the first frame from which steps may hit it.
  std::vector<std::uint32_t> safe_before_;
  /// How many learnt clauses name a bit: rare ones are dropped first.
  std::vector<std::uint32_t> uses_;
};

}  // namespace catenary::engine::reach
