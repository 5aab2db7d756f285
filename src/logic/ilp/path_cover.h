// SPDX-License-Identifier: Apache-2.0
/// \file
/// Cheapest cover of all vertices by vertex-disjoint paths: the integer
/// programme behind chaining.
///
/// Method: assignment rows with a depot, subtour elimination added lazily by
/// minimum cuts, after Dantzig, Fulkerson and Johnson, "Solution of a
/// large-scale traveling-salesman problem", Operations Research 1954 (DOI
/// 10.1287/opre.2.4.393), and Padberg and Rinaldi, SIAM Review 1991 (DOI
/// 10.1137/1033004).
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "base/budget.h"
#include "logic/ilp/programme.h"

namespace catenary::logic {

/// Cost of an arc that does not exist.
inline constexpr std::int64_t kNoArc = -1;

/// Every vertex lies on exactly one path. Costs are >= 0 or kNoArc.
struct PathCoverProblem {
  std::uint32_t vertices = 0;
  std::vector<std::int64_t> first;    ///< of starting a path at the vertex
  std::vector<std::int64_t> last;     ///< of ending a path at the vertex
  std::vector<std::int64_t> between;  ///< [from * vertices + to]
  std::int64_t path_cost = 0;         ///< of each path besides its arcs
  std::uint32_t min_paths = 1;
  std::uint32_t max_paths = std::numeric_limits<std::uint32_t>::max();
};

struct PathCoverResult {
  IlpStatus status = IlpStatus::limit;
  /// No cover costs less; exact when status is optimal. For infeasible: the
  /// cutoff.
  std::int64_t bound = 0;
  std::int64_t cost = 0;  ///< of paths, when there are any
  /// Vertices in order, paths by first vertex; empty without a solution.
  std::vector<std::vector<std::uint32_t>> paths;
};

enum class Optimiser : std::uint8_t {
  cbc,    ///< integer programming
  clingo  ///< answer-set programming, see path_cover_clingo.h
};

struct PathCoverOptions {
  /// Bounds by relaxation are always CBC's.
  Optimiser optimiser = Optimiser::cbc;
  base::Budget budget;
  std::int64_t max_nodes = 20000;  ///< of one search tree; 0 = no limit
  bool relax = false;              ///< LP bound only: fast, no paths
  std::int64_t cutoff = std::numeric_limits<std::int64_t>::max();
};

/// Cost: one LP per round of cuts, with `vertices` maximum flows a round; then
/// branch and cut. 80 vertices take about a second.
[[nodiscard]] PathCoverResult cover_by_paths(const PathCoverProblem& problem,
                                             const PathCoverOptions& options);

}  // namespace catenary::logic
