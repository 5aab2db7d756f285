// SPDX-License-Identifier: Apache-2.0
/// \file
/// Runs tests of a requirement interface against a recorded run of it, or of a
/// mutant, in place of a system.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/budget.h"
#include "engine/contract/consistency/semantics.h"
#include "engine/contract/search/target_search.h"
#include "model/contract/interface.h"
#include "suite/results.h"
#include "suite/suite.h"

namespace catenary::exec::contract {

/// The inputs of the steps `path` of a test, one for each input variable of the
/// interface. What the test leaves open has the value that the runner gives it.
[[nodiscard]] engine::contract::InputSequence inputs_of_path(
    const model::Interface& interface,
    const suite::Signature& signature,
    const suite::Test& test,
    std::span<const std::uint32_t> path);

/// Runs the test on a system that gives the outputs of `run` and refuses
/// further steps. Requires: all outputs of the signature are variables of the
/// interface.
[[nodiscard]] suite::TestResult run_scripted(
    const model::Interface& interface,
    const std::vector<engine::contract::Snapshot>& run,
    const suite::Suite& suite,
    const suite::Test& test,
    const base::Budget& budget);

}  // namespace catenary::exec::contract
