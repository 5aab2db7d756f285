// SPDX-License-Identifier: Apache-2.0
/// \file
/// Runs through a net: one chain, or several in sequence with a reset between
/// any two.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/chain/graph/net.h"
#include "engine/chain/graph/product_search.h"

namespace catenary::engine::chain {

/// A run that leaves start() with its first move and ends in a final node.
struct Run {
  /// The moves, in order.
  std::vector<Move> moves;
  /// Steps, and the reset cost for each further chain; kNever = no run.
  std::uint64_t cost = kNever;
};

/// The goals of the net in the order in which the moves first hit them; goals
/// of one move ascending.
[[nodiscard]] std::vector<std::uint32_t> first_hits(
    const Net& net, const std::vector<Move>& moves);

/// Greedy construction: always goes to the nearest goal that is not covered,
/// and resets if none can be reached. Covers every goal of the net.
/// Cost: a breadth-first search of the net for each goal.
[[nodiscard]] Run nearest_goal_run(const Net& net, std::uint64_t reset);

}  // namespace catenary::engine::chain
