// SPDX-License-Identifier: Apache-2.0
/// \file
/// Runs of a step system as propositional formulas: copies of the step's
/// clauses, one for each step, that share the bits of the states between them.
///
/// Method: Biere et al., "Symbolic Model Checking without BDDs", TACAS 1999
/// (doi:10.1007/3-540-49059-0_14); incremental as in Eén, Sörensson, "Temporal
/// Induction by Incremental SAT Solving", BMC 2003
/// (doi:10.1016/S1571-0661(05)82542-3).
#pragma once

#include <cstddef>
#include <vector>

#include "engine/reach/symbolic/relation.h"
#include "logic/smt/circuit/sat.h"
#include "model/step/step_system.h"

namespace catenary::engine::reach {

/// Bits of one value, lowest first.
using Bits = std::vector<logic::smt::Literal>;

/// Literals of the initialisation or of one step.
struct Frame {
  std::vector<Bits> inputs;  ///< one for each input or initial choice
  std::vector<Bits> after;   ///< one for each of Relation::slots()
  logic::smt::Literal running = 0;
  logic::smt::Literal ended = 0;
  logic::smt::Literal discarded = 0;
  logic::smt::Literal final = 0;             ///< a chain may end after it
  std::vector<logic::smt::Literal> targets;  ///< one for each target
};

/// An unrolling in a solver. Its inputs are always within their ranges; that a
/// step is taken only after one that ran on is for the user to say.
class Unrolling {
 public:
  enum class Start : std::uint8_t {
    initial,  ///< the state after an initialisation
    any       ///< any values of the slots, reachable or not
  };

  /// Both must outlive the unrolling. With Start::initial, the clauses of the
  /// initialisation are added.
  Unrolling(const Relation& relation,
            logic::smt::SatSolver& solver,
            Start start);
  /// From one state: a value for each of Relation::slots().
  Unrolling(const Relation& relation,
            logic::smt::SatSolver& solver,
            const std::vector<logic::Value>& state);

  /// One more step. Cost: linear in the clauses of a step.
  void add_step();

  [[nodiscard]] std::size_t steps() const { return steps_.size(); }
  /// Requires: Start::initial.
  [[nodiscard]] const Frame& initial() const { return initial_; }
  [[nodiscard]] const Frame& step(std::size_t index) const {
    return steps_[index];
  }
  /// The frame after which `depth` steps were taken: initial() for 0.
  [[nodiscard]] const Frame& at_depth(std::size_t depth) const {
    return depth == 0 ? initial_ : steps_[depth - 1];
  }
  /// The state before step `index`, or after the last one.
  [[nodiscard]] const std::vector<Bits>& state(std::size_t index) const;

  /// Demands that the states before two steps differ.
  void demand_distinct(std::size_t a, std::size_t b);

  // Of the model found last.

  /// Demands it of states 0 .. `last` that are equal in the model; whether
  /// there were any. Nothing can be read of the model then.
  [[nodiscard]] bool demand_distinct_states(std::size_t last);

  /// The first `steps` steps.
  [[nodiscard]] model::Trace trace(std::size_t steps) const;
  /// A value for each of Relation::slots().
  [[nodiscard]] std::vector<logic::Value> state_values(std::size_t index) const;
  [[nodiscard]] std::vector<logic::Value> input_values(std::size_t step) const;
  /// What makes step `depth` - 1 (0: the initialisation) leave the encoding,
  /// with its place, e.g. "a loop of more than 64 iterations at a.c:3:5".
  [[nodiscard]] std::string why_unfaithful(std::size_t depth) const;

 private:
  Frame make_frame(const RelationPart& part,
                   const std::vector<Bits>& inputs,
                   std::size_t first_input) const;
  [[nodiscard]] std::vector<logic::Value> values_of(
      const std::vector<model::Variable>& variables,
      const std::vector<Bits>& bits) const;

  const Relation& relation_;
  logic::smt::SatSolver& solver_;
  Frame initial_;
  std::vector<Bits> start_;  ///< the state before the first step
  std::vector<Frame> steps_;
};

}  // namespace catenary::engine::reach
