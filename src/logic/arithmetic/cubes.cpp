// SPDX-License-Identifier: Apache-2.0
/// \file
/// Sets of valuations as unions of cubes; see linear.h. Reductions use
/// refutation only, so they are sound although refutation is incomplete: what
/// is not refuted stays.
#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

#include "logic/arithmetic/cube_reader.h"
#include "logic/arithmetic/linear.h"
#include "logic/arithmetic/linear_form.h"
#include "logic/arithmetic/point.h"
#include "logic/term/rewrite/simplify.h"
#include "logic/term/substitute.h"
#include "logic/term/traverse.h"

namespace catenary::logic {

namespace {

using Relation = LinearConstraint::Relation;

/// The negation of an inequality. Requires: not an equation.
LinearConstraint negation(const LinearConstraint& c) {
  LinearConstraint result = c;
  for (auto& [atom, a] : result.coefficients) a = -a;
  result.constant = -result.constant;
  result.relation =
      c.relation == Relation::less ? Relation::less_equal : Relation::less;
  return result;
}

/// Whether every value of the cube satisfies the constraint: true is proved.
/// The cube with the negated constraint must be refuted; an equation needs both
/// directions.
bool implies(TermManager& terms, const Cube& cube, const LinearConstraint& c) {
  if (std::find(cube.constraints.begin(), cube.constraints.end(), c) !=
      cube.constraints.end()) {
    return true;
  }
  const auto without = [&](const LinearConstraint& n) {
    Cube other = cube;
    other.constraints.push_back(n);
    return is_refuted(terms, other);
  };
  if (c.relation != Relation::equal) return without(negation(c));
  LinearConstraint half = c;
  half.relation = Relation::less;
  if (!without(half)) return false;
  for (auto& [atom, a] : half.coefficients) a = -a;
  half.constant = -half.constant;
  return without(half);
}

/// Whether `inner` is a subset of `outer`: true is proved.
bool is_within(TermManager& terms, const Cube& inner, const Cube& outer) {
  for (const auto& [atom, value] : outer.literals) {
    const auto at = inner.literals.find(atom);
    if (at == inner.literals.end() || at->second != value) return false;
  }
  for (const Term t : outer.integral) {
    if (!inner.integral.contains(t)) return false;
  }
  return std::all_of(outer.constraints.begin(),
                     outer.constraints.end(),
                     [&](const auto& c) { return implies(terms, inner, c); });
}

/// Whether the point shows that a cube that has it is not within `outer`.
bool is_outside(const std::optional<Point>& point, const Cube& outer) {
  return point && !std::ranges::all_of(outer.constraints, [&](const auto& c) {
           return holds_at(c, *point);
         });
}

/// Removes constraints that the others, or each of the cubes in `known`, imply.
void drop_implied(TermManager& terms,
                  Cube& cube,
                  const std::vector<Cube>& known) {
  // From the end: earlier constraints are kept where two imply each other.
  for (std::size_t i = cube.constraints.size(); i-- > 0;) {
    const LinearConstraint c = cube.constraints[i];
    Cube others = cube;
    others.constraints.erase(others.constraints.begin() +
                             static_cast<std::ptrdiff_t>(i));
    const bool implied =
        std::all_of(known.begin(), known.end(), [&](const Cube& k) {
          const auto both = meet(terms, others, k);
          return !both || implies(terms, *both, c);
        });
    if (implied) cube = others;
  }
}

/// The union of two cubes that differ only in a constraint and its negation:
/// that constraint is dropped.
std::optional<Cube> united(TermManager& terms, const Cube& a, const Cube& b) {
  if (a.literals != b.literals || a.integral != b.integral ||
      a.constraints.size() != b.constraints.size()) {
    return std::nullopt;
  }
  std::optional<std::size_t> odd;
  for (std::size_t i = 0; i < a.constraints.size(); ++i) {
    if (std::find(b.constraints.begin(),
                  b.constraints.end(),
                  a.constraints[i]) != b.constraints.end()) {
      continue;
    }
    if (odd || a.constraints[i].relation == Relation::equal) {
      return std::nullopt;
    }
    odd = i;
  }
  // They are equal.
  if (!odd) return a;
  Cube opposite;
  opposite.integral = a.integral;
  opposite.constraints.push_back(negation(a.constraints[*odd]));
  if (!normalise(terms, opposite) || opposite.constraints.size() != 1 ||
      std::find(b.constraints.begin(),
                b.constraints.end(),
                opposite.constraints[0]) == b.constraints.end()) {
    return std::nullopt;
  }
  Cube result = a;
  result.constraints.erase(result.constraints.begin() +
                           static_cast<std::ptrdiff_t>(*odd));
  return result;
}

}  // namespace

/// Reduction may make a formula with many cases fit.
std::optional<Cubes> Cubes::from(TermManager& terms, Term formula) {
  auto cubes = read_cubes(terms, formula);
  if (!cubes) return std::nullopt;
  Cubes result(terms);
  result.cubes_ = std::move(*cubes);
  result.reduce();
  if (result.cubes_.size() > kMost) return std::nullopt;
  return result;
}

/// Every pair of cubes must be refuted.
bool Cubes::excludes(Term formula) const {
  const auto cases = read_cubes(*terms_, formula);
  if (!cases) return false;
  for (const Cube& a : *cases) {
    for (const Cube& b : cubes_) {
      const auto both = meet(*terms_, a, b);
      if (both && !is_refuted(*terms_, *both)) return false;
    }
  }
  return true;
}

/// A fixpoint: uniting two cubes may make others comparable. The order of
/// indices makes the result deterministic. Each pair of cubes is compared once.
void Cubes::reduce() {
  std::erase_if(cubes_, [&](Cube& c) { return !normalise(*terms_, c); });
  std::erase_if(cubes_, [&](const Cube& c) { return is_refuted(*terms_, c); });
  // Cubes have numbers, since indices change; a united cube has a new one.
  std::vector<std::size_t> number(cubes_.size());
  std::iota(number.begin(), number.end(), std::size_t{0});
  std::size_t next = number.size();
  // Most pairs are told apart by a point of the one that is not in the other.
  std::vector<std::optional<Point>> points;
  for (const Cube& c : cubes_) points.push_back(point_in(*terms_, c));
  std::set<std::pair<std::size_t, std::size_t>> compared;
  for (bool again = true; again;) {
    again = false;
    for (std::size_t i = 0; i < cubes_.size() && !again; ++i) {
      for (std::size_t k = 0; k < cubes_.size() && !again; ++k) {
        if (i == k || !compared.emplace(number[i], number[k]).second) continue;
        auto both = i < k ? united(*terms_, cubes_[i], cubes_[k])
                          : std::optional<Cube>();
        const bool inside = !both && !is_outside(points[k], cubes_[i]) &&
                            is_within(*terms_, cubes_[k], cubes_[i]);
        if (!both && !inside) continue;
        if (both) {
          cubes_[i] = std::move(*both);
          number[i] = next++;
        }
        cubes_.erase(cubes_.begin() + static_cast<std::ptrdiff_t>(k));
        number.erase(number.begin() + static_cast<std::ptrdiff_t>(k));
        points.erase(points.begin() + static_cast<std::ptrdiff_t>(k));
        again = true;
      }
    }
  }
  for (Cube& c : cubes_) drop_implied(*terms_, c, {Cube()});
}

/// Cubes that `known` excludes have no values there; constraints that it
/// implies say nothing there.
void Cubes::reduce_under(const Cubes& known) {
  std::erase_if(cubes_, [&](const Cube& c) {
    return std::all_of(
        known.cubes_.begin(), known.cubes_.end(), [&](const Cube& k) {
          const auto both = meet(*terms_, c, k);
          return !both || is_refuted(*terms_, *both);
        });
  });
  for (Cube& c : cubes_) drop_implied(*terms_, c, known.cubes_);
  reduce();
}

/// Eliminates the variables one by one, in each cube.
std::optional<Cubes> Cubes::without(std::span<const Term> variables,
                                    bool exact) const {
  Cubes result(*terms_);
  for (const Cube& c : cubes_) {
    Cube rest = c;
    // The variable that makes the fewest new constraints first: one with an
    // equation, or the smallest product of upper and lower bounds.
    std::vector<Term> left(variables.begin(), variables.end());
    while (!left.empty()) {
      std::size_t best = 0;
      std::size_t least = SIZE_MAX;
      for (std::size_t i = 0; i < left.size(); ++i) {
        std::size_t up = 0;
        std::size_t down = 0;
        bool solved = false;
        for (const LinearConstraint& k : rest.constraints) {
          for (const auto& [atom, a] : k.coefficients) {
            if (atom != left[i]) continue;
            solved = solved || k.relation == Relation::equal;
            ++(a > 0 ? up : down);
          }
        }
        const std::size_t cost = solved ? 0 : up * down;
        if (cost < least) {
          least = cost;
          best = i;
        }
      }
      auto next = project(*terms_, rest, left[best], exact);
      if (!next) return std::nullopt;
      rest = std::move(*next);
      left.erase(left.begin() + static_cast<std::ptrdiff_t>(best));
    }
    result.cubes_.push_back(std::move(rest));
  }
  result.reduce();
  return result;
}

/// The constraints that all cubes imply, taken from those that occur. Not the
/// convex hull, but cheap, and a superset.
Cubes Cubes::hull() const {
  Cubes result(*terms_);
  if (cubes_.empty()) return result;
  Cube all = cubes_.front();
  for (const Cube& c : cubes_) {
    std::erase_if(all.literals, [&](const auto& l) {
      const auto at = c.literals.find(l.first);
      return at == c.literals.end() || at->second != l.second;
    });
    std::erase_if(all.integral,
                  [&](Term t) { return !c.integral.contains(t); });
  }
  for (const Cube& c : cubes_) {
    std::erase_if(all.constraints, [&](const LinearConstraint& k) {
      return !implies(*terms_, c, k);
    });
  }
  result.cubes_.push_back(std::move(all));
  return result;
}

/// Literals, integrality and constraints as terms, by cube.
Term Cubes::to_term() const {
  std::vector<Term> cases;
  for (const Cube& c : cubes_) {
    std::vector<Term> all;
    for (const Term t : c.integral) {
      all.push_back(terms_->make(Op::is_int, {t}));
    }
    for (const auto& [atom, value] : c.literals) {
      all.push_back(value ? atom : terms_->logical_not(atom));
    }
    for (const LinearConstraint& k : c.constraints) {
      all.push_back(logic::to_term(*terms_, k));
    }
    cases.push_back(terms_->logical_and(all));
  }
  return simplify(*terms_, terms_->logical_or(cases));
}

/// Iterative, in the order of the operands.
std::vector<Term> conjuncts_of(std::span<const Term> formulas) {
  std::vector<Term> result;
  std::vector<Term> stack(formulas.rbegin(), formulas.rend());
  while (!stack.empty()) {
    const Term t = stack.back();
    stack.pop_back();
    if (t.op() == Op::logical_and) {
      const auto o = t.operands();
      for (std::size_t i = o.size(); i-- > 0;) stack.push_back(o[i]);
    } else if (!t.is_true()) {
      result.push_back(t);
    }
  }
  return result;
}

/// First equations, for terms of any kind: a variable that is equal to a term
/// without it is replaced. Then cubes.
Term eliminate_linear(TermManager& terms,
                      std::span<const Term> bound,
                      Term formula) {
  std::vector<Term> left(bound.begin(), bound.end());
  // What an equation says, for terms of any kind.
  for (bool again = true; again;) {
    again = false;
    const std::vector<Term> conjuncts = conjuncts_of(std::span(&formula, 1));
    for (const Term c : conjuncts) {
      if (c.op() != Op::equal || c.has_quantifier()) continue;
      for (int side = 0; side < 2 && !again; ++side) {
        const Term x = c[static_cast<std::size_t>(side)];
        const Term value = c[static_cast<std::size_t>(1 - side)];
        const auto at = std::find(left.begin(), left.end(), x);
        if (at == left.end()) continue;
        const std::vector<Term> free = free_variables(value);
        if (std::binary_search(free.begin(), free.end(), x)) continue;
        left.erase(at);
        formula = simplify(terms, substitute(terms, formula, {{x, value}}));
        again = true;
      }
      if (again) break;
    }
  }
  // Variables that do not occur need not be eliminated.
  const std::vector<Term> free = free_variables(formula);
  std::erase_if(left, [&](Term x) {
    return !std::binary_search(free.begin(), free.end(), x);
  });
  if (formula.has_quantifier()) return {};
  if (left.empty()) return formula;
  const auto cubes = Cubes::from(terms, formula);
  if (!cubes) return {};
  const auto rest = cubes->without(left, true);
  return rest ? rest->to_term() : Term();
}

/// The conjunction as cubes, refuted by the set of everything.
bool is_refuted_linear(TermManager& terms, std::span<const Term> conjuncts) {
  return Cubes::from(terms, terms.boolean(true))
      ->excludes(terms.logical_and(conjuncts));
}

}  // namespace catenary::logic
