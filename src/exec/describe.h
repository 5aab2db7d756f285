// SPDX-License-Identifier: Apache-2.0
/// \file
/// Reasons of verdicts for people.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "exec/adapter.h"
#include "suite/results.h"

namespace catenary::exec {

/// "a, b, c".
[[nodiscard]] std::string join(const std::vector<std::string>& texts);

/// The first few violations, e.g. "step 3: s.speed is 2, expected 1 (goals p2;
/// requirements CC-2)"; for an oracle "step 3: speed = 2 violates …".
[[nodiscard]] std::string describe(
    const std::vector<suite::Violation>& violations);

/// Why a run is over if a SUT gave no outputs, e.g. "the SUT crashed".
[[nodiscard]] std::pair<suite::VerdictCode, const char*> meaning_of(
    SutOutcome outcome);

}  // namespace catenary::exec
