// SPDX-License-Identifier: Apache-2.0
/// \file
/// Before a timed test case counts: a run of its purpose is followed by the
/// model's simulator, and by the test case itself, which has to end in PASS.
#pragma once

#include <string>
#include <vector>

#include "base/budget.h"
#include "engine/symbolic/testing/test_case.h"
#include "model/timed/timed_automaton.h"
#include "suite/suite.h"

namespace catenary::exec::timed {

/// Why the model does not have the witness of `result`, or why the test case
/// does not pass on it; empty where nothing is wrong. Requires: `test` has the
/// tree of `result`, for channels as in `signature`.
[[nodiscard]] std::string replay(
    const model::TimedAutomaton& automaton,
    const engine::symbolic::Path& path,
    const engine::symbolic::TestCaseResult& result,
    const engine::symbolic::TestCaseOptions& options,
    const suite::Test& test,
    const suite::Signature& signature,
    const base::Budget& budget);

}  // namespace catenary::exec::timed
