// SPDX-License-Identifier: Apache-2.0
/// \file
/// Test case chains: the fewest and shortest runs through an explored graph
/// that hit every goal and end in a final state.
///
/// Method: Schrammel, Melham and Kroening, "Generating test case chains for
/// reactive systems", STTT 18(3), 2016 (DOI 10.1007/s10009-014-0358-6), on a
/// graph whose states are explicit: orders of goals come from an integer
/// programme over start-to-start distances, become runs by an exact search that
/// may stretch every leg, and are compared with a search over pairs of state
/// and covered goals, which proves what is minimal.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/budget.h"
#include "engine/reach/graph.h"
#include "logic/ilp/path_cover.h"

namespace catenary::engine::chain {

/// Settings of one run of the optimiser.
struct ChainOptions {
  /// Cost of starting another chain, in steps. Empty: dearer than any saving,
  /// so that the fewest chains win, and among those the fewest steps. At most
  /// 2^40 (checked).
  std::optional<std::uint64_t> reset_cost;
  /// Time (0 = no limit) and interrupt; its memory limit, where there is one,
  /// holds for the tables of the optimiser.
  base::Budget budget;
  /// Bytes of tables where the budget sets no limit.
  std::uint64_t default_memory_bytes = std::uint64_t{2} << 30;
  /// Pairs of state and covered goals that exact searches may visit in all;
  /// the same on every machine, unlike time.
  std::uint64_t max_product_states = 20'000'000;
  /// What solves the problem of the order of goals.
  logic::Optimiser optimiser = logic::Optimiser::cbc;
  /// Search over (state, covered goals). Without it only the bounds of the
  /// integer programme can prove a suite minimal.
  bool exact_search = true;
};

/// One step of a chain.
struct ChainStep {
  reach::StateId state = 0;  ///< before the step
  std::uint64_t edge = 0;    ///< index into Graph::edges
  bool operator==(const ChainStep&) const = default;
};

/// One run from initialisation to a final state, or to where it ended itself.
struct Chain {
  std::uint32_t initial = 0;  ///< index into Graph::initial
  std::vector<ChainStep> steps;
  /// Requested goals it hits that no earlier chain of the suite does, in the
  /// order of their first hit; those of one step ascending.
  std::vector<std::uint32_t> newly_covered;
};

/// What is known about the cost of the best suite: its steps, plus
/// reset_cost * (chains - 1) where ChainOptions sets a reset cost.
struct ChainBounds {
  std::uint64_t lower = 0;  ///< no suite (of so few chains) costs less
  std::uint64_t upper = 0;  ///< what the suite found costs
  bool minimal = false;     ///< proved: lower == upper and chains_fewest
  /// Proved: no suite has fewer chains. With a reset cost: equals minimal.
  bool chains_fewest = false;
  /// The argument behind `lower`, for people; never empty.
  std::string by;
};

struct ChainResult {
  std::vector<Chain> chains;  ///< none where there is nothing to cover
  ChainBounds bounds;
  /// Requested goals that no edge of the graph hits.
  std::vector<std::uint32_t> not_hit;
  /// Requested goals that are hit, but never on a run that can still end in a
  /// final state: no chain can have them. A proof only in a closed graph.
  std::vector<std::uint32_t> uncoverable_to_final;
  /// Why the search for something better or for a proof ended early; memory
  /// also stands for max_product_states.
  base::StopReason stop = base::StopReason::none;
  std::uint64_t product_states = 0;  ///< visited by exact searches
};

/// Finds chains that cover every goal in `goals` that some chain can cover.
/// Always returns a complete suite, even when the budget is spent at once.
///
/// Requires: goals < graph.goal_count; repeated ones count once (checked).
/// Ensures:  verify() accepts the result. In a graph that is not closed,
///           `lower` also allows for chains that leave it.
/// Cost:     linear in edges per goal, then the exact search: exponential in
///           the goals in the worst case, bounded by memory and time.
[[nodiscard]] ChainResult find_chains(const reach::Graph& graph,
                                      const std::vector<std::uint32_t>& goals,
                                      const ChainOptions& options = {});

/// Walks the chains on the graph and compares all that the result says about
/// them: starts, contiguity, ends, goals newly covered, full coverage, cost,
/// consistent bounds. Empty when all is well, else the first fault found.
[[nodiscard]] std::string verify(const reach::Graph& graph,
                                 const std::vector<std::uint32_t>& goals,
                                 const ChainOptions& options,
                                 const ChainResult& result);

}  // namespace catenary::engine::chain
