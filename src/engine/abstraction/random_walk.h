// SPDX-License-Identifier: Apache-2.0
/// \file
/// Random walks from sampled states with inputs of known runs. Their steps are
/// native and need no solver: a million of them take some seconds.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "engine/abstraction/location_steps.h"
#include "engine/abstraction/sampled_states.h"

namespace catenary::engine::abstraction {

struct RandomWalkOptions {
  /// Number of steps without a hit of an open goal that ends the walks.
  std::uint64_t patience = 300'000;
  std::uint64_t seed = 1;
  /// Values that are wanted. If known states have some of them, half of the
  /// walks begin in such states. A state also counts as new if the set of these
  /// values that it has is new.
  std::set<SlotValue> from;
};

/// Makes random walks. Adds new states to the sample, and reports goals that
/// are hit to the board. A walk begins in a random location, and its inputs are
/// mostly those that a known run had in the same location. Ends after
/// RandomWalkOptions::patience steps without a hit, after a step that hangs, or
/// with the budget.
///
/// `local`: by slot; a state is new if no state in its location had the same
/// values of all of these slots. A walk is added to the sample up to its last
/// new state. Once the states take much memory, only walks that hit goals are
/// added.
void random_walk(const Exploring& on,
                 const LocationSteps& locations,
                 const std::vector<bool>& local,
                 SampledStates& sample,
                 const RandomWalkOptions& options);

}  // namespace catenary::engine::abstraction
