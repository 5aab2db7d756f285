// SPDX-License-Identifier: Apache-2.0
#include "engine/symbolic/search/abstract_values.h"

#include <algorithm>
#include <bit>
#include <cstddef>

#include "engine/symbolic/search/finite_domains.h"
#include "engine/symbolic/search/liveness.h"
#include "logic/arithmetic/number.h"
#include "logic/term/traverse.h"

namespace catenary::engine::symbolic {

namespace {

using logic::Op;
using logic::SortKind;
using logic::Term;
using model::TimedAutomaton;
using model::TimedStatement;

}  // namespace

AbstractStore::AbstractStore(const TimedAutomaton& automaton,
                             const AbstractRanges& ranges,
                             logic::TermManager& terms,
                             Term choice)
    : automaton_(automaton),
      ranges_(ranges),
      terms_(terms),
      simplifier_(*automaton.terms),
      choice_(choice),
      values_(automaton.variables.size()) {
  for (std::uint32_t v = 0; v < automaton.variables.size(); ++v) {
    position_.emplace(automaton.variables[v].term, v);
    forget(v);
    if (ranges.is_tracked_clock(v)) values_[v].known = terms.boolean(true);
  }
}

void AbstractStore::forget(std::uint32_t variable) {
  values_[variable] = {terms_.boolean(false), number_term(0)};
}

Term AbstractStore::number_term(std::int64_t n) const {
  return terms_.bitvec(AbstractValue::kBits, n);
}

AbstractTruth AbstractStore::unknown_truth() const {
  return {terms_.boolean(true), terms_.boolean(true)};
}

AbstractTruth AbstractStore::exactly(Term condition) const {
  return {condition, terms_.logical_not(condition)};
}

AbstractValue AbstractStore::as_value(const AbstractTruth& truth) const {
  return {
      terms_.logical_not(terms_.logical_and(truth.may_hold, truth.may_fail)),
      terms_.ite(truth.may_hold, number_term(1), number_term(0))};
}

AbstractValue AbstractStore::within(const AbstractValue& of,
                                    std::uint32_t most) const {
  const Term low = terms_.make(
      Op::bv_sle, {number_term(-static_cast<std::int64_t>(most)), of.value});
  const Term high = terms_.make(Op::bv_sle, {of.value, number_term(most)});
  return {terms_.logical_and(of.known, terms_.logical_and(low, high)),
          of.value};
}

AbstractValue AbstractStore::arithmetic(Op op,
                                        const AbstractValue& a,
                                        const AbstractValue& b) const {
  const Term known = terms_.logical_and(a.known, b.known);
  return within({known, terms_.make(op, {a.value, b.value})},
                AbstractRanges::kMost);
}

// Integer parts of moments that differ by at most n differ by at most n rounded
// up.
Term AbstractStore::at_most(Term clock, const mpq_class& ticks) const {
  const mpz_class up = logic::ceiling_of(ticks);
  if (up < 0) return terms_.boolean(false);
  return terms_.make(Op::bv_ule,
                     {clock, terms_.bitvec(AbstractValue::kBits, up)});
}

Term AbstractStore::at_least(Term clock, const mpq_class& ticks) const {
  const mpz_class down = logic::floor_of(ticks);
  if (down < 0) return terms_.boolean(true);
  return terms_.make(Op::bv_uge,
                     {clock, terms_.bitvec(AbstractValue::kBits, down)});
}

AbstractTruth AbstractStore::comparison(Term t) const {
  const auto bound = bound_of_variable(t);
  const auto at = bound ? position_.find(bound->variable) : position_.end();
  if (at != position_.end() && ranges_.is_tracked_clock(at->second)) {
    const mpq_class ticks = ranges_.ticks(bound->bound);
    const bool is_order = t.op() == Op::less || t.op() == Op::less_equal;
    const Term clock = values_[at->second].value;
    const Term below = at_most(clock, ticks);
    const Term above = at_least(clock, ticks);
    if (is_order) {
      return bound->below ? AbstractTruth{below, above}
                          : AbstractTruth{above, below};
    }
    const Term equal = terms_.logical_and(below, above);
    const Term any = terms_.boolean(true);
    return t.op() == Op::equal ? AbstractTruth{equal, any}
                               : AbstractTruth{any, equal};
  }
  if (t.operands().size() != 2) return unknown_truth();
  const AbstractValue a = number_of(t[0]);
  const AbstractValue b = number_of(t[1]);
  Term holds;
  switch (t.op()) {
    case Op::less:
      holds = terms_.make(Op::bv_slt, {a.value, b.value});
      break;
    case Op::less_equal:
      holds = terms_.make(Op::bv_sle, {a.value, b.value});
      break;
    case Op::distinct:
      holds = terms_.logical_not(terms_.equal(a.value, b.value));
      break;
    default:
      holds = terms_.equal(a.value, b.value);
      break;
  }
  const Term unknown = terms_.logical_not(terms_.logical_and(a.known, b.known));
  return {terms_.logical_or(unknown, holds),
          terms_.logical_or(unknown, terms_.logical_not(holds))};
}

AbstractTruth AbstractStore::negated(const AbstractTruth& a) {
  return {a.may_fail, a.may_hold};
}

AbstractTruth AbstractStore::conjunction(const AbstractTruth& a,
                                         const AbstractTruth& b) const {
  return {terms_.logical_and(a.may_hold, b.may_hold),
          terms_.logical_or(a.may_fail, b.may_fail)};
}

AbstractTruth AbstractStore::disjunction(const AbstractTruth& a,
                                         const AbstractTruth& b) const {
  return negated(conjunction(negated(a), negated(b)));
}

AbstractTruth AbstractStore::of_variable(Term t) const {
  const auto at = position_.find(t);
  if (at == position_.end()) return unknown_truth();
  const AbstractValue& v = values_[at->second];
  const Term unknown = terms_.logical_not(v.known);
  const Term holds = terms_.equal(v.value, number_term(1));
  return {terms_.logical_or(unknown, holds),
          terms_.logical_or(unknown, terms_.logical_not(holds))};
}

AbstractTruth AbstractStore::truth_of(Term t) const {
  const auto of = [&](std::size_t i) { return truths_.at(t[i]); };
  // If one of two conditions holds, or the other: a choice by a condition.
  const auto choice = [&](const AbstractTruth& a,
                          const AbstractTruth& then,
                          const AbstractTruth& otherwise) {
    return disjunction(conjunction(a, then),
                       conjunction(negated(a), otherwise));
  };
  const bool of_booleans =
      !t.operands().empty() && t[0].sort().kind() == SortKind::boolean;
  switch (t.op()) {
    case Op::constant:
      return exactly(terms_.boolean(t.is_true()));
    case Op::variable:
      return of_variable(t);
    case Op::logical_not:
      return negated(of(0));
    case Op::logical_and:
    case Op::logical_or: {
      AbstractTruth out = of(0);
      for (std::size_t i = 1; i < t.operands().size(); ++i) {
        out = t.op() == Op::logical_and ? conjunction(out, of(i))
                                        : disjunction(out, of(i));
      }
      return out;
    }
    case Op::implies:
      return disjunction(negated(of(0)), of(1));
    case Op::logical_xor:
      if (t.operands().size() != 2) return unknown_truth();
      return choice(of(0), negated(of(1)), of(1));
    case Op::ite:
      return choice(of(0), of(1), of(2));
    case Op::equal:
      if (!of_booleans) return comparison(t);
      return choice(of(0), of(1), negated(of(1)));
    case Op::distinct:
    case Op::less:
    case Op::less_equal:
      return of_booleans ? unknown_truth() : comparison(t);
    default:
      return unknown_truth();
  }
}

AbstractValue AbstractStore::number_of(Term t) const {
  const auto of = [&](std::size_t i) { return numbers_.at(t[i]); };
  const auto folded = [&](Op op) {
    AbstractValue out = of(0);
    for (std::size_t i = 1; i < t.operands().size(); ++i) {
      out = arithmetic(op, out, of(i));
    }
    return out;
  };
  const AbstractValue unknown{terms_.boolean(false), number_term(0)};
  switch (t.op()) {
    case Op::constant: {
      const mpq_class n = logic::number_of(t.value());
      if (n.get_den() != 1 || abs(n) > AbstractRanges::kMost) return unknown;
      return {terms_.boolean(true), number_term(n.get_num().get_si())};
    }
    case Op::variable: {
      const auto at = position_.find(t);
      if (at == position_.end()) return unknown;
      return automaton_.variables[at->second].clock ? unknown
                                                    : values_[at->second];
    }
    case Op::add:
      return folded(Op::bv_add);
    case Op::sub:
      return folded(Op::bv_sub);
    case Op::mul:
      return folded(Op::bv_mul);
    case Op::neg:
      return {of(0).known, terms_.make(Op::bv_neg, {of(0).value})};
    case Op::to_real:
    case Op::to_int:
      // A known value is an integer, which both conversions keep.
      return of(0);
    case Op::ite: {
      const AbstractValue choice = as_value(truths_.at(t[0]));
      const Term then = terms_.equal(choice.value, number_term(1));
      return {terms_.logical_and(choice.known,
                                 terms_.ite(then, of(1).known, of(2).known)),
              terms_.ite(then, of(1).value, of(2).value)};
    }
    default:
      return unknown;
  }
}

void AbstractStore::evaluate(Term expression) {
  for (const Term t : logic::subterms(expression)) {
    if (t.sort().kind() == SortKind::boolean) {
      truths_.insert_or_assign(t, truth_of(t));
    } else {
      numbers_.insert_or_assign(t, number_of(t));
    }
  }
}

AbstractTruth AbstractStore::truth(Term condition) {
  const Term simple = simplifier_.simplify(condition);
  evaluate(simple);
  return truths_.at(simple);
}

AbstractValue AbstractStore::number(Term expression) {
  const Term simple = simplifier_.simplify(expression);
  evaluate(simple);
  return numbers_.at(simple);
}

void AbstractStore::choose(Term condition) {
  if (!choice_.valid()) return;
  constexpr std::size_t kMostValues = 64;
  const auto domains =
      finite_domains(condition, kMostValues, AbstractRanges::kMost);
  for (const auto& [variable, values] : domains) {
    const auto bits =
        static_cast<std::uint32_t>(std::bit_width(values.size() - 1));
    const auto at = position_.find(variable);
    if (at == position_.end() || automaton_.variables[at->second].clock ||
        values_[at->second].known.is_true() ||
        chosen_ + bits > AbstractValue::kBits) {
      continue;
    }
    Term value = number_term(values.back());
    if (bits > 0) {
      const Term index =
          terms_.make(Op::bv_extract, {choice_}, {chosen_ + bits - 1, chosen_});
      for (std::size_t i = 0; i + 1 < values.size(); ++i) {
        value = terms_.ite(terms_.equal(index, terms_.bitvec(bits, i)),
                           number_term(values[i]),
                           value);
      }
    }
    chosen_ += bits;
    AbstractValue& v = values_[at->second];
    v = {terms_.boolean(true), terms_.ite(v.known, v.value, value)};
  }
}

void AbstractStore::learn(Term condition) {
  if (condition.op() == Op::logical_and) {
    for (const Term part : condition.operands()) learn(part);
    return;
  }
  const auto know = [&](Term variable, const AbstractValue& is) {
    const auto at = position_.find(variable);
    if (at == position_.end() || automaton_.variables[at->second].clock) return;
    AbstractValue& v = values_[at->second];
    v = {terms_.logical_or(v.known, is.known),
         terms_.ite(v.known, v.value, is.value)};
  };
  const bool negative = condition.op() == Op::logical_not;
  const Term atom = negative ? condition[0] : condition;
  if (atom.is_variable()) {
    know(atom, {terms_.boolean(true), number_term(negative ? 0 : 1)});
  } else if (condition.op() == Op::equal &&
             condition[0].sort().kind() != SortKind::boolean) {
    // Both values are those before anything was learnt.
    const AbstractValue left = numbers_.at(condition[0]);
    const AbstractValue right = numbers_.at(condition[1]);
    if (condition[0].is_variable()) know(condition[0], right);
    if (condition[1].is_variable()) know(condition[1], left);
  }
}

void AbstractStore::assign(const TimedStatement& statement) {
  std::vector<AbstractValue> values;
  for (const model::TimedAssignment& a : statement.assignments) {
    const model::TimedVariable& v = automaton_.variables[a.variable];
    if (ranges_.is_tracked_clock(a.variable)) {
      const mpq_class time = ranges_.ticks(
          logic::number_of(simplifier_.simplify(a.value).value()));
      const auto least =
          std::min<mpz_class>(logic::floor_of(time), ranges_.cap(a.variable));
      values.push_back({terms_.boolean(true), number_term(least.get_si())});
    } else if (v.type.base == model::DataType::Base::boolean) {
      values.push_back(as_value(truth(a.value)));
    } else if (v.clock) {
      values.push_back({terms_.boolean(false), number_term(0)});
    } else {
      values.push_back(number(a.value));
    }
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    values_[statement.assignments[i].variable] = values[i];
  }
}

Term AbstractStore::execute(const TimedStatement& statement) {
  truths_.clear();
  numbers_.clear();
  switch (statement.kind) {
    case TimedStatement::Kind::guard: {
      const Term simple = simplifier_.simplify(statement.condition);
      choose(simple);
      const Term may_hold = truth(simple).may_hold;
      learn(simple);
      return may_hold;
    }
    case TimedStatement::Kind::assign:
      assign(statement);
      break;
    case TimedStatement::Kind::fresh: {
      AbstractValue& v = values_[statement.assignments.at(0).variable];
      const Term may_change = statement.condition.valid()
                                  ? truth(statement.condition).may_hold
                                  : terms_.boolean(true);
      v.known = terms_.logical_and(v.known, terms_.logical_not(may_change));
      break;
    }
    case TimedStatement::Kind::send:
      break;
  }
  return terms_.boolean(true);
}

AbstractValue AbstractStore::value_between_steps(std::uint32_t variable) const {
  const AbstractValue& v = values_[variable];
  if (ranges_.is_tracked_clock(variable)) {
    const Term cap = number_term(ranges_.cap(variable));
    const Term is_less = terms_.make(Op::bv_ult, {v.value, cap});
    return {v.known, terms_.ite(is_less, v.value, cap)};
  }
  const AbstractValue in = within(v, ranges_.window());
  return {in.known, terms_.ite(in.known, in.value, number_term(0))};
}

}  // namespace catenary::engine::symbolic
