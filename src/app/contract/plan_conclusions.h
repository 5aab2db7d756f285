// SPDX-License-Identifier: Apache-2.0
/// \file
/// What follows from the plan of a goal of an interface: its status in the
/// suite, and the claims that random conforming systems may contradict.
#pragma once

#include <vector>

#include "challenge/walk/interface_walks.h"
#include "engine/contract/testing/goals.h"
#include "engine/contract/testing/plan.h"
#include "model/contract/interface.h"
#include "suite/suite.h"

namespace catenary::app {

/// The goal as the suite has it.
[[nodiscard]] suite::SuiteGoal status_of(const model::Interface& interface,
                                         const engine::contract::TestGoal& goal,
                                         const engine::contract::Plan& plan);

/// What a plan claims, to be challenged; nothing where it is undecided.
[[nodiscard]] std::vector<challenge::ContractClaim> claims_of(
    const engine::contract::TestGoal& goal, const engine::contract::Plan& plan);

}  // namespace catenary::app
