// SPDX-License-Identifier: Apache-2.0
/// \file
/// The path-cover problem over goals. Without a reset cost it is solved in two
/// stages: first the fewest paths, then the fewest steps for between that many
/// and the present number of chains.

#include "engine/chain/bound/bound.h"

#include <algorithm>
#include <chrono>

#include "logic/ilp/path_cover.h"

namespace catenary::engine::chain {
namespace {

/// Goals up to which branch and bound is tried.
constexpr std::uint32_t kMostForTree = 120;
/// Goals up to which the LP relaxation is solved.
constexpr std::uint32_t kMostForLp = 400;
/// Nodes of branch and bound: the same on every machine.
constexpr std::int64_t kMostNodes = 3000;
/// Limit of time without a deadline: a bound by single distances exists anyway.
constexpr std::chrono::seconds kForRelaxed{30};

/// Costs for the integer programme, which marks missing arcs.
std::int64_t to_arc(std::uint64_t cost) {
  return cost >= kNever ? logic::kNoArc : static_cast<std::int64_t>(cost);
}

/// The goals of all paths in one order: a reset between two of them costs what
/// the distances say.
std::vector<std::uint32_t> flatten(
    const std::vector<std::vector<std::uint32_t>>& paths) {
  std::vector<std::uint32_t> order;
  for (const auto& path : paths) {
    order.insert(order.end(), path.begin(), path.end());
  }
  return order;
}

/// The problem in terms of distances within one chain.
logic::PathCoverProblem describe(const Distances& distances) {
  const std::uint32_t n = distances.goal_count();
  logic::PathCoverProblem problem;
  problem.vertices = n;
  for (std::uint32_t g = 0; g < n; ++g) {
    problem.first.push_back(to_arc(distances.first(g)));
    problem.last.push_back(to_arc(distances.last(g)));
    for (std::uint32_t h = 0; h < n; ++h) {
      problem.between.push_back(to_arc(distances.within(g, h)));
    }
  }
  return problem;
}

/// The fewest paths that can cover all goals: every arc is free, and each path
/// costs one.
std::uint64_t fewest_paths(logic::PathCoverProblem problem,
                           const logic::PathCoverOptions& options) {
  const auto free = [](std::int64_t& arc) {
    arc = std::min<std::int64_t>(arc, 0);
  };
  std::for_each(problem.first.begin(), problem.first.end(), free);
  std::for_each(problem.last.begin(), problem.last.end(), free);
  std::for_each(problem.between.begin(), problem.between.end(), free);
  problem.path_cost = 1;
  const auto found = logic::cover_by_paths(problem, options);
  return static_cast<std::uint64_t>(std::max<std::int64_t>(1, found.bound));
}

}  // namespace

/// The first bound: a chain must go to the farthest goal and on to its end.
AbstractBound bound_abstractly(const Distances& distances,
                               bool fewest_chains,
                               std::uint32_t chains,
                               logic::Optimiser optimiser,
                               const base::Budget& budget) {
  AbstractBound bound;
  const std::uint32_t n = distances.goal_count();
  for (std::uint32_t g = 0; g < n; ++g) {
    bound.cost = std::max(bound.cost, distances.first(g) + distances.last(g));
  }
  // With one goal, this bound is exact.
  if (n < 2 || n > kMostForLp) return bound;

  logic::PathCoverOptions options;
  options.optimiser = optimiser;
  options.budget = budget;
  options.relax = n > kMostForTree;
  if (budget.is_limited()) {
    options.budget = budget.share(budget.work_left(), 4);
  } else if (options.relax) {
    options.budget = budget.share(kForRelaxed);
  }
  options.max_nodes = kMostNodes;
  logic::PathCoverProblem problem = describe(distances);
  if (fewest_chains) {
    if (chains > 1) {
      bound.chains =
          std::min<std::uint64_t>(chains, fewest_paths(problem, options));
    }
    problem.min_paths = static_cast<std::uint32_t>(bound.chains);
    problem.max_paths = chains;
  } else {
    problem.path_cost = static_cast<std::int64_t>(distances.reset());
  }
  // The bound of the programme is valid even if the programme was not solved to
  // optimality.
  const logic::PathCoverResult found = logic::cover_by_paths(problem, options);
  std::int64_t cost = found.bound;
  // The first chain needs no reset.
  if (!fewest_chains) cost -= problem.path_cost;
  bound.by_clingo = optimiser == logic::Optimiser::clingo && !options.relax;
  bound.by_programme =
      cost >= 0 && static_cast<std::uint64_t>(cost) >= bound.cost;
  if (bound.by_programme) bound.cost = static_cast<std::uint64_t>(cost);
  bound.order = flatten(found.paths);
  return bound;
}

}  // namespace catenary::engine::chain
