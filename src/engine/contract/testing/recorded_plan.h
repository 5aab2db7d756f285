// SPDX-License-Identifier: Apache-2.0
/// \file
/// Plans for goals that are kept in the journal of the command (base/journal),
/// where it has one, and are taken from there when the command is resumed.
#pragma once

#include "engine/contract/testing/plan.h"

namespace catenary::engine::contract {

/// As Planner::plan(). Adaptive plans, whose conditions are terms, are not
/// kept; nor are those that a limit made undecided. `settings` are those of the
/// planner.
[[nodiscard]] Plan plan_recorded(Planner& planner,
                                 const model::Interface& interface,
                                 const TestGoal& goal,
                                 const PlanSettings& settings);

}  // namespace catenary::engine::contract
