// SPDX-License-Identifier: Apache-2.0
/// \file
/// What else may be wrong with the contracts of an interface: assumptions that
/// never hold, contracts that add nothing, gaps.
#pragma once

#include <string>
#include <vector>

#include "base/budget.h"
#include "engine/contract/consistency/consistency.h"
#include "engine/contract/consistency/structure.h"
#include "suite/suite.h"

namespace catenary::engine::contract {

/// Adds, in the order of the contracts:
/// - contract-vacuous: its assumption holds in no step of any run;
/// - contract-conflict-triggered: it would, but other contracts forbid every
///   step in which it does;
/// - contract-redundant: in every step it follows from others;
/// - variable-unconstrained: no contract says anything of an output;
/// - assumption-gap: a step in which no assumption of the contracts about a
///   variable holds;
/// - promises-unmet: a run after which no input keeps the promises;
/// - findings-undecided: where a limit left something open.
/// Returns what ended the search early. Nothing but the last is said of
/// interfaces with rationals, except where one step alone proves it.
[[nodiscard]] base::StopReason add_findings(
    const Structure& structure,
    const base::Budget& budget,
    std::vector<suite::Finding>& findings);

/// "x = 1, y = true", by name of the variable.
[[nodiscard]] std::string to_text(const model::Interface& interface,
                                  const Valuation& values);

}  // namespace catenary::engine::contract
