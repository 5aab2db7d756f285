// SPDX-License-Identifier: Apache-2.0
/// \file
/// Candidates for inductive invariants, guessed from states that occurred. They
/// are guesses only: Invariants proves or drops them.
///
/// Method: templates filled from observed values, after Ernst et al.,
/// "Dynamically Discovering Likely Program Invariants to Support Program
/// Evolution", IEEE TSE 27(2), 2001 (doi:10.1109/32.908957). Bounds of
/// intervals are also taken from the constants of the program, because runs see
/// few of the values of a counter.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "engine/reach/symbolic/relation.h"
#include "logic/term/term.h"

namespace catenary::engine::reach {

/// Boolean terms over Relation::state() that are true in all of the given
/// packed states: constants, small sets of values, intervals, equalities and
/// orders of two slots, and implications from a value of one slot to another.
/// At most `most` of them, simple ones first; none if `states` is empty. Slots
/// that hold addresses are left out.
///
/// Deterministic. Cost: linear in the states for each pair of slots.
[[nodiscard]] std::vector<logic::Term> guess_invariants(
    const Relation& relation,
    const std::vector<std::string>& states,
    std::size_t most);

}  // namespace catenary::engine::reach
