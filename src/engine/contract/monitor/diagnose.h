// SPDX-License-Identifier: Apache-2.0
/// \file
/// Diagnosis: which contracts, and so which requirements, a failing trace may
/// violate, each with values of the hidden variables that explain it.
///
/// Method: procedure TraceFailTC of Aichernig et al., STTT 2017, algorithm 5,
/// made independent of what models a solver happens to find.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/budget.h"
#include "engine/contract/consistency/semantics.h"

namespace catenary::engine::contract {

/// One explanation: an execution all of whose steps but one satisfy theta.
struct Diagnosis {
  std::size_t step = 0;  ///< the violated one, from 0
  bool latent = false;   ///< it is not the last one: ranked lower
  /// Indices of Semantics::rules(), ascending: contracts, then ranges. That of
  /// a hidden variable only where all contracts and ranges of outputs hold.
  std::vector<std::size_t> rules;
  std::vector<std::uint32_t> requirements;  ///< of the contracts, ascending
  std::vector<Snapshot> execution;          ///< all variables, step by step
};

struct DiagnosisOptions {
  /// Every distinct set of violated requirements and ranges; else as many as
  /// show each contract that can be violated.
  bool all = false;
  bool latent = false;     ///< look for violations before the last step, too
  std::size_t most = 256;  ///< diagnoses for one step
};

struct Diagnoses {
  /// Those of the last step first, then latent ones, the latest first. In a
  /// step: first those that violate most contracts not yet shown, then by
  /// number of contracts violated, then by the order of the contracts.
  std::vector<Diagnosis> found;
  bool complete = true;
  std::string why_not;  ///< where it is not complete
};

/// Explains a trace whose last step is the first that is not allowed (see
/// Monitor). Values of hidden variables in `trace` are ignored; those of
/// derived ones are computed, and their definitions never violated.
/// Of all executions that violate the same, that with the least values.
[[nodiscard]] Diagnoses diagnose(const Semantics& semantics,
                                 const std::vector<Snapshot>& trace,
                                 const DiagnosisOptions& options,
                                 const base::Budget& budget);

}  // namespace catenary::engine::contract
