// SPDX-License-Identifier: Apache-2.0
/// \file
/// The cheapest choice of tests that together cover all goals: weighted set
/// cover, as test-suite minimisation needs it.
///
/// Method: the integer programme min w x, A x >= 1 over 0-1 variables, after
/// the classical reductions by essential sets and dominance (Garfinkel and
/// Nemhauser, "Integer Programming", 1972, chapter 8). As minimisation of test
/// suites: Harrold, Gupta and Soffa, ACM TOSEM 2(3), 1993 (DOI
/// 10.1145/152388.152391).
#pragma once

#include <cstdint>
#include <vector>

#include "base/budget.h"

namespace catenary::engine::chain {

/// A test: the elements that it covers, and its cost.
struct CoverSet {
  /// Ascending, without repetition.
  std::vector<std::uint32_t> elements;
  /// At most 2^40 (checked).
  std::uint64_t weight = 0;
};

/// A choice of sets.
struct Cover {
  /// Indices of the chosen sets, ascending.
  std::vector<std::uint32_t> chosen;
  /// Sum of their weights.
  std::uint64_t cost = 0;
  /// No choice costs less than this. Equal to `cost` if it is proved optimal.
  std::uint64_t bound = 0;
  /// Whether no choice is cheaper.
  [[nodiscard]] bool optimal() const { return bound == cost; }
};

/// Chooses sets whose union is that of all sets, with the least total weight.
/// Of several cheapest choices it returns always the same one. If the budget or
/// the limit of the search ends it, the result is a cover that need not be a
/// cheapest one; Cover::bound tells.
///
/// Cost: quadratic in sets and elements, then branch and bound of at most 5000
/// nodes; a thousand sets in seconds as a rule.
[[nodiscard]] Cover cheapest_cover(const std::vector<CoverSet>& sets,
                                   const base::Budget& budget);

}  // namespace catenary::engine::chain
