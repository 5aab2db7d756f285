// SPDX-License-Identifier: Apache-2.0
/// \file
/// Which goals prove what a suite costs at least. Whoever checks that repeats
/// the search for these few goals alone.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/budget.h"
#include "engine/reach/graph.h"

namespace catenary::engine::chain {

/// Any chains that cover all of these goals cost at least so many resets and
/// steps.
struct SuiteBound {
  /// Indices of goals; none: nothing is said.
  std::vector<std::uint32_t> goals;
  std::uint32_t resets = 0, steps = 0;
  /// What a reset costs, in steps; nothing: more than any number of steps.
  std::optional<std::uint32_t> weight;
};

/// Some goals of the bound, so that chains in the graph that cover these cost
/// no less. Nothing if chains for all of its goals cost less, or if the search
/// ends before it knows. `most_pairs`: of a state and a set of those goals,
/// which a search without a heuristic function visits.
/// Cost: that of the exact search of find_chains(), exponential in the goals
/// that it tracks.
[[nodiscard]] std::optional<std::vector<std::uint32_t>> goals_that_prove(
    const SuiteBound& bound,
    const reach::Graph& graph,
    std::uint64_t most_pairs,
    const base::Budget& budget);

}  // namespace catenary::engine::chain
