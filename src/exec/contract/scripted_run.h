// SPDX-License-Identifier: Apache-2.0
/// \file
/// Tests of requirement interfaces, run on a system that answers as a given run
/// does: whether a test passes on one execution of an interface or its mutant.
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

/// The inputs of steps of a test by variables of its interface, complete: those
/// that do not matter have the values that the runner gives them.
[[nodiscard]] engine::contract::InputSequence inputs_of_path(
    const model::Interface& interface,
    const suite::Signature& signature,
    const suite::Test& test,
    std::span<const std::uint32_t> path);

/// The result of a test on a system that gives the outputs of `run`, and ends
/// after its last step. Outputs of the signature are variables of the
/// interface.
[[nodiscard]] suite::TestResult run_scripted(
    const model::Interface& interface,
    const std::vector<engine::contract::Snapshot>& run,
    const suite::Suite& suite,
    const suite::Test& test,
    const base::Budget& budget);

}  // namespace catenary::exec::contract
