// SPDX-License-Identifier: Apache-2.0
/// \file
/// Normal form, Fourier-Motzkin elimination and refutation of cubes.
/// Constraints are "sum + constant, relation 0". Arithmetic is exact, with
/// integers of any size.

#include "engine/symbolic/arithmetic/linear.h"

#include <algorithm>

#include "base/check.h"
#include "engine/symbolic/arithmetic/linear_sum.h"
#include "logic/term/traverse.h"

namespace catenary::engine::symbolic {

namespace {

using logic::Op;
using logic::SortKind;
using logic::Term;
using logic::TermManager;
using Relation = LinearConstraint::Relation;

/// Constraints after one elimination. With more, bounds are dropped or the
/// elimination gives up.
constexpr std::size_t kMostConstraints = 300;

/// The quotient, rounded down.
mpz_class floor_of(const mpz_class& a, const mpz_class& b) {
  mpz_class q;
  mpz_fdiv_q(q.get_mpz_t(), a.get_mpz_t(), b.get_mpz_t());
  return q;
}

/// The coefficient of x in a constraint; null if it does not occur.
const mpz_class* coefficient(const LinearConstraint& c, Term x) {
  const auto at = std::lower_bound(
      c.coefficients.begin(),
      c.coefficients.end(),
      x,
      [](const auto& entry, Term t) { return entry.first < t; });
  return at != c.coefficients.end() && at->first == x ? &at->second : nullptr;
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
      c.constant = -floor_of(-c.constant, divisor);
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

/// p * x + q * y, without a relation. For inequalities, p and q must be
/// positive.
LinearConstraint combined(const LinearConstraint& x,
                          const mpz_class& p,
                          const LinearConstraint& y,
                          const mpz_class& q) {
  LinearConstraint result;
  auto i = x.coefficients.begin();
  auto k = y.coefficients.begin();
  while (i != x.coefficients.end() || k != y.coefficients.end()) {
    if (k == y.coefficients.end() ||
        (i != x.coefficients.end() && i->first < k->first)) {
      result.coefficients.emplace_back(i->first, p * i->second);
      ++i;
    } else if (i == x.coefficients.end() || k->first < i->first) {
      result.coefficients.emplace_back(k->first, q * k->second);
      ++k;
    } else {
      result.coefficients.emplace_back(i->first, p * i->second + q * k->second);
      ++i;
      ++k;
    }
  }
  result.constant = p * x.constant + q * y.constant;
  return result;
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
      const LinearSum inner = linear_sum(atom[0]);
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
    const LinearSum sum = linear_sum(literal[0]);
    LinearSum rest = sum;
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

/// Whether x occurs in the term.
bool mentions(Term term, Term x) {
  const std::vector<Term> free = logic::free_variables(term);
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
    std::vector<LinearConstraint> lower;
    std::vector<LinearConstraint> upper;
    for (const LinearConstraint& c : with_x.constraints) {
      const mpz_class* a = coefficient(c, x);
      if (a == nullptr) {
        without.push_back(c);
      } else if (c.relation == Relation::equal) {
        // An equation for an integer x that cannot be solved: weakened to two
        // inequalities.
        if (exact) return std::nullopt;
        LinearConstraint half = c;
        half.relation = Relation::less_equal;
        (*a > 0 ? upper : lower).push_back(half);
        half.coefficients = negated(half.coefficients);
        half.constant = -half.constant;
        (*a > 0 ? lower : upper).push_back(half);
      } else {
        (*a > 0 ? upper : lower).push_back(c);
      }
    }
    // Fourier-Motzkin is exact for an integer x if its lower bounds, or its
    // upper bounds, are integers: the largest lower bound is then a witness.
    const auto integer_bounds = [&](const auto& bounds) {
      return std::all_of(bounds.begin(), bounds.end(), [&](const auto& c) {
        return is_integer_bound(with_x, c, x);
      });
    };
    const bool fine = !with_x.is_integral(x) || lower.empty() ||
                      upper.empty() || integer_bounds(lower) ||
                      integer_bounds(upper);
    if (!fine && exact) return std::nullopt;
    // Dropping the lower bounds gives a superset.
    if (without.size() + lower.size() * upper.size() > kMostConstraints) {
      if (exact) return std::nullopt;
      lower.clear();
    }
    // Each lower bound with each upper bound; the multipliers make x vanish.
    for (const LinearConstraint& l : lower) {
      for (const LinearConstraint& u : upper) {
        LinearConstraint c =
            combined(l, *coefficient(u, x), u, -*coefficient(l, x));
        c.relation =
            l.relation == Relation::less || u.relation == Relation::less
                ? Relation::less
                : Relation::less_equal;
        without.push_back(std::move(c));
      }
    }
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

/// Eliminates all atoms, best first. If nothing contradicts itself, the cube
/// may have values, or the projection was not exact.
bool is_refuted(TermManager& terms, const Cube& cube) {
  Cube rest = cube;
  if (!normalise(terms, rest)) return true;
  while (true) {
    // The atom that makes the fewest new constraints.
    std::map<Term, std::pair<std::size_t, std::size_t>> uses;
    std::set<Term> solved;
    for (const LinearConstraint& c : rest.constraints) {
      for (const auto& [atom, a] : c.coefficients) {
        if (c.relation == Relation::equal) solved.insert(atom);
        ++(a > 0 ? uses[atom].first : uses[atom].second);
      }
    }
    if (uses.empty()) return !normalise(terms, rest);
    Term best;
    std::size_t least = 0;
    for (const auto& [atom, count] : uses) {
      const std::size_t cost =
          solved.contains(atom) ? 0 : count.first * count.second + 1;
      if (best.valid() && cost >= least) continue;
      best = atom;
      least = cost;
    }
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

}  // namespace catenary::engine::symbolic
