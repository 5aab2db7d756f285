// SPDX-License-Identifier: Apache-2.0
/// \file
/// Differences between interfaces over any sorts, by bounded model checking
/// (Biere, Cimatti, Clarke, Zhu, TACAS 1999, doi:10.1007/3-540-49059-0_14).
/// Internal to this folder.
#pragma once

#include <memory>

#include "base/budget.h"
#include "engine/contract/refinement/difference.h"
#include "model/contract/interface.h"

namespace catenary::engine::contract {

/// Both interfaces must outlive the search. A proof without a bound exists only
/// where the mutant's contracts imply those of the original at every step.
/// Undecided where hidden variables leave the original a choice, since runs of
/// the mutant are compared with the same hidden values.
[[nodiscard]] std::unique_ptr<DifferenceSearch> make_symbolic_difference(
    const model::Interface& mutant,
    const model::Interface& original,
    const base::Budget& budget);

}  // namespace catenary::engine::contract
