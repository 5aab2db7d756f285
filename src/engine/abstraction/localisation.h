// SPDX-License-Identifier: Apache-2.0
/// \file
/// The choice of the variables that proofs by projection leave out first.
#pragma once

#include <vector>

#include "engine/abstraction/explored_states.h"
#include "engine/abstraction/sampled_states.h"

namespace catenary::engine::abstraction {

/// By slot, whether less than the fraction `rarely` of the results of
/// whole.classes() depends on it; see InputClasses::reads(). A slot that is a
/// function of another slot, which stays, in all states of the sample is not
/// among them, since leaving it out would not reduce the number of states. If
/// `rarely` is 1 or more: all slots that can be left out.
///
/// Cost: linear in the states of the sample for each pair of a slot that is
/// rarely read and one that stays.
[[nodiscard]] std::vector<bool> rarely_read(const ExploredStates& whole,
                                            const SampledStates& sample,
                                            double rarely);

}  // namespace catenary::engine::abstraction
