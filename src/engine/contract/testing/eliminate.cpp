// SPDX-License-Identifier: Apache-2.0
/// \file
/// Quantifier elimination by propagation, expansion and Z3, in this order.
#include "engine/contract/testing/eliminate.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "logic/smt/solver.h"
#include "logic/term/rewrite/simplify.h"
#include "logic/term/traverse.h"

namespace catenary::engine::contract {
namespace {

using logic::Op;
using logic::Term;
using logic::TermManager;

/// Variables of sorts with at most so many values are expanded. Each expansion
/// may multiply the size of the formula by this, before simplification.
constexpr std::uint64_t kMostExpanded = 8;

/// The variable that a conjunct fixes to a constant, and this constant.
std::optional<std::pair<Term, Term>> fact_of(TermManager& terms,
                                             Term conjunct) {
  if (conjunct.is_variable()) return {{conjunct, terms.boolean(true)}};
  if (conjunct.op() == Op::logical_not && conjunct[0].is_variable()) {
    return {{conjunct[0], terms.boolean(false)}};
  }
  if (conjunct.op() != Op::equal) return std::nullopt;
  for (const auto& [a, b] : {std::pair{conjunct[0], conjunct[1]},
                             std::pair{conjunct[1], conjunct[0]}}) {
    if (a.is_variable() && b.is_constant()) return {{a, b}};
  }
  return std::nullopt;
}

/// All conjuncts of nested conjunctions. Iterative: formulas may be deep.
std::vector<Term> conjuncts(Term formula) {
  std::vector<Term> out;
  std::vector<Term> open{formula};
  while (!open.empty()) {
    const Term t = open.back();
    open.pop_back();
    if (t.op() == Op::logical_and) {
      open.insert(open.end(), t.operands().begin(), t.operands().end());
    } else {
      out.push_back(t);
    }
  }
  return out;
}

/// The number of values of a variable, or more than kMostExpanded if its sort
/// is infinite.
std::uint64_t expansions(Term variable) {
  return logic::cardinality(variable.sort()).value_or(kMostExpanded + 1);
}

}  // namespace

Reduced reduce(TermManager& terms, Term formula) {
  Reduced out{logic::simplify(terms, formula), {}};
  while (true) {
    logic::Substitution found;
    for (const Term c : conjuncts(out.rest)) {
      if (c.is_constant()) continue;
      if (const auto fact = fact_of(terms, c)) found.insert(*fact);
    }
    // Invariant: `rest` and `facts` together are equivalent to `formula`. Two
    // conjuncts that fix a variable to different values leave false behind: one
    // wins in `found`, and the other conjunct becomes false by substitution.
    if (found.empty()) return out;
    out.rest =
        logic::simplify(terms, logic::substitute(terms, out.rest, found));
    out.facts.merge(found);
  }
}

Term eliminate(TermManager& terms,
               std::span<const Term> bound,
               Term formula,
               const base::Budget& budget) {
  Reduced reduced = reduce(terms, formula);
  const auto is_bound = [&](Term t) {
    return std::find(bound.begin(), bound.end(), t) != bound.end();
  };
  std::vector<Term> left;
  for (const Term v : logic::free_variables(reduced.rest)) {
    if (is_bound(v)) left.push_back(v);
  }
  std::stable_sort(left.begin(), left.end(), [](Term a, Term b) {
    return expansions(a) < expansions(b);
  });
  // Smallest sorts first: their expansion shares most, and often makes later
  // variables disappear by simplification.
  Term rest = reduced.rest;
  std::vector<Term> hard;
  for (const Term v : left) {
    const std::uint64_t values = expansions(v);
    if (values > kMostExpanded) {
      hard.push_back(v);
      continue;
    }
    std::vector<Term> cases;
    for (std::uint64_t i = 0; i < values; ++i) {
      const Term value = terms.constant(logic::nth_value(v.sort(), i));
      cases.push_back(logic::substitute(terms, rest, {{v, value}}));
    }
    rest = logic::simplify(terms, terms.logical_or(cases));
  }
  if (!hard.empty()) {
    rest = logic::smt::eliminate_quantifiers(
        terms, terms.quantify(Op::exists, hard, rest), budget);
    if (!rest.valid()) return rest;
  }
  // Facts about bound variables are dropped: "exists x. x = c and rest" is
  // `rest`, which does not mention x. Facts about others are conditions of the
  // result.
  std::vector<Term> all{rest};
  for (const auto& [variable, value] : reduced.facts) {
    if (!is_bound(variable)) all.push_back(terms.equal(variable, value));
  }
  return logic::simplify(terms, terms.logical_and(all));
}

}  // namespace catenary::engine::contract
