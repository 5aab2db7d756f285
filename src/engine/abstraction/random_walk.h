// SPDX-License-Identifier: Apache-2.0
/// \file
/// Random walks from states that runs led to, by inputs that runs had: native
/// steps, a million in some seconds, which need no solver.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "engine/abstraction/location_steps.h"
#include "engine/abstraction/sampled_states.h"

namespace catenary::engine::abstraction {

struct RandomWalkOptions {
  std::uint64_t patience = 300'000;  ///< steps
  std::uint64_t seed = 1;
  /// Where there are states that have one of these values every other walk
  /// begins in one; states are new, too, where other ones of them hold.
  std::set<SlotValue> from;
};

/// Adds states to a sample, and to the board the goals that the walks hit.
/// A walk begins in any location that was seen, and its inputs are mostly those
/// that a run had in the same one. Ends when so many steps have hit nothing, or
/// by the budget.
///
/// `local`: slots whose values together make a state new in its location; walks
/// are kept up to the last state that is. Where they take much memory no more
/// are, but where they hit goals.
void random_walk(const Exploring& on,
                 const LocationSteps& locations,
                 const std::vector<bool>& local,
                 SampledStates& sample,
                 const RandomWalkOptions& options);

}  // namespace catenary::engine::abstraction
