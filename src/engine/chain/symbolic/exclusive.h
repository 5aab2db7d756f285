// SPDX-License-Identifier: Apache-2.0
/// \file
/// Goals of which no chain covers two, shown by a solver: each of them ends
/// every run that hits it, and no step hits two of them. So a suite has at
/// least as many chains as there are such goals, and each of these chains is as
/// long as the distance of its goal.
#pragma once

#include <cstdint>
#include <vector>

#include "base/budget.h"
#include "engine/reach/symbolic/invariants.h"
#include "engine/reach/symbolic/relation.h"
#include "engine/reach/symbolic/unrolling.h"

namespace catenary::engine::chain {

/// A subset of `goals` of which no chain covers two, chosen greedily in the
/// given order. Sound for runs that the encoding describes.
/// Cost: two queries about one step for each goal, and two for each pair of
/// those that end runs; at most 64 goals are chosen.
[[nodiscard]] std::vector<std::uint32_t> exclusive_goals(
    const reach::Relation& relation,
    const std::vector<std::uint32_t>& goals,
    const reach::MakeSolver& make_solver,
    const base::Budget& budget);

}  // namespace catenary::engine::chain
