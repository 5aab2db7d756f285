// SPDX-License-Identifier: Apache-2.0
/// \file
/// A step system as a sequential circuit: the first step of the circuit is the
/// initialisation, every later one a step of the system.
///
/// - Latches: "started", "stopped", and the bits of the state.
/// - Inputs: "initial BIT NAME" and "input BIT NAME", in machine
///   representation.
/// - Constraints: the run has not stopped; the inputs of the step are within
///   their ranges.
/// - Bad: for each goal, by its id: the step hits it, or it does what the
///   encoding does not describe.
/// - Outputs: "output BIT NAME"; "shown": the step has outputs; "final": a test
///   may end with the step.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/budget.h"
#include "engine/certificate/and_circuit.h"
#include "engine/reach/symbolic/clause_frames.h"
#include "engine/reach/symbolic/relation.h"
#include "logic/smt/circuit/blaster.h"
#include "model/step/encoding.h"
#include "model/step/step_system.h"

namespace catenary::engine::certificate {

/// The circuit of a system.
class SystemCircuit {
 public:
  /// Everything given must outlive it. Throws base::ToolError if bit-blasting
  /// fails or the budget ends it. Cost: that of bit-blasting a step.
  SystemCircuit(const reach::Relation& relation, const base::Budget& budget);

  [[nodiscard]] const AndCircuit& circuit() const { return circuit_; }
  /// The slots of the state that the circuit has, as indices into
  /// Encoding::state, ascending. Their bits are the latches from kFirstSlot on.
  [[nodiscard]] const std::vector<std::size_t>& slots() const { return slots_; }
  static constexpr std::uint32_t kFirstSlot = 2;
  /// For each latch, whether it is a bit of a slot of which many bits have the
  /// property: of a variable that holds data, if these depend on inputs.
  [[nodiscard]] std::vector<bool> wide_slots(
      const std::vector<bool>& has) const;
  /// The latch "stopped".
  static constexpr std::uint32_t kStopped = 1;
  /// The output "final".
  [[nodiscard]] AigerSignal final() const {
    return circuit_.outputs[kFinal].signal;
  }

  /// An invariant of the circuit: a state is in it if it satisfies the facts,
  /// terms over Relation::state(), and is in none of the cubes; see Cube.
  /// States before the initialisation, and after the end of a run, are in it,
  /// too. The inputs of the result are the latches.
  [[nodiscard]] AndCircuit invariant(const std::vector<logic::Term>& facts,
                                     const std::vector<reach::Cube>& cubes,
                                     const base::Budget& budget);

 private:
  /// Among AndCircuit::outputs.
  static constexpr std::size_t kFinal = 1;

  using Signals = std::vector<logic::smt::Circuit::Signal>;
  /// Bits of one value in both parts, chosen by whether the run has started.
  [[nodiscard]] Signals by_phase(logic::Term initial,
                                 logic::Term step,
                                 const base::Budget& budget);
  void find_slots();
  void add_variables();
  void add_parts(const base::Budget& budget);

  const reach::Relation& relation_;
  logic::smt::Circuit gates_;
  logic::smt::Blaster blaster_;
  AndCircuit circuit_;
  AndCopier copier_;
  /// Input of `gates_` that stands for the latch "started".
  logic::smt::Circuit::Signal started_;
  std::vector<std::size_t> slots_;
};

}  // namespace catenary::engine::certificate
