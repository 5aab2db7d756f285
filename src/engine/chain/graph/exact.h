// SPDX-License-Identifier: Apache-2.0
/// \file
/// Exact search over pairs of node and covered goals.
///
/// Goals are tracked lazily. The search covers a few goals that lie far apart,
/// then tracks some of those that its run missed, and starts again. Every round
/// is a relaxation, so its optimum is a lower bound, and the first run that
/// covers everything is optimal: decremental state-space relaxation (Righini
/// and Salani, Networks 51(3), 2008). The heuristic function is the exact cost
/// of visiting the open goals in the goal-to-goal distances, by dynamic
/// programming over sets (Held and Karp, 1962, DOI 10.1137/0110015), sharpened
/// by pairs of legs.
#pragma once

#include <cstdint>
#include <vector>

#include "base/budget.h"
#include "engine/chain/graph/distance.h"
#include "engine/chain/graph/order.h"
#include "engine/chain/graph/run.h"

namespace catenary::engine::chain {

/// Limits of all rounds together.
struct ExactLimits {
  /// Of the tables, in bytes; 0 = no limit.
  std::uint64_t memory_bytes = 0;
  /// Pairs that may be visited.
  std::uint64_t pairs = kNever;
};

/// What the search proved.
struct ExactOutcome {
  /// `best` is optimal.
  bool proved = false;
  /// No run costs less.
  std::uint64_t lower = 0;
  /// Pairs visited in all rounds.
  std::uint64_t pairs = 0;
  /// Why the search ended without a proof; `memory` also stands for
  /// ExactLimits::pairs.
  base::StopReason stop = base::StopReason::none;
  /// The goals of the net that the last round tracked. If `proved`, runs for
  /// these alone cost no less.
  std::vector<std::uint32_t> tracked;
};

/// Improves `best`, which must cover every goal, until it is proved optimal or
/// a limit is reached. `orders` completes the runs of rounds that leave goals
/// out; null: such runs do not matter, and of `best`, only the cost.
/// Cost: exponential in the number of goals that have to be tracked.
[[nodiscard]] ExactOutcome search_exactly(const Net& net,
                                          const Distances& distances,
                                          const base::Budget& budget,
                                          const ExactLimits& limits,
                                          OrderSearch* orders,
                                          Run& best);

}  // namespace catenary::engine::chain
