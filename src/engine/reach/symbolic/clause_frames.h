// SPDX-License-Identifier: Apache-2.0
/// \file
/// The frames of IC3: for each depth, clauses that hold in all states reachable
/// in at most that many steps, and the queries about single steps that make and
/// use them.
///
/// Method: Bradley, "SAT-Based Model Checking without Unrolling", VMCAI 2011
/// (doi:10.1007/978-3-642-18275-4_7), with frames kept as differences as in
/// Eén, Mishchenko, Brayton, "Efficient Implementation of Property Directed
/// Reachability", FMCAD 2011.
///
/// A query is one call of the SAT solver. Frames do not mention the targets: a
/// target is tested by assumptions, so that all targets share the clauses.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/budget.h"
#include "engine/reach/symbolic/invariants.h"
#include "engine/reach/symbolic/unrolling.h"

namespace catenary::engine::reach {

/// A set of states, as a conjunction of literals. Bit b of the state, from 0,
/// is 1 by the literal b + 1 and 0 by -(b + 1). Ascending by bit. The empty
/// cube contains every state.
using Cube = std::vector<std::int32_t>;

/// Frame 0 is the set of states after an initialisation. Frame i contains,
/// perhaps besides others, every state that at most i steps reach. Frames grow
/// with i.
///
/// Invariants of the method, for cubes blocked in frame i: no initial state is
/// in the cube, and no step leads from frame i - 1 into it.
class ClauseFrames {
 public:
  /// `invariants` hold in all reachable states; `excluded` are targets that no
  /// run hits. Steps that hit an excluded target are left out of all queries.
  /// `relation` must outlive the frames.
  ClauseFrames(const Relation& relation,
               Invariants invariants,
               std::vector<std::uint32_t> excluded,
               MakeSolver make_solver);

  /// Index of the last frame. 0 at first; propagate() adds one.
  [[nodiscard]] std::uint32_t last() const {
    return static_cast<std::uint32_t>(levels_.size() - 1);
  }
  /// Clauses, as the cubes that they exclude, that hold in every reachable
  /// state. Together with the invariants they are inductive.
  [[nodiscard]] const std::vector<Cube>& always() const { return always_; }
  /// Facts that hold in every reachable state.
  [[nodiscard]] const Invariants& invariants() const { return invariants_; }

  /// Sets how many more queries are answered; no limit at first. The limit
  /// makes results independent of the speed of the machine.
  void allow(std::uint64_t questions) { left_ = questions; }
  /// Queries that are still answered.
  [[nodiscard]] std::uint64_t left() const { return left_; }

  // Queries:

  /// Whether a step from a state of the frame hits the target. If sat, `before`
  /// is a cube of states from all of which the same inputs hit it. A frame
  /// beyond last() contains every state that satisfies always() and the
  /// invariants. Answer::unknown if the budget or allow() ended the query. The
  /// same holds for enter().
  [[nodiscard]] logic::smt::Answer hit(std::uint32_t frame,
                                       std::uint32_t target,
                                       Cube& before,
                                       const base::Budget& budget);
  /// Whether a step leads from a state of the frame outside of the cube into
  /// it: relative induction. If sat, `before` is a cube of predecessors, all of
  /// which enter the cube by the same inputs. If unsat, `core` is a sub-cube in
  /// the sense of literals, a larger set of states, that no such step enters
  /// and that contains no initial state. Requires: no initial state is in the
  /// cube.
  [[nodiscard]] logic::smt::Answer enter(std::uint32_t frame,
                                         const Cube& cube,
                                         Cube& before,
                                         Cube& core,
                                         const base::Budget& budget);
  /// Whether an initial state is in the cube; nothing if the solver does not
  /// answer. Without initial choices there is one initial state, and only the
  /// first call asks the solver.
  [[nodiscard]] std::optional<bool> starts_in(const Cube& cube,
                                              const base::Budget& budget);

  // Changes:

  /// Excludes the cube from the frames 1 .. `frame`. The caller has shown by
  /// enter() that no step leads from frame - 1 into it, and that no initial
  /// state is in it. Weaker clauses that it subsumes are dropped.
  void block(const Cube& cube, std::uint32_t frame);
  /// No run hits the target: its steps are left out of all queries from now on.
  void exclude(std::uint32_t target);
  /// Replaces the invariants, if the new ones contain all of the old: clauses
  /// may depend on the old ones.
  void strengthen(const Invariants& invariants);
  /// Adds a frame, and moves each clause to the next frame if it holds there.
  /// If a frame becomes equal to the next one, its clauses are inductive and
  /// become always(). Returns false if the budget or allow() ended it; then no
  /// frame was added.
  [[nodiscard]] bool propagate(const base::Budget& budget);

  /// Checks a proof from scratch, with a new solver: whether always() holds in
  /// all initial states, is preserved by every step and excludes all steps that
  /// hit the target. False also if the solver does not answer. Cost: three
  /// queries, not counted by allow().
  [[nodiscard]] bool certified(std::uint32_t target,
                               const base::Budget& budget) const;

 private:
  /// Makes the solver anew from the frames, to get rid of the variables that
  /// earlier queries left behind.
  void renew();
  /// One counted query.
  [[nodiscard]] logic::smt::Answer ask(
      std::span<const logic::smt::Literal> assumptions,
      const base::Budget& budget);
  /// The assumptions that select a frame.
  [[nodiscard]] std::vector<logic::smt::Literal> states_of(
      std::uint32_t frame) const;
  /// Reads a predecessor from the model and generalises it to a cube.
  void read_step(std::span<const logic::smt::Literal> way,
                 Cube& before,
                 const base::Budget& budget);
  /// Adds literals of `whole` to `part` until no initial state is in it.
  void keep_out_of_start(Cube& part,
                         const Cube& whole,
                         const base::Budget& budget);

  /// The step as clauses.
  const Relation& relation_;
  /// Demanded of the state before a step.
  Invariants invariants_;
  /// Targets whose steps are left out.
  std::vector<std::uint32_t> excluded_;
  /// Makes the solvers.
  MakeSolver make_solver_;

  /// levels_[i]: the cubes blocked in the frames 1 .. i, and in no later one.
  /// Frame i consists of the levels i and above.
  std::vector<std::vector<Cube>> levels_;
  /// Excluded from every frame.
  std::vector<Cube> always_;

  /// Knows one step from any state, and the clauses.
  std::unique_ptr<logic::smt::SatSolver> solver_;
  /// Copies of the initialisation and of one step, in `solver_`.
  std::unique_ptr<Unrolling> initial_, step_;
  /// Assumption: the state before the step is an initial state.
  logic::smt::Literal starts_ = 0;
  /// For each level, the assumption that activates its clauses.
  std::vector<logic::smt::Literal> active_;
  /// The bits of the states before and after the step.
  std::vector<logic::smt::Literal> before_, after_;
  /// Variables in `solver_` that only one query needed.
  std::uint32_t used_ = 0;
  /// Queries that are still answered.
  std::uint64_t left_ = UINT64_MAX;

  /// Knows the initialisation only.
  std::unique_ptr<logic::smt::SatSolver> start_solver_;
  /// The initialisation, in `start_solver_`.
  std::unique_ptr<Unrolling> start_;
  /// The bits of the state after it.
  std::vector<logic::smt::Literal> start_bits_;
  /// The only initial state, if there are no initial choices and it is known.
  std::optional<std::vector<bool>> only_start_;
  /// No initialisation runs on.
  bool starts_nowhere_ = false;
};

}  // namespace catenary::engine::reach
