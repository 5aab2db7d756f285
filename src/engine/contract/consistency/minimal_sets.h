// SPDX-License-Identifier: Apache-2.0
/// \file
/// All minimal sets with a property that larger sets have too, and all minimal
/// sets whose removal takes it away.
///
/// Method: one minimal set by Junker, "QuickXPlain", AAAI 2004; all of them
/// after Liffiton, Previti, Malik, Marques-Silva, Constraints 2016
/// (doi:10.1007/s10601-015-9183-0): a SAT solver holds what is explored; a
/// seed is first made maximal for the sets that are known, so that one that
/// lacks the property is the complement of a minimal correction at once.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "base/budget.h"
#include "engine/contract/consistency/structure.h"

namespace catenary::engine::contract {

/// Whether a set has the property. Monotone: larger sets have it too.
using Property = std::function<bool(const Indices&)>;

struct MinimalSets {
  std::vector<Indices> sets;         ///< ascending
  std::vector<Indices> corrections;  ///< ascending
  bool all_sets = true;
  bool all_corrections = true;
  /// Why not all: a limit's text, or that of what the property threw.
  std::string incomplete;
  base::StopReason stop = base::StopReason::none;
};

/// One minimal subset of `of` that has the property together with
/// `background`. Requires: both together have it.
[[nodiscard]] Indices minimise(const Indices& of,
                               const Indices& background,
                               const Property& property);

/// Ends early at either limit, and where the property throws Undecided: what
/// was found until then stays true.
[[nodiscard]] MinimalSets minimal_sets(const Indices& of,
                                       const Property& property,
                                       std::uint32_t max_sets,
                                       std::uint32_t max_corrections,
                                       const base::Budget& budget);

}  // namespace catenary::engine::contract
