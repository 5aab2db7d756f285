// SPDX-License-Identifier: Apache-2.0
/// \file
/// Numeric terms as sums. Only for the linear arithmetic of this folder.
#pragma once

#include <map>

#include "engine/symbolic/arithmetic/linear.h"
#include "logic/term/term.h"

namespace catenary::engine::symbolic {

/// Coefficients (none is 0) times atoms, plus a constant. Atoms are variables
/// and terms that are not linear.
struct LinearSum {
  std::map<logic::Term, mpq_class> coefficients;
  mpq_class constant = 0;

  void add(const LinearSum& other, const mpq_class& times);
};

/// Requires: an Int or Real without "ite" outside of what is not linear.
/// Conversions do not matter: an atom stands for its value.
[[nodiscard]] LinearSum linear_sum(logic::Term number);

/// Whether the value is an integer because of what the atoms are.
[[nodiscard]] bool is_integer(const LinearSum& sum, const Cube& cube);

/// The first "ite" of the number that is within nothing that is not linear; no
/// term where there is none.
[[nodiscard]] logic::Term first_choice(logic::Term number);

/// sum `relation` 0, as a constraint that is not in normal form yet.
[[nodiscard]] LinearConstraint constraint_of(
    const LinearSum& sum, LinearConstraint::Relation relation);

/// For people and solvers, e.g. (<= x (+ y 5)).
[[nodiscard]] logic::Term to_term(logic::TermManager& terms,
                                  const LinearConstraint& constraint);

/// The sum of the constraint alone: an Int where all its atoms are, else a
/// Real.
[[nodiscard]] logic::Term number_term(logic::TermManager& terms,
                                      const LinearConstraint& constraint);

}  // namespace catenary::engine::symbolic
