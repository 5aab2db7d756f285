// SPDX-License-Identifier: Apache-2.0
/// \file
/// The clauses whose refutations are the proofs of a certificate: Tseitin's
/// encoding of its circuits, in the numbering that docs/proofs.md fixes. The
/// program catenary-check-proof makes the same clauses on its own.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "engine/certificate/and_circuit.h"
#include "engine/certificate/step_list.h"
#include "logic/smt/circuit/sat.h"

namespace catenary::engine::certificate {

/// Clauses, each ended by 0.
using ProofClauses = std::vector<logic::smt::Literal>;

/// The initial state is not in the invariant. `invariant` has the latches of
/// the system as its inputs, and one output. The same holds below.
[[nodiscard]] ProofClauses initial_clauses(const AndCircuit& system,
                                           const AndCircuit& invariant);
/// A step leaves the invariant.
[[nodiscard]] ProofClauses step_clauses(const AndCircuit& system,
                                        const AndCircuit& invariant);
/// A step from the invariant hits one of these goals (indices of
/// AndCircuit::bad).
[[nodiscard]] ProofClauses bad_clauses(const AndCircuit& system,
                                       const AndCircuit& invariant,
                                       const std::vector<std::size_t>& goals);
/// Goals (indices of AndCircuit::bad) that a run hits in fewer steps than
/// given.
using GoalsWithin = std::vector<std::pair<std::size_t, std::uint32_t>>;
/// A run hits a goal of each of these parts.
[[nodiscard]] ProofClauses run_clauses(const AndCircuit& system,
                                       const std::vector<GoalsWithin>& parts);

/// One step from any state that the constraints allow.
struct FreeStep {
  ProofClauses clauses;
  /// By variable of the circuit; element 0 is false.
  std::vector<logic::smt::Literal> literals;
  logic::smt::Literal last = 0;

  [[nodiscard]] logic::smt::Literal literal(AigerSignal s) const {
    return (s & 1U) != 0 ? -literals[s >> 1U] : literals[s >> 1U];
  }
};
/// With the gates that constraints and these signals depend on.
[[nodiscard]] FreeStep free_step(const AndCircuit& system,
                                 const std::vector<AigerSignal>& roots);

/// A step from a listed state is none of the listed steps.
[[nodiscard]] ProofClauses listed_clauses(const AndCircuit& system,
                                          const StepList& list);

}  // namespace catenary::engine::certificate
