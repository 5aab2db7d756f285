// SPDX-License-Identifier: Apache-2.0
/// \file
/// Frames of property-directed reachability: clauses about states that hold in
/// all of them that few steps reach, and the questions about single steps that
/// make and use them.
///
/// Method: Bradley, "SAT-Based Model Checking without Unrolling", VMCAI 2011
/// (doi:10.1007/978-3-642-18275-4_7), with frames kept as differences as in
/// Eén, Mishchenko, Brayton, "Efficient Implementation of Property Directed
/// Reachability", FMCAD 2011.
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

/// A set of states: each literal fixes a bit of the state, bit b (from 0) to 1
/// as b + 1 and to 0 as -(b + 1). Ascending by bit.
using Cube = std::vector<std::int32_t>;

/// Frame 0 are the states after an initialisation; frame i holds, besides
/// others perhaps, every state that at most i steps reach. Frames grow.
class ClauseFrames {
 public:
  /// The relation must outlive it. `excluded`: targets that no step hits.
  ClauseFrames(const Relation& relation,
               Invariants invariants,
               std::vector<std::uint32_t> excluded,
               MakeSolver make_solver);

  /// The last frame.
  [[nodiscard]] std::uint32_t last() const {
    return static_cast<std::uint32_t>(levels_.size() - 1);
  }
  /// Clauses that hold in every state a run may reach.
  [[nodiscard]] const std::vector<Cube>& always() const { return always_; }

  /// How many more questions are answered; no limit at first.
  void allow(std::uint64_t questions) { left_ = questions; }
  [[nodiscard]] std::uint64_t left() const { return left_; }

  // Questions; `unknown` where the budget or allow() ended them.

  /// A step from a state of the frame that hits the target; `before`: states
  /// from all of which the same inputs do.
  [[nodiscard]] logic::smt::Answer hit(std::uint32_t frame,
                                       std::uint32_t target,
                                       Cube& before,
                                       const base::Budget& budget);
  /// A step from a state of the frame outside of the cube into it, likewise.
  /// Where there is none, `core` is a part of the cube, still without initial
  /// states, that no such step enters.
  [[nodiscard]] logic::smt::Answer enter(std::uint32_t frame,
                                         const Cube& cube,
                                         Cube& before,
                                         Cube& core,
                                         const base::Budget& budget);
  /// Whether a run may start in the cube; nothing where the solver does not
  /// say.
  [[nodiscard]] std::optional<bool> starts_in(const Cube& cube,
                                              const base::Budget& budget);
  // Changes.

  /// No state of frames 1 .. `frame` is in the cube.
  void block(const Cube& cube, std::uint32_t frame);
  /// From now on no step is taken that hits the target.
  void exclude(std::uint32_t target);
  /// Takes other facts about all reachable states, where they are those at
  /// hand and more: clauses may rest on these.
  void strengthen(const Invariants& invariants);
  /// Moves clauses to later frames where they hold, and adds a frame. Where a
  /// frame equals the next one, its clauses become always().
  /// False where the budget ended it.
  [[nodiscard]] bool propagate(const base::Budget& budget);

  /// Whether always() is kept by every step and rules out steps that hit the
  /// target, asked of a solver that knows nothing else.
  [[nodiscard]] bool certified(std::uint32_t target,
                               const base::Budget& budget) const;

 private:
  void renew();
  [[nodiscard]] logic::smt::Answer ask(
      std::span<const logic::smt::Literal> assumptions,
      const base::Budget& budget);
  [[nodiscard]] std::vector<logic::smt::Literal> states_of(
      std::uint32_t frame) const;
  void read_step(std::span<const logic::smt::Literal> way,
                 Cube& before,
                 const base::Budget& budget);
  void keep_out_of_start(Cube& part,
                         const Cube& whole,
                         const base::Budget& budget);

  const Relation& relation_;
  Invariants invariants_;
  std::vector<std::uint32_t> excluded_;
  MakeSolver make_solver_;

  /// Blocked in frames up to this one, and in no later one.
  std::vector<std::vector<Cube>> levels_;
  std::vector<Cube> always_;

  std::unique_ptr<logic::smt::SatSolver> solver_;
  std::unique_ptr<Unrolling> initial_, step_;
  logic::smt::Literal starts_ = 0;           ///< the step is a run's first
  std::vector<logic::smt::Literal> active_;  ///< the clauses of each level
  std::vector<logic::smt::Literal> before_, after_;  ///< bits of the states
  std::uint32_t used_ = 0;  ///< variables that only one question needed
  std::uint64_t left_ = UINT64_MAX;

  std::unique_ptr<logic::smt::SatSolver> start_solver_;
  std::unique_ptr<Unrolling> start_;
  std::vector<logic::smt::Literal> start_bits_;
  /// The only state in which runs start, where there are no choices.
  std::optional<std::vector<bool>> only_start_;
  bool starts_nowhere_ = false;
};

}  // namespace catenary::engine::reach
