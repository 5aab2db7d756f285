// SPDX-License-Identifier: Apache-2.0
/// \file
/// Which variables proofs leave out first.
#pragma once

#include <vector>

#include "engine/abstraction/explored_states.h"
#include "engine/abstraction/sampled_states.h"

namespace catenary::engine::abstraction {

/// Slots that less than the part `rarely` of the classes of states found by
/// `whole` depends on; not those that are a function of one that stays, in all
/// states of the sample, since leaving them out would not make states fewer.
/// With 1 all that can be left out.
///
/// Cost: linear in the states, for each of these slots.
[[nodiscard]] std::vector<bool> rarely_read(const ExploredStates& whole,
                                            const SampledStates& sample,
                                            double rarely);

}  // namespace catenary::engine::abstraction
