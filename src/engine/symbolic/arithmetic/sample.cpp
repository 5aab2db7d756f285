// SPDX-License-Identifier: Apache-2.0
/// \file
/// Values that satisfy a linear formula; see linear.h. One variable after the
/// other gets a value within the bounds that remain after the elimination of
/// the later ones.
#include <algorithm>

#include "engine/symbolic/arithmetic/linear.h"
#include "logic/term/rewrite/simplify.h"
#include "logic/term/substitute.h"

namespace catenary::engine::symbolic {

namespace {

using logic::SortKind;
using logic::Term;
using logic::Value;
using Relation = LinearConstraint::Relation;

/// Rounded up.
mpz_class ceiling(const mpq_class& q) {
  mpz_class z;
  mpz_cdiv_q(z.get_mpz_t(), q.get_num_mpz_t(), q.get_den_mpz_t());
  return z;
}

/// Rounded down.
mpz_class floor_of(const mpq_class& q) {
  mpz_class z;
  mpz_fdiv_q(z.get_mpz_t(), q.get_num_mpz_t(), q.get_den_mpz_t());
  return z;
}

/// The number nearest to 0 that satisfies the constraints of the cube on x
/// alone; for open bounds, an integer near the bound or the middle of the
/// interval.
mpq_class number_for(const Cube& cube, Term x) {
  std::optional<mpq_class> lower;
  std::optional<mpq_class> upper;
  bool lower_open = false;
  bool upper_open = false;
  for (const LinearConstraint& c : cube.constraints) {
    if (c.coefficients.size() != 1 || c.coefficients[0].first != x) continue;
    const mpz_class& a = c.coefficients[0].second;
    mpq_class bound(-c.constant, a);
    bound.canonicalize();
    const bool open = c.relation == Relation::less;
    if (a > 0 || c.relation == Relation::equal) {
      if (!upper || bound < *upper) {
        upper = bound;
        upper_open = open;
      }
    }
    if (a < 0 || c.relation == Relation::equal) {
      if (!lower || bound > *lower) {
        lower = bound;
        lower_open = open;
      }
    }
  }
  const bool integer = cube.is_integral(x);
  const bool fits_below = !lower || (lower_open ? *lower < 0 : *lower <= 0);
  const bool fits_above = !upper || (upper_open ? *upper > 0 : *upper >= 0);
  if (fits_below && fits_above) return 0;
  // Everything is above 0.
  if (!fits_below) {
    if (integer) {
      return lower_open ? mpq_class(floor_of(*lower) + 1)
                        : mpq_class(ceiling(*lower));
    }
    if (!lower_open) return *lower;
    const mpz_class next = floor_of(*lower) + 1;
    if (!upper || next < *upper) return next;
    return (*lower + *upper) / 2;
  }
  // Everything is below 0.
  if (integer) {
    return upper_open ? mpq_class(ceiling(*upper) - 1)
                      : mpq_class(floor_of(*upper));
  }
  if (!upper_open) return *upper;
  const mpz_class next = ceiling(*upper) - 1;
  if (!lower || next > *lower) return next;
  return (*lower + *upper) / 2;
}

}  // namespace

std::optional<logic::Assignment> sample_linear(logic::TermManager& terms,
                                               std::span<const Term> variables,
                                               Term formula) {
  logic::Assignment result;
  Term rest = formula;
  // Later variables are eliminated exactly, so the chosen value can be
  // completed.
  for (std::size_t i = 0; i < variables.size(); ++i) {
    const Term x = variables[i];
    const auto cubes = Cubes::from(terms, rest);
    if (!cubes) return std::nullopt;
    const auto only = cubes->without(variables.subspan(i + 1), true);
    if (!only || only->empty()) return std::nullopt;
    const Cube& cube = only->cubes().front();
    Value value;
    if (x.sort().kind() == SortKind::boolean) {
      const auto at = cube.literals.find(x);
      value = Value::boolean(at != cube.literals.end() && at->second);
    } else {
      const mpq_class q = number_for(cube, x);
      value = x.sort().kind() == SortKind::integer ? Value::integer(q.get_num())
                                                   : Value::real(q);
    }
    rest = logic::simplify(
        terms, logic::substitute(terms, rest, {{x, terms.constant(value)}}));
    result.set(x, value);
  }
  // The elimination may have been misled by opaque atoms: the values are
  // checked.
  const auto holds = logic::evaluate(formula, result);
  if (!holds || !holds->as_bool()) return std::nullopt;
  return result;
}

}  // namespace catenary::engine::symbolic
