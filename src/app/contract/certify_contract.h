// SPDX-License-Identifier: Apache-2.0
/// \file
/// `generate --certificate` for requirement interfaces: what was proved about
/// their executions, as claims about a step system that has these as its runs.
#pragma once

#include <vector>

#include "app/commands.h"
#include "app/options.h"
#include "engine/contract/testing/goals.h"
#include "model/contract/interface.h"
#include "suite/listener.h"
#include "suite/suite.h"

namespace catenary::app {

/// Certifies that goals are unreachable, the lengths of shortest executions,
/// and, where `bound` is minimal, the least cost of a suite; see certify(),
/// which this calls. `shortest`: by goal, whether the depth of its status is
/// proved to be the least one. `statuses` has the goals first, in their order;
/// they and the bound get their trust, or lose it.
[[nodiscard]] bool certify_contract(
    const model::Interface& interface,
    const std::vector<engine::contract::TestGoal>& goals,
    const std::vector<bool>& shortest,
    const GenerateOptions& options,
    suite::Suite& suite,
    suite::Bound& bound,
    Context& context);

}  // namespace catenary::app
