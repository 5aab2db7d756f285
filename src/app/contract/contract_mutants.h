// SPDX-License-Identifier: Apache-2.0
/// \file
/// `catenary run --mutate` for requirements: which faults of contracts would a
/// suite find? A mutant may be any system that keeps the changed contracts: the
/// one that shows the fault soonest is what the suite runs on.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "app/commands.h"
#include "app/options.h"
#include "engine/contract/consistency/semantics.h"
#include "engine/contract/search/target_search.h"
#include "model/contract/interface.h"
#include "suite/results.h"
#include "suite/suite.h"

namespace catenary::app {

/// Runs the suite on mutants of the requirements that --sut names, from which
/// it was made. Exit code: as conclude_mutation() says.
[[nodiscard]] ExitCode run_contract_mutants(const RunOptions& options,
                                            const suite::Suite& suite,
                                            Context& context);

/// The inputs of steps of a test by variables of its interface, complete: those
/// that do not matter have the values that the runner gives them.
[[nodiscard]] engine::contract::InputSequence inputs_of_path(
    const model::Interface& interface,
    const suite::Signature& signature,
    const suite::Test& test,
    std::span<const std::uint32_t> path);

/// What comes of a test on a system that answers as the run does, and is over
/// then. Outputs of the signature are variables of the interface.
[[nodiscard]] suite::TestResult run_scripted(
    const model::Interface& interface,
    const std::vector<engine::contract::Snapshot>& run,
    const suite::Suite& suite,
    const suite::Test& test,
    const base::Budget& budget);

}  // namespace catenary::app
