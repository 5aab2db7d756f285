// SPDX-License-Identifier: Apache-2.0
/// \file
/// Templates of candidates, filled with the variables, constants and guards of
/// both systems.

#include "engine/symbolic/relation_candidates.h"

#include <algorithm>
#include <set>

#include "logic/term/traverse.h"

namespace catenary::engine::symbolic {

namespace {

using logic::Op;
using logic::Term;
using logic::TermManager;
using model::TimedAutomaton;
using model::TimedTransition;

/// Whether the term is a number and not a Boolean.
bool is_number(Term t) {
  return t.sort().kind() != logic::SortKind::boolean;
}

/// Comparisons in guards of the specification, without clocks: these are about
/// delays, which differ from state to state.
std::vector<Term> guard_atoms(const TimedAutomaton& specification) {
  std::set<Term> clocks;
  for (const auto& v : specification.variables) {
    if (v.clock) clocks.insert(v.term);
  }
  std::set<Term> out;
  for (const TimedTransition& t : specification.transitions) {
    for (const auto& s : t.statements) {
      if (s.kind != model::TimedStatement::Kind::guard) continue;
      for (const Term a : logic::subterms(s.condition)) {
        if (a.op() != Op::equal && a.op() != Op::less &&
            a.op() != Op::less_equal) {
          continue;
        }
        const std::vector<Term> parts = logic::subterms(a);
        if (std::none_of(parts.begin(), parts.end(), [&](Term p) {
              return clocks.contains(p);
            })) {
          out.insert(a);
        }
      }
    }
  }
  return {out.begin(), out.end()};
}

/// Constants of this sort in both systems, and 0.
std::vector<Term> constants(TermManager& terms,
                            const TimedAutomaton& specification,
                            const TimedAutomaton& implementation,
                            const logic::Sort& sort) {
  std::vector<Term> roots;
  const auto add = [&](const std::vector<model::TimedStatement>& list) {
    for (const auto& s : list) {
      if (s.condition.valid()) roots.push_back(s.condition);
      for (const auto& a : s.assignments) roots.push_back(a.value);
    }
  };
  for (const TimedAutomaton* a : {&specification, &implementation}) {
    add(a->init);
    for (const TimedTransition& t : a->transitions) add(t.statements);
  }
  std::set<Term> out{sort.kind() == logic::SortKind::real
                         ? terms.constant(logic::Value::real(0))
                         : terms.integer(0)};
  for (const Term t : logic::subterms(roots)) {
    if (t.is_constant() && t.sort() == sort) out.insert(t);
  }
  return {out.begin(), out.end()};
}

}  // namespace

std::vector<Term> relation_candidates(const TimedAutomaton& specification,
                                      const TimedAutomaton& implementation,
                                      const std::vector<Term>& impl_variables,
                                      const logic::Substitution& to_impl) {
  TermManager& terms = *specification.terms;
  std::set<Term> all;
  std::vector<Term> numbers;
  for (std::size_t i = 0; i < specification.variables.size(); ++i) {
    const Term x = specification.variables[i].term;
    const Term y = impl_variables[i];
    all.insert(terms.equal(x, y));
    if (!is_number(x)) {
      all.insert(x);
      all.insert(terms.logical_not(x));
      continue;
    }
    all.insert(terms.make(Op::less_equal, {x, y}));
    all.insert(terms.make(Op::less_equal, {y, x}));
    numbers.push_back(x);
    numbers.push_back(y);
    for (const Term c :
         constants(terms, specification, implementation, x.sort())) {
      for (const Term v : {x, y}) {
        all.insert(terms.make(Op::less_equal, {v, c}));
        all.insert(terms.make(Op::less_equal, {c, v}));
      }
    }
  }
  // Even positions are variables of the specification, odd ones those of the
  // implementation.
  for (std::size_t i = 0; i + 1 < numbers.size(); i += 2) {
    for (std::size_t j = 0; j + 1 < numbers.size(); j += 2) {
      if (i == j || !(numbers[i].sort() == numbers[j].sort())) continue;
      all.insert(terms.make(Op::less_equal, {numbers[i], numbers[j]}));
      all.insert(terms.make(Op::less_equal, {numbers[i + 1], numbers[j + 1]}));
    }
  }
  for (const Term atom : guard_atoms(specification)) {
    for (const Term a : {atom, logic::substitute(terms, atom, to_impl)}) {
      all.insert(a);
      all.insert(terms.logical_not(a));
    }
  }
  return {all.begin(), all.end()};
}

}  // namespace catenary::engine::symbolic
