// SPDX-License-Identifier: Apache-2.0
/// \file
/// Goals that come for free: covering another goal covers them.
#pragma once

#include <cstdint>
#include <vector>

#include "base/budget.h"
#include "engine/chain/graph/net.h"

namespace catenary::engine::chain {

/// True for the goals that a suite must aim at: a suite covers all goals of
/// the net exactly when it covers these.
///
/// Goal A gives goal B when every arc that hits A hits B too, or when no run
/// from start to a final state can hit A without hitting B (B is a dominator,
/// a post-dominator, or both in part). The first test costs a word of 64 goals
/// for each goal of each class of hits, the second two searches of the net for
/// each goal. Each is left out beyond `max_work`, in arcs looked at (16 words
/// count as an arc), or when the budget is spent: then more goals than
/// necessary are true.
[[nodiscard]] std::vector<bool> goals_to_aim_at(const Net& net,
                                                const base::Budget& budget,
                                                std::uint64_t max_work);

}  // namespace catenary::engine::chain
