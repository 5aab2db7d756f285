// SPDX-License-Identifier: Apache-2.0
/// \file
/// Fourier-Motzkin elimination and refutation of cubes. Constraints are "sum +
/// constant, relation 0". Arithmetic is exact, with integers of any size.

#include "logic/arithmetic/linear.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "logic/arithmetic/linear_form.h"
#include "logic/term/traverse.h"

namespace catenary::logic {

namespace {

using Relation = LinearConstraint::Relation;

/// Constraints after one elimination. With more, bounds are dropped or the
/// elimination gives up.
constexpr std::size_t kMostConstraints = 300;

/// The coefficient of x in a constraint; null if it does not occur.
const mpz_class* coefficient(const LinearConstraint& c, Term x) {
  const auto at = std::lower_bound(
      c.coefficients.begin(),
      c.coefficients.end(),
      x,
      [](const auto& entry, Term t) { return entry.first < t; });
  return at != c.coefficients.end() && at->first == x ? &at->second : nullptr;
}

/// The constraint with x eliminated by an equation that contains x. The factor
/// of the constraint is positive, so its relation stays.
LinearConstraint replaced(const LinearConstraint& c,
                          Term x,
                          const LinearConstraint& equation) {
  const mpz_class& a = *coefficient(equation, x);
  const mpz_class& b = *coefficient(c, x);
  const mpz_class p = abs(a);
  const mpz_class q = a > 0 ? mpz_class(-b) : b;
  LinearConstraint result = combined(c, p, equation, q);
  result.relation = c.relation;
  return result;
}

using Coefficients = std::vector<std::pair<Term, mpz_class>>;

/// The opposite direction.
Coefficients negated(Coefficients c) {
  for (auto& [atom, a] : c) a = -a;
  return c;
}

/// Whether x occurs in the term.
bool mentions(Term term, Term x) {
  const std::vector<Term> free = free_variables(term);
  return std::binary_search(free.begin(), free.end(), x);
}

/// If x occurs within an opaque atom, it cannot be eliminated. Returns false if
/// `exact`; otherwise removes everything with such an atom, which gives a
/// superset.
bool remove_opaque(Cube& cube, Term x, bool exact) {
  const auto is_opaque = [&](Term atom) {
    return atom != x && !atom.is_variable() && mentions(atom, x);
  };
  for (auto at = cube.literals.begin(); at != cube.literals.end();) {
    const bool opaque = is_opaque(at->first);
    if (opaque && exact) return false;
    at = opaque ? cube.literals.erase(at) : std::next(at);
  }
  const auto constraint_is_opaque = [&](const LinearConstraint& c) {
    return std::any_of(c.coefficients.begin(),
                       c.coefficients.end(),
                       [&](const auto& e) { return is_opaque(e.first); });
  };
  for (const Term t : cube.integral) {
    if (is_opaque(t) && exact) return false;
  }
  if (exact) {
    return std::none_of(
        cube.constraints.begin(), cube.constraints.end(), constraint_is_opaque);
  }
  std::erase_if(cube.constraints, constraint_is_opaque);
  return true;
}

/// An equation that can be solved for x exactly. `integral_too` is set to an
/// atom that must then be an integer, or is invalid.
const LinearConstraint* solving_equation(const Cube& cube,
                                         Term x,
                                         Term& integral_too) {
  const bool integer = cube.is_integral(x);
  for (const LinearConstraint& c : cube.constraints) {
    const mpz_class* a = coefficient(c, x);
    if (c.relation != Relation::equal || a == nullptr) continue;
    integral_too = Term();
    if (!integer) return &c;
    // With another coefficient than 1 or -1, divisibility would be needed.
    if (abs(*a) != 1) continue;
    std::size_t others = 0;
    for (const auto& [atom, b] : c.coefficients) {
      // One rational atom besides: x is an integer if and only if that atom is,
      // provided that everything else is.
      if (atom == x || cube.is_integral(atom)) continue;
      ++others;
      // Only an atom itself can be marked, with nothing fractional beside it.
      integral_too = abs(b) == 1 ? atom : Term();
      if (!integral_too.valid()) others = 2;
    }
    if (others == 0 || (others == 1 && integral_too.valid())) return &c;
  }
  return nullptr;
}

/// Whether this bound of the integer x is an integer.
bool is_integer_bound(const Cube& cube, const LinearConstraint& c, Term x) {
  if (abs(*coefficient(c, x)) != 1) return false;
  return std::all_of(c.coefficients.begin(),
                     c.coefficients.end(),
                     [&](const auto& e) { return cube.is_integral(e.first); });
}

/// The bounds of a cube on x, and its constraints without x.
struct Bounds {
  std::vector<LinearConstraint> lower;
  std::vector<LinearConstraint> upper;
  std::vector<LinearConstraint> others;
};

/// An equation for an integer x that cannot be solved is weakened to two
/// inequalities; nothing if that happens and `exact` is set.
std::optional<Bounds> bounds_on(const Cube& cube, Term x, bool exact) {
  Bounds all;
  for (const LinearConstraint& c : cube.constraints) {
    const mpz_class* a = coefficient(c, x);
    if (a == nullptr) {
      all.others.push_back(c);
    } else if (c.relation == Relation::equal) {
      if (exact) return std::nullopt;
      LinearConstraint half = c;
      half.relation = Relation::less_equal;
      (*a > 0 ? all.upper : all.lower).push_back(half);
      half.coefficients = negated(half.coefficients);
      half.constant = -half.constant;
      (*a > 0 ? all.lower : all.upper).push_back(half);
    } else {
      (*a > 0 ? all.upper : all.lower).push_back(c);
    }
  }
  return all;
}

/// Fourier-Motzkin elimination of x: the constraints that remain. Nothing if
/// they are not exact, or too many, and `exact` is set.
std::optional<std::vector<LinearConstraint>> without_bounds(const Cube& cube,
                                                            Term x,
                                                            bool exact) {
  auto bounds = bounds_on(cube, x, exact);
  if (!bounds) return std::nullopt;
  auto& [lower, upper, result] = *bounds;
  // Exact for an integer x if its lower bounds, or its upper bounds, are
  // integers: the largest lower bound is then a witness.
  const auto integer_bounds = [&](const auto& some) {
    return std::all_of(some.begin(), some.end(), [&](const auto& c) {
      return is_integer_bound(cube, c, x);
    });
  };
  const bool fine = !cube.is_integral(x) || lower.empty() || upper.empty() ||
                    integer_bounds(lower) || integer_bounds(upper);
  if (!fine && exact) return std::nullopt;
  // Dropping the lower bounds gives a superset.
  if (result.size() + lower.size() * upper.size() > kMostConstraints) {
    if (exact) return std::nullopt;
    lower.clear();
  }
  // Each lower bound with each upper bound; the multipliers make x vanish.
  for (const LinearConstraint& l : lower) {
    for (const LinearConstraint& u : upper) {
      LinearConstraint c =
          combined(l, *coefficient(u, x), u, -*coefficient(l, x));
      c.relation = l.relation == Relation::less || u.relation == Relation::less
                       ? Relation::less
                       : Relation::less_equal;
      result.push_back(std::move(c));
    }
  }
  return std::move(result);
}

}  // namespace

/// Projection by an equation if there is one, else by Fourier-Motzkin.
std::optional<Cube> project(TermManager& terms,
                            const Cube& cube,
                            Term x,
                            bool exact) {
  Cube rest = cube;
  if (!remove_opaque(rest, x, exact)) return std::nullopt;
  rest.literals.erase(x);
  rest.integral.erase(x);
  std::vector<LinearConstraint> without;
  Term integral_too;
  // x keeps its integrality for the decisions below, but not in the result.
  const Cube with_x = [&] {
    Cube c = rest;
    if (cube.integral.contains(x)) c.integral.insert(x);
    return c;
  }();
  if (const auto* e = solving_equation(with_x, x, integral_too)) {
    for (const LinearConstraint& c : with_x.constraints) {
      if (&c == e) continue;
      without.push_back(coefficient(c, x) == nullptr ? c : replaced(c, x, *e));
    }
    if (integral_too.valid()) rest.integral.insert(integral_too);
  } else {
    auto others = without_bounds(with_x, x, exact);
    if (!others) return std::nullopt;
    without = std::move(*others);
  }
  rest.constraints = std::move(without);
  // A contradiction: the empty set, as a cube with a false constraint.
  if (!normalise(terms, rest)) {
    LinearConstraint never;
    never.constant = 1;
    rest = {};
    rest.constraints.push_back(never);
  }
  return rest;
}

Term cheapest_atom(const Cube& cube) {
  std::map<Term, std::pair<std::size_t, std::size_t>> uses;
  std::set<Term> solved;
  for (const LinearConstraint& c : cube.constraints) {
    for (const auto& [atom, a] : c.coefficients) {
      if (c.relation == Relation::equal) solved.insert(atom);
      ++(a > 0 ? uses[atom].first : uses[atom].second);
    }
  }
  Term best;
  std::size_t least = 0;
  for (const auto& [atom, count] : uses) {
    const std::size_t cost =
        solved.contains(atom) ? 0 : count.first * count.second + 1;
    if (best.valid() && cost >= least) continue;
    best = atom;
    least = cost;
  }
  return best;
}

/// Eliminates all atoms, best first. If nothing contradicts itself, the cube
/// may have values, or the projection was not exact.
bool is_refuted(TermManager& terms, const Cube& cube) {
  Cube rest = cube;
  if (!normalise(terms, rest)) return true;
  while (true) {
    const Term best = cheapest_atom(rest);
    if (!best.valid()) return !normalise(terms, rest);
    // Opaque atoms count as variables here: what they are made of does not
    // matter for refutation.
    Cube only;
    only.constraints = std::move(rest.constraints);
    only.integral = std::move(rest.integral);
    auto next = project(terms, only, best, false);
    rest = std::move(*next);
    if (!normalise(terms, rest)) return true;
  }
}

}  // namespace catenary::logic
