// SPDX-License-Identifier: Apache-2.0
/// \file
/// The cheapest cover of all vertices of a directed graph by vertex-disjoint
/// paths: the integer programme behind chains.
///
/// Method: assignment constraints with a depot, subtour elimination constraints
/// added lazily by minimum cuts, after Dantzig, Fulkerson and Johnson,
/// "Solution of a large-scale traveling-salesman problem", Operations Research
/// 1954 (DOI 10.1287/opre.2.4.393), and Padberg and Rinaldi, "A Branch-and-Cut
/// Algorithm for the Resolution of Large-Scale Symmetric Traveling Salesman
/// Problems", SIAM Review 1991 (DOI 10.1137/1033004).
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "base/budget.h"
#include "logic/ilp/programme.h"

namespace catenary::logic {

/// The cost of an arc that does not exist.
inline constexpr std::int64_t kNoArc = -1;

/// A weighted graph with costs for the ends of paths. Every vertex must lie on
/// exactly one path. Costs are >= 0 or kNoArc.
struct PathCoverProblem {
  /// Number of vertices, which are 0 .. vertices - 1. 0 is allowed.
  std::uint32_t vertices = 0;
  /// The cost of a path that begins at the vertex; one entry for each vertex.
  std::vector<std::int64_t> first;
  /// The cost of a path that ends at the vertex; one entry for each vertex.
  std::vector<std::int64_t> last;
  /// The cost of the arc, at [from * vertices + to]; the diagonal is ignored.
  std::vector<std::int64_t> between;
  /// Added once for each path, besides its arcs.
  std::int64_t path_cost = 0;
  /// Limits of the number of paths, both included.
  std::uint32_t min_paths = 1;
  std::uint32_t max_paths = std::numeric_limits<std::uint32_t>::max();
};

/// The outcome of a search.
struct PathCoverResult {
  /// How far the other members can be relied upon.
  IlpStatus status = IlpStatus::limit;
  /// A lower bound: no cover costs less. Equal to `cost` if the status is
  /// `optimal`; the cutoff if the status is `infeasible`.
  std::int64_t bound = 0;
  /// The total cost of `paths`, if there are any.
  std::int64_t cost = 0;
  /// The vertices of each path in order, paths by first vertex; empty without a
  /// solution.
  std::vector<std::vector<std::uint32_t>> paths;
};

/// Which solver searches.
enum class Optimiser : std::uint8_t {
  /// Integer programming by COIN-OR CBC.
  cbc,
  /// Answer-set programming, see path_cover_clingo.h.
  clingo
};

/// Settings of one search.
struct PathCoverOptions {
  /// The solver. Bounds by relaxation are always computed by CBC.
  Optimiser optimiser = Optimiser::cbc;
  /// Wall-clock limit and interrupt.
  base::Budget budget;
  /// Limit of the nodes of one search tree; 0 = no limit.
  std::int64_t max_nodes = 20000;
  /// Only the lower bound of the LP relaxation: fast, without paths.
  bool relax = false;
  /// Only covers that cost less are wanted.
  std::int64_t cutoff = std::numeric_limits<std::int64_t>::max();
};

/// Finds a cheapest cover. Deterministic unless the budget ends it. Cost: one
/// LP for each round of cuts, with at most `vertices` maximum flows a round;
/// then branch and cut, exponential at worst. 80 vertices take about a second.
/// Requires: tables of the right size (checked).
[[nodiscard]] PathCoverResult cover_by_paths(const PathCoverProblem& problem,
                                             const PathCoverOptions& options);

}  // namespace catenary::logic
