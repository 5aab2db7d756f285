// SPDX-License-Identifier: Apache-2.0
/// \file
/// Where terms that divide have a value. Terms take x / 0 to be 0; contracts
/// demand that no condition depends on it.
///
/// Logic: Kleene's strong three-valued logic ("Introduction to
/// Metamathematics", 1952, section 64): a conjunction is false if an operand
/// is, even where another has no value.
#pragma once

#include "logic/term/term.h"

namespace catenary::frontend::contract {

/// The condition under which a term has a value: no divisor is 0 on which the
/// value depends. True for terms that do not divide. Cost: linear.
[[nodiscard]] logic::Term has_value(logic::TermManager& terms, logic::Term t);

/// The same condition where `assumption` holds: its conjuncts are true.
[[nodiscard]] logic::Term under(logic::TermManager& terms,
                                logic::Term assumption,
                                logic::Term t);

/// The same condition where it has a value, with comparisons of quotients of
/// integers as comparisons of integers: n / 2 < m / k is n * k * k < 2 * m * k.
/// Engines for finite sorts need that. Comparisons with real variables stay.
[[nodiscard]] logic::Term over_integers(logic::TermManager& terms,
                                        logic::Term t);

}  // namespace catenary::frontend::contract
