// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bounds and orders from the goal-to-goal distances alone, by integer
/// programming.
#pragma once

#include <cstdint>
#include <vector>

#include "base/budget.h"
#include "engine/chain/graph/distance.h"
#include "engine/chain/graph/run.h"
#include "logic/ilp/path_cover.h"

namespace catenary::engine::chain {

/// What no suite beats.
struct AbstractBound {
  /// No suite has fewer chains; 1 where the reset cost decides.
  std::uint64_t chains = 1;
  /// No suite (of at most as many chains as the one given) costs less: steps
  /// alone when the fewest chains win, else steps and resets.
  std::uint64_t cost = 0;
  bool by_programme = false;  ///< else: by a single goal
  bool by_clingo = false;     ///< not by relaxation, which is always CBC's
  /// An order that attains the bounds abstractly; may be empty.
  std::vector<std::uint32_t> order;
};

/// Requires: `chains` is the number of chains of a suite that exists.
/// `fewest_chains`: chains come first, and only then steps.
/// Cost: an integer programme with goals^2 variables; beyond some 100 goals
/// its LP relaxation; beyond some 400 only the farthest single goal counts.
[[nodiscard]] AbstractBound bound_abstractly(const Distances& distances,
                                             bool fewest_chains,
                                             std::uint32_t chains,
                                             logic::Optimiser optimiser,
                                             const base::Budget& budget);

/// The optimum where every goal ends the run that hits it: a minimum-cost
/// choice of last steps (set cover), exact by integer programming.
struct TerminalOutcome {
  bool applies = false;  ///< every goal is hit only by arcs to Net::end()
  bool proved = false;
  std::uint64_t lower = 0;
  Run run;  ///< complete when `applies`, and cost is not kNever
};
[[nodiscard]] TerminalOutcome solve_terminal(const Net& net,
                                             std::uint64_t reset,
                                             const base::Budget& budget);

}  // namespace catenary::engine::chain
