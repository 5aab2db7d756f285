// SPDX-License-Identifier: Apache-2.0
/// \file
/// Diagnosis: the contracts, and so the requirements, that a failing trace may
/// violate, each with values of the hidden variables that explain it.
///
/// Method: procedure TraceFailTC (Aichernig et al., "Require, test, and trace
/// IT", STTT 2017, doi:10.1007/s10009-016-0444-z, algorithm 5). Differing from
/// it, explanations are chosen by fixed criteria (search/least_model.h), so
/// that they do not depend on the models that a solver happens to find.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/budget.h"
#include "engine/contract/consistency/semantics.h"

namespace catenary::engine::contract {

/// One explanation: an execution with the observed values, all of whose steps
/// but one satisfy theta.
struct Diagnosis {
  /// The step that violates something, from 0.
  std::size_t step = 0;
  /// It is not the last step: the fault shows later.
  bool latent = false;
  /// The violated rules: indices of Semantics::rules(), ascending. The range of
  /// a hidden variable is listed only in explanations that violate nothing
  /// else.
  std::vector<std::size_t> rules;
  /// Indices of the requirements of these contracts, ascending.
  std::vector<std::uint32_t> requirements;
  /// Values of all variables, step by step.
  std::vector<Snapshot> execution;
};

/// Options of diagnose().
struct DiagnosisOptions {
  /// Every distinct set of violated requirements and ranges; otherwise only as
  /// many explanations as show each contract that can be violated.
  bool all = false;
  /// Look for violations before the last step, too.
  bool latent = false;
  /// Limit on explanations for one step; beyond, the result is not complete.
  std::size_t most = 256;
};

/// The result of diagnose().
struct Diagnoses {
  /// Those of the last step first, then latent ones, the latest step first.
  /// Within a step: first those that violate most contracts not shown yet, then
  /// by the number of contracts violated, then by their order.
  std::vector<Diagnosis> found;
  /// Whether all that was asked for was found.
  bool complete = true;
  /// Why not complete; empty if it is.
  std::string why_not;
};

/// Explains a trace whose last step is the first that is not allowed
/// (Allowed::no). Values of hidden variables in `trace` are ignored;
/// definitions of derived variables are never violated. Of all executions that
/// violate the same, the one with the least values is taken. Deterministic up
/// to rationals.
///
/// Cost: for each explanation, a number of solver calls linear in the rules and
/// in the hidden values of the trace.
[[nodiscard]] Diagnoses diagnose(const Semantics& semantics,
                                 const std::vector<Snapshot>& trace,
                                 const DiagnosisOptions& options,
                                 const base::Budget& budget);

}  // namespace catenary::engine::contract
