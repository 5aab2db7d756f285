// SPDX-License-Identifier: Apache-2.0
/// \file
/// What tests of requirement interfaces are made for.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/options.h"
#include "engine/contract/testing/goals.h"
#include "model/contract/interface.h"

namespace catenary::app {

/// Purposes, and the goals of the criteria that the options or, without any,
/// the requirements ask for. With Trigger::each there is one goal for each of
/// them and each contract with a written assumption. InputError where there are
/// none, or a criterion is for other models.
[[nodiscard]] std::vector<engine::contract::TestGoal> contract_goals(
    const model::Interface& interface, const GenerateOptions& options);

/// The views whose contracts' mutants are to be killed; -1 = all contracts.
[[nodiscard]] std::vector<std::int32_t> mutant_views(
    const model::Interface& interface, const GenerateOptions& options);

}  // namespace catenary::app
