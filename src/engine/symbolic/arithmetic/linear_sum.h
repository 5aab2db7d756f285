// SPDX-License-Identifier: Apache-2.0
/// \file
/// Numeric terms as linear sums. Only for the linear arithmetic of this folder.
#pragma once

#include <map>

#include "engine/symbolic/arithmetic/linear.h"
#include "logic/term/term.h"

namespace catenary::engine::symbolic {

/// Coefficients times atoms, plus a constant. Atoms are variables and terms
/// that are not linear. Conversions between Int and Real do not matter: an atom
/// stands for its value.
struct LinearSum {
  /// The coefficients; none is 0.
  std::map<logic::Term, mpq_class> coefficients;
  /// The constant summand.
  mpq_class constant = 0;

  /// Adds `times` times another sum.
  void add(const LinearSum& other, const mpq_class& times);
};

/// The sum of a term. Requires: sort Int or Real, and no "ite" in a linear
/// position (see first_choice()).
[[nodiscard]] LinearSum linear_sum(logic::Term number);

/// Whether the value is an integer, whatever the atoms are. `cube` says which
/// atoms have integer values.
[[nodiscard]] bool is_integer(const LinearSum& sum, const Cube& cube);

/// The first "ite" of the term in a linear position; an invalid term if there
/// is none.
[[nodiscard]] logic::Term first_choice(logic::Term number);

/// sum `relation` 0, as a constraint that is not in normal form yet.
[[nodiscard]] LinearConstraint constraint_of(
    const LinearSum& sum, LinearConstraint::Relation relation);

/// The constraint as a formula without negative numbers, e.g. (<= x (+ y 5)).
[[nodiscard]] logic::Term to_term(logic::TermManager& terms,
                                  const LinearConstraint& constraint);

/// p * x + q * y; its relation is not set. For inequalities, p and q must be
/// positive.
[[nodiscard]] LinearConstraint combined(const LinearConstraint& x,
                                        const mpz_class& p,
                                        const LinearConstraint& y,
                                        const mpz_class& q);

/// The sum of the constraint, without its relation: of sort Int if all atoms
/// are, else Real.
[[nodiscard]] logic::Term number_term(logic::TermManager& terms,
                                      const LinearConstraint& constraint);

}  // namespace catenary::engine::symbolic
