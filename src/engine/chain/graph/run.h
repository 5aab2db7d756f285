// SPDX-License-Identifier: Apache-2.0
/// \file
/// Runs through a net: one or several chains in sequence, with a reset between
/// any two.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/chain/graph/net.h"
#include "engine/chain/graph/product_search.h"

namespace catenary::engine::chain {

/// A run that leaves start() at its first move and ends in a final node.
struct Run {
  std::vector<Move> moves;
  std::uint64_t cost = kNever;  ///< steps, and the reset cost per further chain
};

/// Goals of the net in the order in which the moves first hit them; those of
/// one move ascending.
[[nodiscard]] std::vector<std::uint32_t> first_hits(
    const Net& net, const std::vector<Move>& moves);

/// Always goes to the nearest goal that is still uncovered, and resets when
/// none can be reached: covers every goal of the net, whatever the limits.
/// Cost: a search of the net per goal.
[[nodiscard]] Run nearest_goal_run(const Net& net, std::uint64_t reset);

}  // namespace catenary::engine::chain
