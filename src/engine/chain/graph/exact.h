// SPDX-License-Identifier: Apache-2.0
/// \file
/// Exact search over pairs of node and covered goals.
///
/// Goals are tracked lazily: the search covers a few that lie far apart, looks
/// which others its run left out, tracks some of those too, and starts again.
/// Every round is a relaxation, so its optimum is a lower bound, and the first
/// that covers everything is optimal (decremental state-space relaxation:
/// Righini and Salani, Networks 51(3), 2008). The heuristic is
/// the exact cost of visiting the open goals in the goal-to-goal distances, by
/// dynamic programming over sets (Held and Karp, 1962, DOI 10.1137/0110015),
/// sharpened by pairs of legs.
#pragma once

#include <cstdint>
#include <vector>

#include "base/budget.h"
#include "engine/chain/graph/distance.h"
#include "engine/chain/graph/order.h"
#include "engine/chain/graph/run.h"

namespace catenary::engine::chain {

struct ExactLimits {
  std::uint64_t memory_bytes = 0;  ///< of the table; 0 = no limit
  std::uint64_t pairs = kNever;    ///< visited in all
};

struct ExactOutcome {
  bool proved = false;      ///< `best` is optimal
  std::uint64_t lower = 0;  ///< no run costs less
  std::uint64_t pairs = 0;  ///< visited in all rounds
  base::StopReason stop = base::StopReason::none;
};

/// Improves `best`, which must cover every goal, until it is optimal or a
/// limit is met; `orders` completes runs that leave goals out.
[[nodiscard]] ExactOutcome search_exactly(const Net& net,
                                          const Distances& distances,
                                          const base::Budget& budget,
                                          const ExactLimits& limits,
                                          OrderSearch& orders,
                                          Run& best);

}  // namespace catenary::engine::chain
