// SPDX-License-Identifier: Apache-2.0
/// \file
/// Findings about contracts beyond consistency: vacuous assumptions, redundant
/// contracts and gaps between assumptions.
///
/// Method: reachable values by breadth-first image computation over decision
/// diagrams, and one satisfiability question a finding. Vacuity here is
/// antecedent failure: an assumption that holds at no step of any run.
#pragma once

#include <string>
#include <vector>

#include "base/budget.h"
#include "engine/contract/consistency/consistency.h"
#include "engine/contract/consistency/structure.h"
#include "suite/suite.h"

namespace catenary::engine::contract {

/// Appends the findings, for each part in the order of its contracts:
///
/// - contract-vacuous: the assumption holds at no step of any run;
/// - contract-conflict-triggered: the assumption could hold, but other
///   contracts forbid every step at which it does;
/// - contract-redundant: at every step the contract follows from the others;
/// - variable-unconstrained: no contract mentions an output or hidden variable;
/// - assumption-gap: a reachable step at which no contract about a variable
///   applies;
/// - promises-unmet: a run after which no input meets the promises;
/// - findings-undecided: a limit left some of the above open.
///
/// A part with rationals, or a limit, ends the search: that part and those
/// after it are reported as undecided. Returns the limit that ended the search
/// early, or none.
[[nodiscard]] base::StopReason add_findings(
    const Structure& structure,
    const base::Budget& budget,
    std::vector<suite::Finding>& findings);

/// The values as "x = 1, y = true", in the order of the variables; "" if there
/// are none.
[[nodiscard]] std::string to_text(const model::Interface& interface,
                                  const Valuation& values);

}  // namespace catenary::engine::contract
