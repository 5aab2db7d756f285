// SPDX-License-Identifier: Apache-2.0
/// \file
/// Mutants that a fleet judges: a part of them is a task.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/fleet/command_fleet.h"
#include "base/budget.h"
#include "suite/mutation.h"

namespace catenary::app {

/// A mutant that is wanted.
struct WantedMutant {
  std::string id;
  bool open = true;  ///< it is not known yet
};

/// Called with an index of a wanted mutant and its result, nothing if it does
/// not compile. MutantResult::mutation is left empty.
using TakeMutant = std::function<void(
    std::size_t index, std::optional<suite::MutantResult> judged)>;

/// Asks for each part of `wanted`, which are all that the command selects in
/// their order, with one that is open. Calls `take` once for each mutant that
/// is open and that an answer has. What a task that crashed, failed or met a
/// limit leaves out, and all that is under way when the budget is spent, stays
/// open.
void judge_by_fleet(const std::vector<WantedMutant>& wanted,
                    const CommandFleet& fleet,
                    const base::Budget& budget,
                    const TakeMutant& take);

}  // namespace catenary::app
