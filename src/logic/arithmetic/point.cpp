// SPDX-License-Identifier: Apache-2.0
/// \file
/// Points by Fourier-Motzkin elimination and back substitution: atoms are
/// eliminated one after the other, and get numbers in the opposite order.
#include "logic/arithmetic/point.h"

#include <algorithm>
#include <ranges>
#include <utility>
#include <vector>

#include "logic/arithmetic/number.h"

namespace catenary::logic {

using Relation = LinearConstraint::Relation;

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
                        : mpq_class(ceiling_of(*lower));
    }
    if (!lower_open) return *lower;
    const mpz_class next = floor_of(*lower) + 1;
    if (!upper || next < *upper) return next;
    return (*lower + *upper) / 2;
  }
  // Everything is below 0.
  if (integer) {
    return upper_open ? mpq_class(ceiling_of(*upper) - 1)
                      : mpq_class(floor_of(*upper));
  }
  if (!upper_open) return *upper;
  const mpz_class next = ceiling_of(*upper) - 1;
  if (!lower || next > *lower) return next;
  return (*lower + *upper) / 2;
}

namespace {

/// The sum of a constraint at the point, without the part of `x`.
mpq_class sum_at(const LinearConstraint& c, const Point& point, Term x) {
  mpq_class sum = c.constant;
  for (const auto& [atom, a] : c.coefficients) {
    const auto value = point.find(atom);
    if (atom != x && value != point.end()) sum += a * value->second;
  }
  return sum;
}

/// The constraints of the cube on x, with the numbers of all other atoms.
Cube bounds_at(const Cube& cube, Term x, const Point& point) {
  Cube out;
  if (cube.is_integral(x)) out.integral.insert(x);
  for (const LinearConstraint& c : cube.constraints) {
    for (const auto& [atom, a] : c.coefficients) {
      if (atom != x) continue;
      const mpq_class sum = sum_at(c, point, x);
      LinearConstraint one;
      one.relation = c.relation;
      one.coefficients = {{x, mpz_class(a * sum.get_den())}};
      one.constant = sum.get_num();
      out.constraints.push_back(std::move(one));
    }
  }
  return out;
}

bool is_point_of(const Cube& cube, const Point& point) {
  return std::ranges::all_of(
             cube.constraints,
             [&](const LinearConstraint& c) { return holds_at(c, point); }) &&
         std::ranges::all_of(point, [&](const auto& value) {
           return value.second.get_den() == 1 || !cube.is_integral(value.first);
         });
}

}  // namespace

bool holds_at(const LinearConstraint& c, const Point& point) {
  const mpq_class sum = sum_at(c, point, Term());
  switch (c.relation) {
    case Relation::equal:
      return sum == 0;
    case Relation::less_equal:
      return sum <= 0;
    case Relation::less:
      return sum < 0;
  }
  return false;
}

std::optional<Point> point_in(TermManager& terms, const Cube& cube) {
  std::vector<std::pair<Term, Cube>> stages;
  Cube rest;
  rest.constraints = cube.constraints;
  rest.integral = cube.integral;
  for (Term x = cheapest_atom(rest); x.valid(); x = cheapest_atom(rest)) {
    stages.emplace_back(x, rest);
    auto next = project(terms, rest, x, false);
    if (!next || !normalise(terms, *next)) return std::nullopt;
    rest = std::move(*next);
  }
  Point point;
  for (const auto& [x, stage] : std::views::reverse(stages)) {
    point[x] = number_for(bounds_at(stage, x, point), x);
  }
  if (!is_point_of(cube, point)) return std::nullopt;
  return point;
}

}  // namespace catenary::logic
