// SPDX-License-Identifier: Apache-2.0
/// \file
/// Small random graphs, and the cheapest suite of one by an exhaustive search
/// that shares nothing with the optimiser.
#pragma once

#include <cstdint>
#include <optional>
#include <random>
#include <vector>

#include "engine/reach/graph.h"

namespace catenary::engine::chain {

struct GraphShape {
  std::uint32_t max_states = 8;
  std::uint32_t max_goals = 5;
  std::uint32_t max_letters = 3;
  std::uint32_t hit_percent = 15;    ///< of each goal on each edge
  std::uint32_t ended_percent = 10;  ///< of edges
  std::uint32_t final_percent = 40;  ///< of states
};

[[nodiscard]] reach::Graph random_graph(std::mt19937& rng,
                                        const GraphShape& shape);

/// Hit set of exactly these goals, added if need be.
reach::HitSetId hit_set(reach::Graph& graph, std::vector<std::uint32_t> goals);

/// Chains and steps of the best suite; nothing when some goal is in no chain.
struct Optimum {
  std::uint64_t chains = 0;
  std::uint64_t steps = 0;
};
[[nodiscard]] std::optional<Optimum> cheapest_suite(
    const reach::Graph& graph,
    const std::vector<std::uint32_t>& goals,
    std::optional<std::uint64_t> reset_cost);

}  // namespace catenary::engine::chain
