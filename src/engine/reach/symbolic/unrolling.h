// SPDX-License-Identifier: Apache-2.0
/// \file
/// Unrollings: runs of a step system as propositional formulas. They are copies
/// of the step's clauses, one for each step, that share the bits of the states
/// between them.
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

/// The literals of one value, lowest bit first.
using Bits = std::vector<logic::smt::Literal>;

/// The literals of the initialisation or of one step.
struct Frame {
  /// One value for each input or initial choice.
  std::vector<Bits> inputs;
  /// The state after the step: one value for each of Relation::slots().
  std::vector<Bits> after;
  /// The run goes on after the step.
  logic::smt::Literal running = 0;
  /// The step ends the run by itself.
  logic::smt::Literal ended = 0;
  /// An assumption discards the step.
  logic::smt::Literal discarded = 0;
  /// A chain may end after the step.
  logic::smt::Literal final = 0;
  /// One literal for each of Relation::targets().
  std::vector<logic::smt::Literal> targets;
};

/// An unrolling in a solver. The inputs are always within their ranges. The
/// unrolling does not demand that a step runs on before the next is taken; its
/// user adds that.
class Unrolling {
 public:
  /// The state before the first step.
  enum class Start : std::uint8_t {
    /// The state after an initialisation.
    initial,
    /// Any values of the slots, reachable or not.
    any
  };

  /// Both must outlive the unrolling. With Start::initial, the clauses of the
  /// initialisation are added to the solver.
  Unrolling(const Relation& relation,
            logic::smt::SatSolver& solver,
            Start start);
  /// From one state: a value for each of Relation::slots() (checked).
  Unrolling(const Relation& relation,
            logic::smt::SatSolver& solver,
            const std::vector<logic::Value>& state);

  /// Adds the clauses of one more step. Cost: linear in the clauses of a step.
  void add_step();

  /// Steps added so far.
  [[nodiscard]] std::size_t steps() const { return steps_.size(); }
  /// The initialisation. Requires: Start::initial.
  [[nodiscard]] const Frame& initial() const { return initial_; }
  /// The literals of one step. Requires: index < steps(). The reference is
  /// valid until the next add_step().
  [[nodiscard]] const Frame& step(std::size_t index) const {
    return steps_[index];
  }
  /// The frame after which `depth` steps were taken: initial() for 0.
  [[nodiscard]] const Frame& at_depth(std::size_t depth) const {
    return depth == 0 ? initial_ : steps_[depth - 1];
  }
  /// The state before step `index`, or after the last one.
  [[nodiscard]] const std::vector<Bits>& state(std::size_t index) const;

  /// Adds the constraint that the states before two steps differ. If they have
  /// the same literals, the solver becomes unsatisfiable.
  void demand_distinct(std::size_t a, std::size_t b);

  // The following functions read the model that the solver found last.

  /// Calls demand_distinct() for the states among 0 .. `last` that are equal in
  /// the model. Returns whether there were any; the model is then invalid.
  [[nodiscard]] bool demand_distinct_states(std::size_t last);

  /// The run of the model: its first `steps` steps.
  [[nodiscard]] model::Trace trace(std::size_t steps) const;
  /// The state before step `index` in the model: a value for each of
  /// Relation::slots().
  [[nodiscard]] std::vector<logic::Value> state_values(std::size_t index) const;
  /// The inputs of step `step` in the model.
  [[nodiscard]] std::vector<logic::Value> input_values(std::size_t step) const;
  /// The construct that makes step `depth` - 1 (0: the initialisation) leave
  /// the encoding in the model, with its place, e.g. "a loop of more than 64
  /// iterations at a.c:3:5".
  [[nodiscard]] std::string why_unfaithful(std::size_t depth) const;

 private:
  /// Copies the clauses of a part. `inputs` has the bits of its variables; an
  /// empty entry gets new ones. The inputs of the part begin at `first_input`.
  Frame make_frame(const RelationPart& part,
                   const std::vector<Bits>& inputs,
                   std::size_t first_input) const;
  /// Values of variables in the model.
  [[nodiscard]] std::vector<logic::Value> values_of(
      const std::vector<model::Variable>& variables,
      const std::vector<Bits>& bits) const;

  /// The step as clauses.
  const Relation& relation_;
  /// Where the clauses are.
  logic::smt::SatSolver& solver_;
  /// The initialisation; empty literals without Start::initial.
  Frame initial_;
  /// The state before the first step.
  std::vector<Bits> start_;
  /// One for each step.
  std::vector<Frame> steps_;
};

}  // namespace catenary::engine::reach
