// SPDX-License-Identifier: Apache-2.0
/// \file
/// All minimal subsets that have a monotone property, and all minimal subsets
/// whose removal takes it away: with "inconsistent" as property, minimal
/// conflicts (MUS) and minimal corrections (MCS).
///
/// Method: one minimal set by QuickXPlain (Junker, "QUICKXPLAIN: Preferred
/// explanations and relaxations for over-constrained problems", AAAI 2004); all
/// of them after MARCO (Liffiton, Previti, Malik, Marques-Silva, "Fast,
/// flexible MUS enumeration", Constraints 2016, doi:10.1007/s10601-015-9183-0):
/// a SAT solver holds the subsets that are not explored yet. Differing from
/// MARCO, a seed is first enlarged by all that completes no known minimal set;
/// if it then lacks the property, its complement is a minimal correction
/// without further questions.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "base/budget.h"
#include "engine/contract/consistency/structure.h"

namespace catenary::engine::contract {

/// Whether a set has the property. Must be monotone: every superset of a set
/// with the property has it. May throw Undecided.
using Property = std::function<bool(const Indices&)>;

/// The result of minimal_sets(). Listed sets are correct even if a list is not
/// complete.
struct MinimalSets {
  /// Minimal sets with the property, ascending.
  std::vector<Indices> sets;
  /// Minimal sets whose complement lacks the property, ascending.
  std::vector<Indices> corrections;
  /// Whether `sets` is complete.
  bool all_sets = true;
  /// Whether `corrections` is complete.
  bool all_corrections = true;
  /// Why not: the name of a limit, or the text of an Undecided. Empty if
  /// complete.
  std::string incomplete;
  /// The limit of the budget that was met, if one was.
  base::StopReason stop = base::StopReason::none;
};

/// A minimal subset of `of` that has the property together with `background`;
/// empty if `background` has it alone. Requires: both together have it; both
/// are ascending.
///
/// Cost: O(m log(n / m)) questions for a result of m among n elements, after
/// Junker.
[[nodiscard]] Indices minimise(const Indices& of,
                               const Indices& background,
                               const Property& property);

/// Enumerates within `of`. Ends early at either limit, at the budget, and where
/// the property throws Undecided. Cost: exponentially many sets at worst; each
/// takes one call of the SAT solver and one or, for `sets`, several questions.
[[nodiscard]] MinimalSets minimal_sets(const Indices& of,
                                       const Property& property,
                                       std::uint32_t max_sets,
                                       std::uint32_t max_corrections,
                                       const base::Budget& budget);

}  // namespace catenary::engine::contract
