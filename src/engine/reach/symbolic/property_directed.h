// SPDX-License-Identifier: Apache-2.0
/// \file
/// IC3, also called property-directed reachability: proofs that no run hits a
/// target, by clauses learnt while the search tries to reach it backwards.
///
/// Method: Bradley, VMCAI 2011 (doi:10.1007/978-3-642-18275-4_7). Clauses are
/// generalised as in Hassan, Bradley, Somenzi, "Better Generalization in IC3",
/// FMCAD 2013 (doi:10.1109/FMCAD.2013.6679405). The frames do not mention the
/// targets, so what is learnt for one target helps with the others.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/budget.h"
#include "engine/reach/symbolic/clause_frames.h"
#include "model/reachability.h"

namespace catenary::engine::reach {

/// One IC3 search for many targets, decided one after the other.
class PropertyDirected {
 public:
  /// `invariants` hold in all reachable states; `excluded` are targets that no
  /// run hits. `relation` must outlive it.
  PropertyDirected(const Relation& relation,
                   Invariants invariants,
                   const std::vector<std::uint32_t>& excluded,
                   const MakeSolver& make_solver);

  /// Decides one target. A run to a target that is `reached` is not
  /// constructed. `undecided`: the budget or allow() ended the search; another
  /// call continues it. Requires: the initialisation does not hit the target.
  /// Ensures: as Induction::prove(): unless Relation::unfaithful() is excluded,
  /// a proof is about runs that the encoding describes. Every proof was checked
  /// by a new solver that knew only the invariant.
  [[nodiscard]] model::Reachability decide(std::uint32_t target,
                                           const base::Budget& budget);
  /// Limits the queries of all further calls. When they are used up, decide()
  /// returns `undecided`. Unlike a limit of time, this gives the same result on
  /// every machine.
  void allow(std::uint64_t questions) { frames_.allow(questions); }
  /// Queries that are left.
  [[nodiscard]] std::uint64_t left() const { return frames_.left(); }

  /// See ClauseFrames::strengthen().
  void strengthen(const Invariants& invariants) {
    frames_.strengthen(invariants);
  }

  /// Number of clauses in the invariant of the last `unreachable`.
  [[nodiscard]] std::size_t clauses() const { return frames_.always().size(); }
  /// The invariant that excludes every target that is `unreachable` so far: a
  /// state is in it if it satisfies these facts and is in none of the cubes.
  [[nodiscard]] const Invariants& facts() const { return frames_.invariants(); }
  [[nodiscard]] const std::vector<Cube>& cubes() const {
    return frames_.always();
  }
  /// Index of the last frame: runs to an open target have at least this many
  /// steps.
  [[nodiscard]] std::uint32_t depth() const { return frames_.last(); }

 private:
  /// A proof obligation: states that must be shown unreachable in `frame`
  /// steps, because a run leads from them to the target.
  struct Obligation {
    /// The states.
    Cube states;
    /// The frame.
    std::uint32_t frame = 0;
  };

  /// Blocks the cube in the frame, together with all predecessors that turn up.
  /// `proved` if it is blocked, `hit` if an initial state leads to it.
  [[nodiscard]] model::Reachability rule_out(Cube states,
                                             std::uint32_t frame,
                                             const base::Budget& budget);
  /// Removes literals from a cube that no step from `frame` enters, as long as
  /// that stays true. `nesting`: depth of generalisations within
  /// generalisations.
  void generalise(Cube& cube,
                  std::uint32_t frame,
                  unsigned nesting,
                  const base::Budget& budget);
  /// Tries to remove one literal. Returns whether the cube became smaller.
  [[nodiscard]] bool try_without(Cube& cube,
                                 std::int32_t literal,
                                 std::uint32_t frame,
                                 unsigned nesting,
                                 const base::Budget& budget);
  /// Generalises a cube that no step from frame - 1 enters, and blocks it in
  /// the latest frame where that holds.
  void learn(Cube cube,
             std::uint32_t frame,
             unsigned nesting,
             const base::Budget& budget);

  /// The clauses.
  ClauseFrames frames_;
  /// For each target, the first frame from which a step may hit it: no step
  /// from earlier frames does.
  std::vector<std::uint32_t> safe_before_;
  /// For each bit of the state, the number of learnt clauses that mention it.
  /// Literals of rare bits are removed first.
  std::vector<std::uint32_t> uses_;
};

}  // namespace catenary::engine::reach
