// SPDX-License-Identifier: Apache-2.0
/// \file
/// Numeric terms as linear forms over rationals of any size, without overflow.
/// (For bit-vectors, which wrap, see program/encode/term/address.h.)
#pragma once

#include <map>

#include "logic/arithmetic/linear.h"
#include "logic/term/term.h"

namespace catenary::logic {

/// Coefficients times atoms, plus a constant. Atoms are variables and terms
/// that are not linear. Conversions between Int and Real do not matter: an atom
/// stands for its value.
struct LinearForm {
  /// The coefficients; none is 0.
  std::map<Term, mpq_class> coefficients;
  /// The constant summand.
  mpq_class constant = 0;

  /// Adds another form, multiplied by `times`.
  void add(const LinearForm& other, const mpq_class& times);
};

/// The linear form of a term. Requires: sort Int or Real, and no "ite" in a
/// linear position (see first_choice()).
[[nodiscard]] LinearForm linear_form(Term number);

/// Whether the value of the form is an integer, whatever the atoms are. `cube`
/// says which atoms have integer values.
[[nodiscard]] bool is_integer(const LinearForm& sum, const Cube& cube);

/// The first "ite" of the term in a linear position; an invalid term if there
/// is none.
[[nodiscard]] Term first_choice(Term number);

/// sum `relation` 0, as a constraint that is not in normal form yet.
[[nodiscard]] LinearConstraint constraint_of(
    const LinearForm& sum, LinearConstraint::Relation relation);

/// The constraint as a formula without negative numbers, e.g. (<= x (+ y 5)).
[[nodiscard]] Term to_term(TermManager& terms,
                           const LinearConstraint& constraint);

/// p * x + q * y; its relation is not set. For inequalities, p and q must be
/// positive.
[[nodiscard]] LinearConstraint combined(const LinearConstraint& x,
                                        const mpz_class& p,
                                        const LinearConstraint& y,
                                        const mpz_class& q);

/// The sum of the constraint, without its relation: of sort Int if all atoms
/// are, else Real.
[[nodiscard]] Term number_term(TermManager& terms,
                               const LinearConstraint& constraint);

}  // namespace catenary::logic
