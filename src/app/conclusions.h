// SPDX-License-Identifier: Apache-2.0
/// \file
/// What a suite says of the model besides its tests: defects found, and what
/// was proved of goals and of the suite itself.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "engine/chain/chain.h"
#include "engine/reach/engine.h"
#include "model/step_system.h"
#include "suite/suite.h"

namespace catenary::app {

/// Adds the findings: violated properties, failed assertions, defects, goals
/// after which no run ends well. Requires: the suite has its tests, finished;
/// those that witness a finding carry its text as their note.
void note_findings(const model::StepSystem& system,
                   const engine::reach::Result& reached,
                   const engine::chain::ChainResult& chains,
                   suite::Suite& suite);

/// Adds the certificates of optimality and unreachability. `chain_tests`: how
/// many tests are chains.
void certify(const engine::reach::Result& reached,
             const engine::chain::ChainResult& chains,
             std::size_t chain_tests,
             suite::Suite& suite);

/// "1,234,567".
[[nodiscard]] std::string with_thousands(std::uint64_t n);

}  // namespace catenary::app
