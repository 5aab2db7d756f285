// SPDX-License-Identifier: Apache-2.0
/// \file
/// Conditions under which a division by zero is evaluated, found by descending
/// through expressions with the condition under which each part is evaluated.

#include "engine/symbolic/search/divisions.h"

#include <algorithm>

namespace catenary::engine::symbolic {

namespace {

using logic::Op;
using logic::Term;
using logic::TermManager;

/// Whether the term is not a constant other than 0.
bool may_be_zero(Term t) {
  return !t.is_constant() || t.value() == logic::default_value(t.sort());
}

/// Collects the conditions "the division is evaluated, and its divisor is
/// zero". `under`: when `t` is evaluated.
void collect(TermManager& terms, Term t, Term under, std::vector<Term>& found) {
  const auto below = [&](Term operand, Term more) {
    collect(terms, operand, terms.logical_and(under, more), found);
  };
  const auto operands = t.operands();
  switch (t.op()) {
    // An operand of "and" matters only where the others hold; an operand of
    // "or" only where they do not hold. The order does not count, since
    // formulas have none.
    case Op::logical_and:
    case Op::logical_or:
      for (std::size_t i = 0; i < operands.size(); ++i) {
        std::vector<Term> rest;
        for (std::size_t k = 0; k < operands.size(); ++k) {
          if (k == i) continue;
          rest.push_back(t.op() == Op::logical_and
                             ? operands[k]
                             : terms.logical_not(operands[k]));
        }
        below(t[i], terms.logical_and(rest));
      }
      return;
    case Op::implies:
      collect(terms, t[0], under, found);
      below(t[1], t[0]);
      return;
    case Op::ite:
      collect(terms, t[0], under, found);
      below(t[1], t[0]);
      below(t[2], terms.logical_not(t[0]));
      return;
    case Op::int_div:
    case Op::int_mod:
    case Op::real_div:
      if (may_be_zero(t[1])) {
        const Term zero = terms.constant(logic::default_value(t[1].sort()));
        const Term is_zero = terms.equal(t[1], zero);
        found.push_back(terms.logical_and(under, is_zero));
      }
      break;
    default:
      break;
  }
  // The operands are evaluated whenever the term is.
  for (const Term o : operands) collect(terms, o, under, found);
}

}  // namespace

/// For each division a copy of its transition, with the condition as a guard in
/// front of the statement. The copy sees the values that the statement sees.
Divisions find_divisions(const model::TimedAutomaton& automaton) {
  using Kind = model::TimedStatement::Kind;
  Divisions result{automaton, {}};
  TermManager& terms = *automaton.terms;
  const auto count = static_cast<std::uint32_t>(automaton.transitions.size());
  for (std::uint32_t t = 0; t < count; ++t) {
    const model::TimedTransition& transition = automaton.transitions[t];
    for (std::size_t s = 0; s < transition.statements.size(); ++s) {
      const model::TimedStatement& statement = transition.statements[s];
      std::vector<Term> expressions;
      if (statement.condition.valid()) {
        expressions.push_back(statement.condition);
      }
      for (const auto& a : statement.assignments) {
        if (a.value.valid()) expressions.push_back(a.value);
      }
      if (statement.kind == Kind::send) {
        expressions.insert(
            expressions.end(), transition.sent.begin(), transition.sent.end());
      }
      std::vector<Term> found;
      for (const Term e : expressions) {
        collect(terms, e, terms.boolean(true), found);
      }
      for (const Term zero : found) {
        model::TimedTransition probe = transition;
        model::TimedStatement guard;
        guard.condition = zero;
        guard.where = statement.where;
        probe.statements.insert(
            probe.statements.begin() + static_cast<std::ptrdiff_t>(s), guard);
        const auto index =
            static_cast<std::uint32_t>(result.automaton.transitions.size());
        result.automaton.states[probe.from].transitions.push_back(index);
        result.automaton.transitions.push_back(std::move(probe));
        result.all.push_back({t, index, statement.where});
      }
    }
  }
  return result;
}

}  // namespace catenary::engine::symbolic
