// SPDX-License-Identifier: Apache-2.0
/// \file
/// The clauses that the proofs of a certificate refute: Tseitin's encoding of
/// the circuits, in a numbering that docs/proofs.md fixes.
#pragma once

#include <cstdint>
#include <vector>

#include "tools/check-proof/certificate.h"

namespace check_proof {

/// A literal as in DIMACS.
using Literal = std::int32_t;
/// Clauses over the variables 1..variables, each ended by 0.
struct Cnf {
  std::uint32_t variables = 1;
  std::vector<Literal> clauses;
};

// Each is unsatisfiable if and only if what its comment says holds. Throws
// Unreadable if there would be more than some ten million variables.

/// The invariant holds in the initial state.
[[nodiscard]] Cnf initial_clauses(const Certificate& certificate);
/// A step from a state in the invariant leads to a state in it.
[[nodiscard]] Cnf step_clauses(const Certificate& certificate);
/// No step from a state in the invariant hits an unreachable goal.
[[nodiscard]] Cnf bad_clauses(const Certificate& certificate);
/// No run hits a goal earlier than Certificate::distances say.
[[nodiscard]] Cnf distance_clauses(const Certificate& certificate);

}  // namespace check_proof
