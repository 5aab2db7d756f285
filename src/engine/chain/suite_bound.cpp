// SPDX-License-Identifier: Apache-2.0
#include "engine/chain/suite_bound.h"

#include "base/error.h"
#include "engine/chain/graph/exact.h"
#include "engine/chain/graph/reduce.h"

namespace catenary::engine::chain {

namespace {

/// Arcs that may be looked at to find redundant goals.
constexpr std::uint64_t kWorkToReduce = 300'000'000;
/// Pairs of state and covered goals, and bytes of all tables.
constexpr std::uint64_t kVisitedPairs = 20'000'000;
constexpr std::uint64_t kMemory = std::uint64_t{1} << 30;

std::optional<std::vector<std::uint32_t>> prove(const SuiteBound& bound,
                                                const reach::Graph& graph,
                                                const base::Budget& budget) {
  std::vector<bool> wanted(graph.goal_count, false);
  for (const std::uint32_t goal : bound.goals) {
    // No step hits it.
    if (goal >= graph.goal_count) return std::nullopt;
    wanted[goal] = true;
  }
  Net net(graph, wanted, budget);
  net.keep_goals(goals_to_aim_at(net, budget, kWorkToReduce));
  if (net.goal_count() == 0) return std::nullopt;
  const std::uint64_t reset = bound.weight
                                  ? *bound.weight
                                  : (std::uint64_t{net.goal_count()} + 1) * 2 *
                                        (std::uint64_t{net.node_count()} + 1);
  const Distances distances(net, reset, kMemory / 3, budget);
  if (distances.stop() != base::StopReason::none) return std::nullopt;
  const std::uint64_t cost = bound.resets * reset + bound.steps;
  Run best;
  best.cost = cost;
  const ExactOutcome found = search_exactly(
      net, distances, budget, {kMemory, kVisitedPairs}, nullptr, best);
  if (!found.proved || best.cost < cost) return std::nullopt;
  std::vector<std::uint32_t> out;
  for (const std::uint32_t goal : found.tracked) {
    out.push_back(net.goals()[goal]);
  }
  return out;
}

}  // namespace

std::optional<std::vector<std::uint32_t>> goals_that_prove(
    const SuiteBound& bound,
    const reach::Graph& graph,
    std::uint64_t most_pairs,
    const base::Budget& budget) {
  try {
    const auto goals = prove(bound, graph, budget);
    const bool few = goals && goals->size() < 64 &&
                     graph.state_count() <= most_pairs >> goals->size();
    return few ? goals : std::nullopt;
  } catch (const base::StoppedError&) {
    return std::nullopt;
  }
}

}  // namespace catenary::engine::chain
