// SPDX-License-Identifier: Apache-2.0
/// \file
/// Differences between interfaces over any sorts, by bounded unrolling in an
/// SMT solver. Only for this folder.
#pragma once

#include <memory>

#include "base/budget.h"
#include "engine/contract/refinement/difference.h"
#include "model/contract/interface.h"

namespace catenary::engine::contract {

/// Undecided where hidden variables leave the original a choice, unless the
/// mutant's contracts imply those of the original.
[[nodiscard]] std::unique_ptr<DifferenceSearch> make_symbolic_difference(
    const model::Interface& mutant,
    const model::Interface& original,
    const base::Budget& budget);

}  // namespace catenary::engine::contract
