// SPDX-License-Identifier: Apache-2.0
/// \file
/// Combination of the results of several searches of one system, and the
/// contradictions between them.
///
/// Engines cross-check each other: a run that one of them found is evidence
/// against a claim of absence by another. The checks here are cheap, because
/// they compare lengths and statuses only.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/reach/engine.h"

namespace catenary::engine::reach {

/// Adds the findings that `all` does not have yet, in their order. If both have
/// the same event, the shorter run is kept. Cost: one comparison for each pair.
void merge_findings(std::vector<Finding>& all, std::vector<Finding> more);

/// The contradiction between a run of `steps` steps that hits goal `id` and
/// what a search reported of that goal; "" if there is none. A run contradicts
/// `unreachable`, a bound of at least its length, and a longer run that is
/// called shortest.
[[nodiscard]] std::string contradiction_of(const std::string& id,
                                           const GoalReport& said,
                                           std::uint64_t steps);

/// The first contradiction, by the order of the goals, between the claims of
/// `said` and the runs of `runs`; "" if there is none. A run also contradicts
/// `said` if it is not longer than Result::complete_depth and `said` has no run
/// of that length. Requires: both have a report for each goal of `system`.
[[nodiscard]] std::string contradiction_of(const model::StepSystem& system,
                                           const Result& said,
                                           const Result& runs);

}  // namespace catenary::engine::reach
