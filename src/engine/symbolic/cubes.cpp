// SPDX-License-Identifier: Apache-2.0
/// \file
/// Formulas as disjunctions of cubes, see linear.h.
#include <algorithm>

#include "engine/symbolic/linear.h"
#include "engine/symbolic/linear_sum.h"
#include "logic/term/simplify.h"
#include "logic/term/substitute.h"
#include "logic/term/traverse.h"

namespace catenary::engine::symbolic {

namespace {

using logic::Op;
using logic::SortKind;
using logic::Term;
using logic::TermManager;
using Relation = LinearConstraint::Relation;
using Disjunction = std::optional<std::vector<Cube>>;

constexpr int kDeepest = 100;                        // of nested operators
constexpr std::size_t kMostOpen = 8 * Cubes::kMost;  // while a formula is read

bool is_number(Term t) {
  return t.sort().kind() == SortKind::integer ||
         t.sort().kind() == SortKind::real;
}

/// Both; nothing where they contradict on sight.
std::optional<Cube> meet(TermManager& terms, const Cube& a, const Cube& b) {
  Cube both = a;
  both.constraints.insert(
      both.constraints.end(), b.constraints.begin(), b.constraints.end());
  for (const auto& [atom, value] : b.literals) {
    const auto [at, fresh] = both.literals.emplace(atom, value);
    if (!fresh && at->second != value) return std::nullopt;
  }
  both.integral.insert(b.integral.begin(), b.integral.end());
  if (!normalise(terms, both)) return std::nullopt;
  return both;
}

Disjunction meet(TermManager& terms,
                 const std::vector<Cube>& a,
                 const std::vector<Cube>& b) {
  std::vector<Cube> result;
  for (const Cube& x : a) {
    for (const Cube& y : b) {
      auto both = meet(terms, x, y);
      if (!both) continue;
      if (result.size() >= kMostOpen) return std::nullopt;
      if (std::find(result.begin(), result.end(), *both) == result.end()) {
        result.push_back(std::move(*both));
      }
    }
  }
  return result;
}

class Reader {
 public:
  explicit Reader(TermManager& terms) : terms_(terms) {}

  Disjunction read(Term t, bool positive, int depth = 0) {
    if (depth > kDeepest || t.is_quantifier()) return std::nullopt;
    switch (t.op()) {
      case Op::constant:
        return t.is_true() == positive ? std::vector<Cube>(1)
                                       : std::vector<Cube>();
      case Op::logical_not:
        return read(t[0], !positive, depth + 1);
      case Op::logical_and:
      case Op::logical_or: {
        const bool all = (t.op() == Op::logical_and) == positive;
        const auto operands = t.operands();
        return join({operands.begin(), operands.end()}, positive, all, depth);
      }
      case Op::implies:
        return read(
            terms_.logical_or(terms_.logical_not(t[0]), t[1]), positive, depth);
      case Op::ite:
        return read(terms_.logical_or(
                        terms_.logical_and(t[0], t[1]),
                        terms_.logical_and(terms_.logical_not(t[0]), t[2])),
                    positive,
                    depth);
      case Op::logical_xor:
        return same(t[0], t[1], !positive, depth);
      case Op::equal:
        if (t[0].sort().kind() == SortKind::boolean) {
          return same(t[0], t[1], positive, depth);
        }
        return is_number(t[0]) ? compare(t, positive, depth)
                               : literal(t, positive);
      case Op::distinct:
        return different(t, positive, depth);
      case Op::less:
      case Op::less_equal:
        return compare(t, positive, depth);
      default:
        return literal(t, positive);
    }
  }

 private:
  static std::vector<Cube> literal(Term t, bool positive) {
    Cube cube;
    cube.literals.emplace(t, positive);
    return {cube};
  }

  Disjunction join(const std::vector<Term>& operands,
                   bool positive,
                   bool all,
                   int depth) {
    std::vector<Cube> result;
    if (all) result.emplace_back();
    for (const Term o : operands) {
      Disjunction next = read(o, positive, depth + 1);
      if (!next) return std::nullopt;
      if (all) {
        Disjunction both = meet(terms_, result, *next);
        if (!both) return std::nullopt;
        result = std::move(*both);
      } else {
        result.insert(result.end(), next->begin(), next->end());
        if (result.size() > kMostOpen) return std::nullopt;
      }
    }
    return result;
  }

  Disjunction same(Term a, Term b, bool positive, int depth) {
    const Term not_a = terms_.logical_not(a);
    const Term not_b = terms_.logical_not(b);
    const Term first =
        positive ? terms_.logical_and(a, b) : terms_.logical_and(a, not_b);
    const Term second = positive ? terms_.logical_and(not_a, not_b)
                                 : terms_.logical_and(not_a, b);
    return read(terms_.logical_or(first, second), true, depth + 1);
  }

  Disjunction different(Term t, bool positive, int depth) {
    std::vector<Term> pairs;
    for (std::size_t i = 0; i < t.operands().size(); ++i) {
      for (std::size_t k = i + 1; k < t.operands().size(); ++k) {
        pairs.push_back(terms_.logical_not(terms_.equal(t[i], t[k])));
      }
    }
    return read(terms_.logical_and(pairs), positive, depth + 1);
  }

  Disjunction compare(Term t, bool positive, int depth) {
    for (const Term side : t.operands()) {
      const Term choice = first_choice(side);
      if (!choice.valid()) continue;
      const Term then = logic::simplify(terms_, replace(t, choice, choice[1]));
      const Term otherwise =
          logic::simplify(terms_, replace(t, choice, choice[2]));
      return read(terms_.ite(choice[0], then, otherwise), positive, depth + 1);
    }
    LinearSum sum = linear_sum(t[0]);
    sum.add(linear_sum(t[1]), -1);
    LinearSum opposite;
    opposite.add(sum, -1);
    if (t.op() == Op::equal) {
      if (positive) return single(sum, Relation::equal);
      return join_single(single(sum, Relation::less),
                         single(opposite, Relation::less));
    }
    const bool strict = t.op() == Op::less;
    if (positive) {
      return single(sum, strict ? Relation::less : Relation::less_equal);
    }
    return single(opposite, strict ? Relation::less_equal : Relation::less);
  }

  /// `t` with all of `what` replaced.
  Term replace(Term t, Term what, Term by) {
    if (t == what) return by;
    std::vector<Term> operands;
    for (const Term o : t.operands()) operands.push_back(replace(o, what, by));
    return operands.empty() ? t : terms_.rebuild(t, operands);
  }

  std::vector<Cube> single(const LinearSum& sum, Relation relation) {
    Cube cube;
    cube.constraints.push_back(constraint_of(sum, relation));
    if (!normalise(terms_, cube)) return {};
    return {cube};
  }

  static std::vector<Cube> join_single(std::vector<Cube> a,
                                       const std::vector<Cube>& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
  }

  TermManager& terms_;
};

LinearConstraint negation(const LinearConstraint& c) {
  LinearConstraint result = c;
  for (auto& [atom, a] : result.coefficients) a = -a;
  result.constant = -result.constant;
  result.relation =
      c.relation == Relation::less ? Relation::less_equal : Relation::less;
  return result;
}

/// Whether all of the cube satisfies the constraint.
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

/// Removes constraints that the others, or what is in `known`, imply.
void drop_implied(TermManager& terms,
                  Cube& cube,
                  const std::vector<Cube>& known) {
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

/// The union of two cubes that differ in a constraint and its negation.
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

std::optional<Cubes> Cubes::from(TermManager& terms, Term formula) {
  auto cubes = Reader(terms).read(formula, true);
  if (!cubes) return std::nullopt;
  Cubes result(terms);
  result.cubes_ = std::move(*cubes);
  result.reduce();
  if (result.cubes_.size() > kMost) return std::nullopt;
  return result;
}

bool Cubes::excludes(Term formula) const {
  const auto cases = Reader(*terms_).read(formula, true);
  if (!cases) return false;
  for (const Cube& a : *cases) {
    for (const Cube& b : cubes_) {
      const auto both = meet(*terms_, a, b);
      if (both && !is_refuted(*terms_, *both)) return false;
    }
  }
  return true;
}

void Cubes::reduce() {
  std::erase_if(cubes_, [&](Cube& c) { return !normalise(*terms_, c); });
  std::erase_if(cubes_, [&](const Cube& c) { return is_refuted(*terms_, c); });
  for (bool again = true; again;) {
    again = false;
    for (std::size_t i = 0; i < cubes_.size() && !again; ++i) {
      for (std::size_t k = 0; k < cubes_.size() && !again; ++k) {
        if (i == k) continue;
        auto both = i < k ? united(*terms_, cubes_[i], cubes_[k])
                          : std::optional<Cube>();
        const bool inside = !both && is_within(*terms_, cubes_[k], cubes_[i]);
        if (!both && !inside) continue;
        if (both) cubes_[i] = std::move(*both);
        cubes_.erase(cubes_.begin() + static_cast<std::ptrdiff_t>(k));
        again = true;
      }
    }
  }
  for (Cube& c : cubes_) drop_implied(*terms_, c, {Cube()});
}

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

std::optional<Cubes> Cubes::without(std::span<const Term> variables,
                                    bool exact) const {
  Cubes result(*terms_);
  for (const Cube& c : cubes_) {
    Cube rest = c;
    // Equations first: they make the rest simpler.
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
      all.push_back(symbolic::to_term(*terms_, k));
    }
    cases.push_back(terms_->logical_and(all));
  }
  return logic::simplify(*terms_, terms_->logical_or(cases));
}

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
        const std::vector<Term> free = logic::free_variables(value);
        if (std::binary_search(free.begin(), free.end(), x)) continue;
        left.erase(at);
        formula = logic::simplify(
            terms, logic::substitute(terms, formula, {{x, value}}));
        again = true;
      }
      if (again) break;
    }
  }
  const std::vector<Term> free = logic::free_variables(formula);
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

bool is_refuted_linear(TermManager& terms, std::span<const Term> conjuncts) {
  return Cubes::from(terms, terms.boolean(true))
      ->excludes(terms.logical_and(conjuncts));
}

}  // namespace catenary::engine::symbolic
