// SPDX-License-Identifier: Apache-2.0
/// \file
/// Lower bounds, and orders of goals, from the goal-to-goal distances alone, by
/// integer programming.
///
/// Method: covering the goals by paths in the complete graph of their
/// start-to-start distances, the property K-reachability graph of Schrammel et
/// al. with other distances (see distance.h). Subtour constraints are added
/// lazily, in logic/ilp.
#pragma once

#include <cstdint>
#include <vector>

#include "base/budget.h"
#include "engine/chain/graph/distance.h"
#include "engine/chain/graph/run.h"
#include "logic/ilp/path_cover.h"

namespace catenary::engine::chain {

/// A bound that rests on distances and not on states.
struct AbstractBound {
  /// No suite has fewer chains than this. 1 if there is a reset cost.
  std::uint64_t chains = 1;
  /// No suite with at most as many chains as the given one costs less: steps
  /// alone if the fewest chains win, steps and resets otherwise.
  std::uint64_t cost = 0;
  /// Whether the integer programme gave the bound; else the distance of a
  /// single goal did.
  bool by_programme = false;
  /// Whether clingo solved it. The LP relaxation is always solved by CBC.
  bool by_clingo = false;
  /// An order of all goals that attains the bounds if its legs fit together;
  /// empty if there is none.
  std::vector<std::uint32_t> order;
};

/// Computes the bound. `fewest_chains`: the number of chains comes first, the
/// number of steps second.
/// Requires: `chains` is the number of chains of a suite that exists.
/// Cost: an integer programme with about goals^2 variables. Beyond some 100
/// goals its LP relaxation is solved, and beyond some 400 only the farthest
/// single goal counts.
[[nodiscard]] AbstractBound bound_abstractly(const Distances& distances,
                                             bool fewest_chains,
                                             std::uint32_t chains,
                                             logic::Optimiser optimiser,
                                             const base::Budget& budget);

/// The optimum if every goal ends the run that hits it: a minimum-cost choice
/// of last steps, which is a set cover, solved exactly by integer programming.
struct TerminalOutcome {
  /// Every goal is hit only by arcs to Net::end(). If false, nothing else is
  /// set.
  bool applies = false;
  /// Whether the run is proved optimal.
  bool proved = false;
  /// No suite costs less.
  std::uint64_t lower = 0;
  /// A run that covers all goals, unless its cost is kNever.
  Run run;
};
/// Solves the set cover. `reset` is the cost of each further chain. Cost:
/// linear in the arcs, then an integer programme with one variable for each
/// class of hits.
[[nodiscard]] TerminalOutcome solve_terminal(const Net& net,
                                             std::uint64_t reset,
                                             const base::Budget& budget);

}  // namespace catenary::engine::chain
