// SPDX-License-Identifier: Apache-2.0
/// \file
/// What several searches of one system say together, and where one of them
/// must be wrong.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/reach/engine.h"

namespace catenary::engine::reach {

/// Adds findings that `all` does not have, in their order. Of two runs that
/// show the same event, the shorter one stays. Cost: a comparison a pair.
void merge_findings(std::vector<Finding>& all, std::vector<Finding> more);

/// How a run of `steps` steps that hits goal `id` contradicts what a search
/// said of that goal; "" where it does not.
[[nodiscard]] std::string contradiction_of(const std::string& id,
                                           const GoalReport& said,
                                           std::uint64_t steps);

/// The first contradiction between what `said` says and the runs of `runs`; ""
/// where there is none. Requires: both have a report for each goal of `system`.
[[nodiscard]] std::string contradiction_of(const model::StepSystem& system,
                                           const Result& said,
                                           const Result& runs);

}  // namespace catenary::engine::reach
