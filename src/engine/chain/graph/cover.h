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

/// What one test covers, and what it costs.
struct CoverSet {
  std::vector<std::uint32_t> elements;  ///< ascending
  std::uint64_t weight = 0;             ///< at most 2^40
};

struct Cover {
  std::vector<std::uint32_t> chosen;  ///< indices of sets, ascending
  std::uint64_t cost = 0;
  /// No choice costs less. Equal to cost where it is proved optimal.
  std::uint64_t bound = 0;
  [[nodiscard]] bool optimal() const { return bound == cost; }
};

/// Chooses sets whose union is that of all. Of several cheapest choices always
/// the same one. A cover, perhaps not a cheapest one, where the budget or a
/// limit on the search strikes.
///
/// Cost: quadratic in sets and elements, then branch and bound of at most 5000
/// nodes; a thousand sets in seconds as a rule.
[[nodiscard]] Cover cheapest_cover(const std::vector<CoverSet>& sets,
                                   const base::Budget& budget);

}  // namespace catenary::engine::chain
