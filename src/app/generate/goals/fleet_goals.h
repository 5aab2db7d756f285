// SPDX-License-Identifier: Apache-2.0
/// \file
/// Goals that a fleet searches for: a group of them is a task.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "app/commands.h"
#include "app/fleet/command_fleet.h"
#include "base/budget.h"

namespace catenary::app {

/// Goals in at most `most` groups, in their order, each as large as the others
/// or smaller by one. Requires: `most` is not 0.
[[nodiscard]] std::vector<std::vector<std::uint32_t>> groups_of(
    const std::vector<std::uint32_t>& goals, std::size_t most);

/// A group of goals.
struct GoalTask {
  std::string ids;                    ///< as --goal takes them
  std::chrono::milliseconds work{0};  ///< that the search for them may do
};

/// The answer to a task.
struct GoalTaskAnswer {
  std::string suite;  ///< its text; empty = there is none
  std::string why;    ///< why there is none
};

/// Asks for each task, and returns its answers in the same order. They do not
/// depend on the workers. Answers that the journal of the command has are taken
/// from there; the fleet is not started if it has all of them. What has not
/// come when the budget is spent, or when the fleet fails, which is a warning,
/// has no answer.
///
/// Throws base::ToolError where two workers computed different answers to a
/// task.
[[nodiscard]] std::vector<GoalTaskAnswer> ask_fleet_for_goals(
    const std::vector<GoalTask>& tasks,
    const CommandFleet& fleet,
    const base::Budget& budget,
    Context& context);

}  // namespace catenary::app
