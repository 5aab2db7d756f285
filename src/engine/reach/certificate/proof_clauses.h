// SPDX-License-Identifier: Apache-2.0
/// \file
/// The clauses whose refutations are the proofs of a certificate: Tseitin's
/// encoding of its circuits, in the numbering that docs/proofs.md fixes. The
/// program catenary-check-proof makes the same clauses on its own.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "engine/reach/certificate/and_circuit.h"
#include "logic/smt/circuit/sat.h"

namespace catenary::engine::reach {

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
/// A run hits a goal (first) in fewer steps than claimed (second).
[[nodiscard]] ProofClauses distance_clauses(
    const AndCircuit& system,
    const std::vector<std::pair<std::size_t, std::uint32_t>>& distances);

}  // namespace catenary::engine::reach
