// SPDX-License-Identifier: Apache-2.0
/// \file
/// Elimination of existential quantifiers, for formulas of any sort.
///
/// Method: variables that a conjunct fixes are replaced by their value (unit
/// propagation), those of small finite sorts are expanded into a disjunction
/// over their values (Shannon expansion), and the rest is left to Z3's
/// quantifier elimination. The first two steps remove most quantifiers at
/// little cost.
#pragma once

#include <span>

#include "base/budget.h"
#include "logic/term/substitute.h"
#include "logic/term/term.h"

namespace catenary::engine::contract {

/// A formula split into fixed variables and the rest. The conjunction of `rest`
/// and of all equations in `facts` is equivalent to the original formula, and
/// `rest` mentions no key of `facts`.
struct Reduced {
  /// Simplified; the constant false if the formula is unsatisfiable by
  /// propagation.
  logic::Term rest;
  /// From variable to constant.
  logic::Substitution facts;
};

/// Replaces variables that a conjunct of the formula fixes to a constant, until
/// no conjunct does. Cost: a simplification for each round.
[[nodiscard]] Reduced reduce(logic::TermManager& terms, logic::Term formula);

/// A quantifier-free formula equivalent to "exists `bound`. `formula`". Returns
/// a term that is not valid() if Z3 does not succeed within the budget.
///
/// Requires: no quantifiers in `formula`. Variables of `bound` that do not
/// occur are ignored.
[[nodiscard]] logic::Term eliminate(logic::TermManager& terms,
                                    std::span<const logic::Term> bound,
                                    logic::Term formula,
                                    const base::Budget& budget);

}  // namespace catenary::engine::contract
