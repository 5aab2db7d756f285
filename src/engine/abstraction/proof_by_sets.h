// SPDX-License-Identifier: Apache-2.0
/// \file
/// Proofs by inductive invariants (value sets per location) and by backward
/// reachability in cubes within them, with random walks between.
#pragma once

#include <vector>

#include "engine/abstraction/location_steps.h"
#include "engine/abstraction/sampled_states.h"

namespace catenary::engine::abstraction {

/// Of the goals that the board has no run of: what no step hits from any state
/// within such sets; and what is hit only from states within them that only
/// such states lead to, none of them known to be one, see BackwardCubes. To the
/// board go goals, unreachable with a reason or hit by a run, and `closed`,
/// where no step does anything but what the board has findings of. Nothing
/// where the budget ends it.
///
/// Requires: can_exhaust(); `whole` has all initial states.
void prove_by_sets(const Exploring& on,
                   const ExploredStates& whole,
                   SampledStates& sample,
                   const std::vector<bool>& local);

}  // namespace catenary::engine::abstraction
