// SPDX-License-Identifier: Apache-2.0
/// \file
/// Refutations of clauses as DRAT proofs (Wetzler, Heule, Hunt, "DRAT-trim",
/// SAT 2014, doi:10.1007/978-3-319-09284-3_31), written by CaDiCaL.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "base/budget.h"
#include "logic/smt/circuit/sat.h"

namespace catenary::logic::smt {

/// The answer, and the proof if it is `unsat`.
struct Refutation {
  Answer answer = Answer::unknown;
  /// One clause a line, as in DIMACS; "d" before a deletion.
  std::string drat;
};

/// Refutes clauses, each ended by 0. `unknown` at the end of the budget, or if
/// the proof would have more than `most_bytes`. The work is charged to the
/// clock of work.
[[nodiscard]] Refutation refute(std::span<const Literal> clauses,
                                std::uint64_t most_bytes,
                                const base::Budget& budget);

}  // namespace catenary::logic::smt
