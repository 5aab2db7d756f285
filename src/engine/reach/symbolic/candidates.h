// SPDX-License-Identifier: Apache-2.0
/// \file
/// Guesses what holds in every reachable state, from some states that occur.
///
/// After Ernst et al., "Dynamically Discovering Likely Program Invariants to
/// Support Program Evolution", IEEE TSE 27(2), 2001 (doi:10.1109/32.908957):
/// templates filled from observed values. The bounds of intervals are also
/// taken from the constants of the program, since runs see few of the values
/// of a counter.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "engine/reach/symbolic/relation.h"
#include "logic/term/term.h"

namespace catenary::engine::reach {

/// Boolean terms over Relation::state(), true in all these packed states:
/// constants, few values, intervals, equalities and orders of two slots, and
/// what one value of a slot implies for another. At most `most`, simple ones
/// first. Slots that hold addresses are left out.
[[nodiscard]] std::vector<logic::Term> guess_invariants(
    const Relation& relation,
    const std::vector<std::string>& states,
    std::size_t most);

}  // namespace catenary::engine::reach
