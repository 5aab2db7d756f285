// SPDX-License-Identifier: Apache-2.0
/// \file
/// Redundant goals: goals that are covered whenever another goal is.
#pragma once

#include <cstdint>
#include <vector>

#include "base/budget.h"
#include "engine/chain/graph/net.h"

namespace catenary::engine::chain {

/// True for the goals that a suite must aim at. A suite covers all goals of the
/// net if and only if it covers these.
///
/// Goal A implies goal B if every arc that hits A hits B too, or if no run from
/// start to a final node can hit A without hitting B: B is then a dominator or
/// a post-dominator of A, or both in part. The first test costs a word of 64
/// goals for each goal of each class, the second one two searches of the net
/// for each goal. A test is left out if it takes more than `max_work`, counted
/// in arcs (16 words count as an arc), or if the budget is used up. Then more
/// goals than necessary are true.
[[nodiscard]] std::vector<bool> goals_to_aim_at(const Net& net,
                                                const base::Budget& budget,
                                                std::uint64_t max_work);

}  // namespace catenary::engine::chain
