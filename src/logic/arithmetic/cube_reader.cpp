// SPDX-License-Identifier: Apache-2.0
/// \file
/// Disjunctive normal form by recursion over the formula, with negations pushed
/// inwards. Intermediate results may be larger than what is kept, but are
/// bounded too.

#include "logic/arithmetic/cube_reader.h"

#include <algorithm>

#include "logic/arithmetic/linear_form.h"
#include "logic/arithmetic/number.h"
#include "logic/term/rewrite/simplify.h"

namespace catenary::logic {

namespace {

using Relation = LinearConstraint::Relation;
using Disjunction = std::optional<std::vector<Cube>>;

/// Depth of nested operators.
constexpr int kDeepest = 100;
/// Cubes while a formula is read: reduction comes afterwards.
constexpr std::size_t kMost = 8 * Cubes::kMost;

/// The intersection of two unions, without duplicates.
Disjunction meet(TermManager& terms,
                 const std::vector<Cube>& a,
                 const std::vector<Cube>& b) {
  std::vector<Cube> result;
  for (const Cube& x : a) {
    for (const Cube& y : b) {
      auto both = meet(terms, x, y);
      if (!both) continue;
      if (result.size() >= kMost) return std::nullopt;
      if (std::find(result.begin(), result.end(), *both) == result.end()) {
        result.push_back(std::move(*both));
      }
    }
  }
  return result;
}

/// Reads one formula.
class Reader {
 public:
  explicit Reader(TermManager& terms) : terms_(terms) {}

  // The cubes of `t`, or of its negation if not `positive`. Nothing if there
  // are too many.
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
        // A conjunction, or a negated disjunction: intersect; otherwise unite.
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
      // Exclusive or: the negation of equivalence.
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
  // An opaque Boolean atom.
  static std::vector<Cube> literal(Term t, bool positive) {
    Cube cube;
    cube.literals.emplace(t, positive);
    return {cube};
  }

  // The operands' cubes, intersected (`all`) or united.
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
        if (result.size() > kMost) return std::nullopt;
      }
    }
    return result;
  }

  // Equivalence of Booleans (or its negation) as two cases.
  Disjunction same(Term a, Term b, bool positive, int depth) {
    const Term not_a = terms_.logical_not(a);
    const Term not_b = terms_.logical_not(b);
    const Term first =
        positive ? terms_.logical_and(a, b) : terms_.logical_and(a, not_b);
    const Term second = positive ? terms_.logical_and(not_a, not_b)
                                 : terms_.logical_and(not_a, b);
    return read(terms_.logical_or(first, second), true, depth + 1);
  }

  // Pairwise different. With `positive` false, some pair is equal.
  Disjunction different(Term t, bool positive, int depth) {
    std::vector<Term> pairs;
    for (std::size_t i = 0; i < t.operands().size(); ++i) {
      for (std::size_t k = i + 1; k < t.operands().size(); ++k) {
        pairs.push_back(terms_.logical_not(terms_.equal(t[i], t[k])));
      }
    }
    return read(terms_.logical_and(pairs), positive, depth + 1);
  }

  // Comparisons. A conditional number is split into cases first, so that both
  // sides are linear.
  Disjunction compare(Term t, bool positive, int depth) {
    for (const Term side : t.operands()) {
      const Term choice = first_choice(side);
      if (!choice.valid()) continue;
      const Term then = simplify(terms_, replace(t, choice, choice[1]));
      const Term otherwise = simplify(terms_, replace(t, choice, choice[2]));
      return read(terms_.ite(choice[0], then, otherwise), positive, depth + 1);
    }
    LinearForm sum = linear_form(t[0]);
    sum.add(linear_form(t[1]), -1);
    // The negation of a constraint is a constraint on the opposite sum, except
    // for equations, whose negation has two cases.
    LinearForm opposite;
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

  /// The term with all occurrences of `what` replaced.
  Term replace(Term t, Term what, Term by) {
    if (t == what) return by;
    std::vector<Term> operands;
    for (const Term o : t.operands()) operands.push_back(replace(o, what, by));
    return operands.empty() ? t : terms_.rebuild(t, operands);
  }

  // A cube of one constraint; no cube if it is false.
  std::vector<Cube> single(const LinearForm& sum, Relation relation) {
    Cube cube;
    cube.constraints.push_back(constraint_of(sum, relation));
    if (!normalise(terms_, cube)) return {};
    return {cube};
  }

  // The union of two lists of cubes.
  static std::vector<Cube> join_single(std::vector<Cube> a,
                                       const std::vector<Cube>& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
  }

  TermManager& terms_;
};

}  // namespace

/// The same atom with different values contradicts itself; everything else is
/// left to normalise().
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

Disjunction read_cubes(TermManager& terms, Term formula) {
  return Reader(terms).read(formula, true);
}

}  // namespace catenary::logic
