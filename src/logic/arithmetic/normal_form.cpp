// SPDX-License-Identifier: Apache-2.0
/// \file
/// The normal form of cubes: constraints with coprime coefficients, one for
/// each direction, with bounds of integers rounded to integers. See linear.h.

#include <algorithm>
#include <utility>
#include <vector>

#include "logic/arithmetic/linear.h"
#include "logic/arithmetic/linear_form.h"

namespace catenary::logic {

namespace {

using Relation = LinearConstraint::Relation;
using Coefficients = std::vector<std::pair<Term, mpz_class>>;

/// The quotient, rounded down.
mpz_class floor_quotient(const mpz_class& a, const mpz_class& b) {
  mpz_class q;
  mpz_fdiv_q(q.get_mpz_t(), a.get_mpz_t(), b.get_mpz_t());
  return q;
}

/// The value of a constraint without atoms, or `open`.
enum class Truth : std::uint8_t { yes, no, open };

/// Brings a constraint into normal form: coprime coefficients. If all atoms are
/// integers, a strict inequality becomes a weak one, the bound is rounded, and
/// an equation whose constant is not divisible is false.
Truth canonical(const Cube& cube, LinearConstraint& c) {
  std::erase_if(c.coefficients, [](const auto& e) { return e.second == 0; });
  if (c.coefficients.empty()) {
    const int sign = sgn(c.constant);
    const bool holds = c.relation == Relation::equal        ? sign == 0
                       : c.relation == Relation::less_equal ? sign <= 0
                                                            : sign < 0;
    return holds ? Truth::yes : Truth::no;
  }
  mpz_class divisor = 0;
  bool integral = true;
  for (const auto& [atom, a] : c.coefficients) {
    divisor = gcd(divisor, a);
    integral = integral && cube.is_integral(atom);
  }
  if (integral) {
    if (c.relation == Relation::less) {
      c.constant += 1;
      c.relation = Relation::less_equal;
    }
    if (c.relation == Relation::equal) {
      if (mpz_divisible_p(c.constant.get_mpz_t(), divisor.get_mpz_t()) == 0) {
        return Truth::no;
      }
      c.constant /= divisor;
    } else {
      c.constant = -floor_quotient(-c.constant, divisor);
    }
  } else {
    divisor = gcd(divisor, c.constant);
    c.constant /= divisor;
  }
  for (auto& [atom, a] : c.coefficients) a /= divisor;
  if (c.relation == Relation::equal && c.coefficients.front().second < 0) {
    for (auto& [atom, a] : c.coefficients) a = -a;
    c.constant = -c.constant;
  }
  return Truth::open;
}

/// Compares two directions: 1 = equal, -1 = opposite, 0 = neither.
int compare(const Coefficients& a, const Coefficients& b) {
  if (a.size() != b.size()) return 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i].first != b[i].first) return 0;
  }
  const int sign = a.front().second == b.front().second ? 1 : -1;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const int by_size =
        mpz_cmpabs(a[i].second.get_mpz_t(), b[i].second.get_mpz_t());
    if (by_size != 0 || sgn(a[i].second) != sign * sgn(b[i].second)) return 0;
  }
  return sign;
}

/// The result of merging two constraints.
enum class Merge : std::uint8_t { apart, contradiction, first, second };

/// Whether a number of this sign satisfies the relation with 0.
bool holds(Relation relation, int sign) {
  return relation == Relation::equal        ? sign == 0
         : relation == Relation::less_equal ? sign <= 0
                                            : sign < 0;
}

/// Merges two parallel constraints into one, in `a` or `b`, if that is
/// possible.
Merge merge(LinearConstraint& a, LinearConstraint& b) {
  const int direction = compare(a.coefficients, b.coefficients);
  if (direction == 0) return Merge::apart;
  const bool a_is = a.relation == Relation::equal;
  const bool b_is = b.relation == Relation::equal;
  // An equation decides the other constraint.
  if (a_is || b_is) {
    const LinearConstraint& e = a_is ? a : b;
    const LinearConstraint& o = a_is ? b : a;
    // The sum is -e.constant, in the direction of e.
    const mpz_class left = direction > 0 ? mpz_class(o.constant - e.constant)
                                         : mpz_class(o.constant + e.constant);
    if (!holds(o.relation, sgn(left))) return Merge::contradiction;
    return a_is ? Merge::first : Merge::second;
  }
  // The same direction: the stronger bound stays.
  if (direction > 0) {
    const int by = cmp(a.constant, b.constant);
    const bool second = by < 0 || (by == 0 && b.relation == Relation::less);
    return second ? Merge::second : Merge::first;
  }
  // Opposite directions: an interval. It is empty, a point, or needs both
  // constraints.
  const int sum = sgn(mpz_class(a.constant + b.constant));
  const bool strict =
      a.relation == Relation::less || b.relation == Relation::less;
  if (sum > 0 || (sum == 0 && strict)) return Merge::contradiction;
  if (sum < 0) return Merge::apart;
  LinearConstraint& e = a.coefficients.front().second > 0 ? a : b;
  e.relation = Relation::equal;
  return &e == &a ? Merge::first : Merge::second;
}

/// Leaves one constraint for each direction. Returns false on a contradiction.
bool merge_parallel(Cube& cube) {
  auto& all = cube.constraints;
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t k = i + 1; k < all.size();) {
      const Merge how = merge(all[i], all[k]);
      if (how == Merge::contradiction) return false;
      if (how == Merge::apart) {
        ++k;
        continue;
      }
      if (how == Merge::second) all[i] = std::move(all[k]);
      all.erase(all.begin() + static_cast<std::ptrdiff_t>(k));
      // It may be an equation now.
      k = i + 1;
    }
  }
  return true;
}

/// to_int of an integer is the number itself. Returns whether something
/// changed.
bool resolve_to_int(TermManager& terms, Cube& cube) {
  bool changed = false;
  for (LinearConstraint& c : cube.constraints) {
    for (std::size_t i = 0; i < c.coefficients.size(); ++i) {
      const Term atom = c.coefficients[i].first;
      if (atom.op() != Op::to_int) continue;
      const LinearForm inner = linear_form(atom[0]);
      if (!is_integer(inner, cube)) continue;
      const mpz_class a = c.coefficients[i].second;
      LinearConstraint expanded;
      expanded.constant = inner.constant.get_num();
      for (const auto& [x, q] : inner.coefficients) {
        expanded.coefficients.emplace_back(x, q.get_num());
      }
      const Relation relation = c.relation;
      c.coefficients.erase(c.coefficients.begin() +
                           static_cast<std::ptrdiff_t>(i));
      c = combined(c, 1, expanded, a);
      c.relation = relation;
      changed = true;
      break;
    }
  }
  return changed;
}

/// Resolves literals "is_int" that are constant or are about a single atom.
/// Returns whether something changed.
bool resolve_is_int(Cube& cube, bool& contradiction) {
  bool changed = false;
  for (auto at = cube.literals.begin(); at != cube.literals.end();) {
    const auto [literal, value] = *at;
    if (literal.op() != Op::is_int) {
      ++at;
      continue;
    }
    const LinearForm sum = linear_form(literal[0]);
    LinearForm rest = sum;
    rest.constant = 0;
    if (is_integer(rest, cube)) {
      const bool is = sum.constant.get_den() == 1;
      contradiction = contradiction || is != value;
    } else if (value && sum.coefficients.size() == 1 &&
               abs(sum.coefficients.begin()->second) == 1 &&
               sum.constant.get_den() == 1) {
      // x or -x plus an integer is an integer if and only if x is.
      cube.integral.insert(sum.coefficients.begin()->first);
    } else {
      ++at;
      continue;
    }
    at = cube.literals.erase(at);
    changed = true;
  }
  return changed;
}

}  // namespace

bool Cube::is_integral(Term atom) const {
  return atom.sort().kind() == SortKind::integer || integral.contains(atom);
}

/// Resolving one literal may make another one resolvable, hence the loop.
bool normalise(TermManager& terms, Cube& cube) {
  bool contradiction = false;
  bool again = true;
  while (again) {
    again = resolve_is_int(cube, contradiction);
    if (contradiction) return false;
    again = resolve_to_int(terms, cube) || again;
  }
  std::vector<LinearConstraint> open;
  for (LinearConstraint& c : cube.constraints) {
    const Truth truth = canonical(cube, c);
    if (truth == Truth::no) return false;
    if (truth == Truth::open) open.push_back(std::move(c));
  }
  cube.constraints = std::move(open);
  return merge_parallel(cube);
}

}  // namespace catenary::logic
