// SPDX-License-Identifier: Apache-2.0
/// \file
/// Tests of requirement interfaces, judged again by what did not make them.
#pragma once

#include <string>

#include "base/budget.h"
#include "engine/contract/goals.h"
#include "engine/contract/plan.h"
#include "model/interface.h"
#include "suite/suite.h"

namespace catenary::app {

/// Why the claim does not hold that the plan's run is allowed by the
/// interface, meets the goal with its last step and passes the test; empty
/// where it does. The run is judged by evaluation of every contract, by the
/// monitor, and by the runner with a system that answers as the run does.
/// Requires: `suite` is finished.
[[nodiscard]] std::string replay_contract_test(
    const model::Interface& interface,
    const engine::contract::TestGoal& goal,
    const engine::contract::Plan& plan,
    const suite::Suite& suite,
    const base::Budget& budget);

}  // namespace catenary::app
