// SPDX-License-Identifier: Apache-2.0
/// \file
/// Goals that need two hits (MC/DC): which hits tests should have for them,
/// and what is known of the goals when that is known of the hits.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "model/goal.h"
#include "model/step/step_system.h"

namespace catenary::app {

/// Goals of kind `vector` that cover every PairGoal that can be covered: the
/// fewest, and among those ones with short runs.
struct VectorChoice {
  std::vector<std::uint32_t> goals;  ///< ascending
  /// Those of them that every choice has: what costs something to cover these
  /// costs as much for any choice.
  std::vector<std::uint32_t> needed;
  [[nodiscard]] bool is_forced() const { return goals == needed; }
};

/// `results` has one for each of system.goals; those `given` (ascending) are
/// there already, and are no part of the choice.
[[nodiscard]] VectorChoice choose_vectors(
    const model::StepSystem& system,
    const std::vector<model::GoalResult>& results,
    const std::vector<std::uint32_t>& given = {});

/// What follows for a pair goal.
[[nodiscard]] model::GoalResult result_of(
    const model::PairGoal& pair,
    const std::vector<model::Goal>& goals,
    const std::vector<model::GoalResult>& results);

/// Whether both hits of one of its pairs are in `hit`.
[[nodiscard]] bool is_hit(const model::PairGoal& pair,
                          const std::set<std::uint32_t>& hit);

}  // namespace catenary::app
