// SPDX-License-Identifier: Apache-2.0
/// \file
/// Goals of which no chain has two, shown by a solver: each ends every run that
/// hits it, and no step hits two of them. So there are as many chains as such
/// goals at least, and each is as long as its goal is far.
#pragma once

#include <cstdint>
#include <vector>

#include "base/budget.h"
#include "engine/reach/symbolic/invariants.h"
#include "engine/reach/symbolic/relation.h"
#include "engine/reach/symbolic/unrolling.h"

namespace catenary::engine::chain {

/// Some of these goals, with that property; the first ones where there is a
/// choice. Sound for runs that the encoding describes.
/// Cost: a query of one step for each goal and each pair of those that end
/// runs, of which no more than 64 are looked at.
[[nodiscard]] std::vector<std::uint32_t> exclusive_goals(
    const reach::Relation& relation,
    const std::vector<std::uint32_t>& goals,
    const reach::MakeSolver& make_solver,
    const base::Budget& budget);

}  // namespace catenary::engine::chain
