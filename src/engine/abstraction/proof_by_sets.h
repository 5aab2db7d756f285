// SPDX-License-Identifier: Apache-2.0
/// \file
/// Proofs by inductive invariants (value sets per location) and by backward
/// reachability in cubes within them, with random walks between.
#pragma once

#include <vector>

#include "engine/abstraction/location_steps.h"
#include "engine/abstraction/sampled_states.h"

namespace catenary::engine::abstraction {

/// Decides goals for which the board has no run. A goal is unreachable if no
/// step from a state within the sets hits it, or if only steps from cubes hit
/// it that no known state is in; see BackwardCubes. Reports to the board:
/// goals, as unreachable with a reason or hit by a run; and
/// SearchPosition::closed, if no step ends with an error for which the board
/// has no finding. Nothing is proved if the budget ends before the sets are
/// found. States of the random walks are added to `sample`. `local`: see
/// InductiveInvariant.
///
/// Requires: can_exhaust(); `whole` has all initial states.
void prove_by_sets(const Exploring& on,
                   const ExploredStates& whole,
                   SampledStates& sample,
                   const std::vector<bool>& local);

}  // namespace catenary::engine::abstraction
