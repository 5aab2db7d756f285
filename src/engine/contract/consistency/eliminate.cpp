// SPDX-License-Identifier: Apache-2.0
#include "engine/contract/consistency/eliminate.h"

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

/// Values up to which a finite variable is expanded.
constexpr std::uint64_t kMostExpanded = 8;

/// The variable a conjunct fixes, and its value.
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

/// Conjuncts at the top, nested ones too.
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

/// A value of the sort of which there are few.
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
  std::vector<Term> all{rest};
  for (const auto& [variable, value] : reduced.facts) {
    if (!is_bound(variable)) all.push_back(terms.equal(variable, value));
  }
  return logic::simplify(terms, terms.logical_and(all));
}

}  // namespace catenary::engine::contract
