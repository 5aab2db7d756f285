// SPDX-License-Identifier: Apache-2.0
/// \file
/// Existential quantifiers over formulas: variables whose value is plain are
/// replaced by it, those of small finite sorts expanded, the others left to
/// the solver's elimination.
#pragma once

#include <span>

#include "base/budget.h"
#include "logic/term/substitute.h"
#include "logic/term/term.h"

namespace catenary::engine::contract {

/// `facts` and `rest` together are equivalent to the formula they were made
/// of; `rest` mentions no key of `facts`.
struct Reduced {
  logic::Term rest;
  logic::Substitution facts;  ///< variable -> constant
};

/// Unit propagation: replaces variables that a conjunct fixes to a constant,
/// until no conjunct does. Cost: a simplification per round.
[[nodiscard]] Reduced reduce(logic::TermManager& terms, logic::Term formula);

/// A quantifier-free formula equivalent to "exists `bound`. `formula`"; no
/// term where the solver finds none within the budget.
/// Requires: no quantifiers in `formula`.
[[nodiscard]] logic::Term eliminate(logic::TermManager& terms,
                                    std::span<const logic::Term> bound,
                                    logic::Term formula,
                                    const base::Budget& budget);

}  // namespace catenary::engine::contract
