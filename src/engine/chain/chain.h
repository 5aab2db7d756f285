// SPDX-License-Identifier: Apache-2.0
/// \file
/// Test case chains: the fewest and shortest runs through a reachability graph
/// that together cover every goal, each of which ends in a final state.
///
/// Method: Schrammel, Melham and Kroening, "Generating test case chains for
/// reactive systems", STTT 18(3), 2016 (DOI 10.1007/s10009-014-0358-6), on a
/// graph whose states are explicit. Orders of goals come from an integer
/// programme over start-to-start distances. They become runs by an exact search
/// that may stretch every leg. A search over pairs of state and covered goals,
/// and lower bounds, prove what is minimal; the paper has no such proofs.
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
  /// Cost of starting another chain, in steps. Empty: a further chain costs
  /// more than any saving of steps, so that the fewest chains win, and among
  /// those the fewest steps. At most 2^40 (checked).
  std::optional<std::uint64_t> reset_cost;
  /// Time (0 = no limit) and interrupts. Its memory limit, if there is one, is
  /// the limit for the tables of the optimiser.
  base::Budget budget;
  /// Limit for the tables, in bytes, if the budget sets none.
  std::uint64_t default_memory_bytes = std::uint64_t{2} << 30;
  /// Pairs of state and covered goals that exact searches may visit in all. A
  /// limit of work: unlike one of time, it has the same effect on every
  /// machine.
  std::uint64_t max_product_states = 20'000'000;
  /// The solver of the integer programme for the order of goals.
  logic::Optimiser optimiser = logic::Optimiser::cbc;
  /// Whether to search over pairs of state and covered goals. Without this
  /// search only the bounds of the integer programme can prove a suite minimal.
  bool exact_search = true;
};

/// One step of a chain.
struct ChainStep {
  /// The state before the step.
  reach::StateId state = 0;
  /// Index into Graph::edges.
  std::uint64_t edge = 0;
  /// Compares both members.
  bool operator==(const ChainStep&) const = default;
};

/// One run from an initialisation to a final state, or to where the run ended
/// by itself.
struct Chain {
  /// Index into Graph::initial.
  std::uint32_t initial = 0;
  /// The steps, in order. Empty if the initialisation covers the goals.
  std::vector<ChainStep> steps;
  /// The requested goals that this chain covers and no earlier chain of the
  /// suite does, in the order of their first hit; goals of one step ascending.
  std::vector<std::uint32_t> newly_covered;
};

/// What is known about the cost of the best suite. The cost of a suite is its
/// number of steps, plus reset_cost * (chains - 1) if ChainOptions sets a reset
/// cost.
struct ChainBounds {
  /// No suite costs less. Without a reset cost: no suite with at most as many
  /// chains as the one found.
  std::uint64_t lower = 0;
  /// The cost of the suite that was found.
  std::uint64_t upper = 0;
  /// Proved: the suite is optimal, that is, lower == upper and chains_fewest.
  bool minimal = false;
  /// Proved: no suite has fewer chains. With a reset cost: equal to `minimal`.
  bool chains_fewest = false;
  /// The argument for `lower`, for messages; never empty. E.g. "integer
  /// programme over start-to-start distances".
  std::string by;
};

/// A suite and what is known about it.
struct ChainResult {
  /// The suite; empty if there is nothing to cover.
  std::vector<Chain> chains;
  /// Bounds of its cost.
  ChainBounds bounds;
  /// Requested goals that no edge of the graph hits, ascending.
  std::vector<std::uint32_t> not_hit;
  /// Requested goals that some edge hits, but never in a run that can still end
  /// in a final state: no chain covers them. A proof only if the graph is
  /// closed. Ascending.
  std::vector<std::uint32_t> uncoverable_to_final;
  /// Why the search for a better suite or for a proof ended early;
  /// StopReason::none if it did not. `memory` also stands for
  /// max_product_states.
  base::StopReason stop = base::StopReason::none;
  /// Pairs of state and covered goals that exact searches visited.
  std::uint64_t product_states = 0;
};

/// Finds chains that cover every goal in `goals` that some chain can cover. The
/// suite is complete even if the budget is used up at once, except for large
/// graphs: base::StoppedError if not even the graph can be prepared in time.
///
/// Requires: goals < graph.goal_count (checked); repeated goals count once.
/// Ensures: verify() accepts the result. If the graph is not closed,
/// ChainBounds::lower also holds for chains that leave it.
/// Cost: for each goal linear in the edges, then the exact search, which is
/// exponential in the goals in the worst case and bounded by work, memory and
/// time. Deterministic unless time ends it.
[[nodiscard]] ChainResult find_chains(const reach::Graph& graph,
                                      const std::vector<std::uint32_t>& goals,
                                      const ChainOptions& options = {});

/// Checks a result: walks the chains on the graph and compares starts,
/// contiguity, ends, the goals newly covered, full coverage, the cost, and the
/// consistency of the bounds. Shares no code with the search. Returns "" if
/// everything agrees, else the first error.
[[nodiscard]] std::string verify(const reach::Graph& graph,
                                 const std::vector<std::uint32_t>& goals,
                                 const ChainOptions& options,
                                 const ChainResult& result);

}  // namespace catenary::engine::chain
