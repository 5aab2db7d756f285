// SPDX-License-Identifier: Apache-2.0
/// \file
/// Types, conversion of terms, and look-up by name.
#include "model/timed/timed_automaton.h"

#include <algorithm>
#include <set>

#include "base/check.h"
#include "logic/arithmetic/number.h"
#include "logic/term/traverse.h"

namespace catenary::model {

namespace {

using logic::Op;
using logic::SortKind;
using logic::Term;
using logic::TermManager;

/// Whether an operator compares two values.
bool compares(Op op) {
  return op == Op::equal || op == Op::distinct || op == Op::less ||
         op == Op::less_equal;
}

/// The index of the only element that fits; nothing if none or several do.
template <typename List, typename Fits>
std::optional<std::uint32_t> find_only(const List& list, const Fits& fits) {
  std::optional<std::uint32_t> found;
  for (std::uint32_t i = 0; i < list.size(); ++i) {
    if (!fits(list[i])) continue;
    if (found) return std::nullopt;
    found = i;
  }
  return found;
}

}  // namespace

logic::Sort DataType::sort() const {
  switch (base) {
    case Base::boolean:
      return logic::Sort::boolean();
    case Base::integer:
      return logic::Sort::integer();
    case Base::rational:
      return logic::Sort::real();
  }
  return logic::Sort::integer();
}

std::string DataType::to_string() const {
  if (base == Base::boolean) return "bool";
  return std::string(is_time ? "time " : "") + (non_negative ? "u" : "") +
         (base == Base::integer ? "int" : "rational");
}

Term convert_to(TermManager& terms, const DataType& type, Term value) {
  // The readers have checked the types.
  if (type.base == DataType::Base::boolean) {
    CATENARY_CHECK(value.sort().kind() == SortKind::boolean, "no Boolean");
    return value;
  }
  CATENARY_CHECK(logic::is_number(value), "no number");
  if (value.sort() == type.sort()) return value;
  if (type.base == DataType::Base::rational) {
    return terms.make(Op::to_real, {value});
  }
  // The integer from before the conversion to a rational: to_int(to_real(x)) =
  // x.
  if (value.op() == Op::to_real) return value[0];
  return terms.make(Op::to_int, {value});
}

Term is_of_type(TermManager& terms, const DataType& type, Term value) {
  if (type.base == DataType::Base::boolean) return terms.boolean(true);
  std::vector<Term> all;
  // A converted Int is integral, and needs no condition.
  if (type.base == DataType::Base::integer &&
      value.sort().kind() == SortKind::real && value.op() != Op::to_real) {
    all.push_back(terms.make(Op::is_int, {value}));
  }
  if (type.non_negative) {
    const Term zero = value.sort().kind() == SortKind::real
                          ? terms.constant(logic::Value::real(0))
                          : terms.integer(0);
    all.push_back(terms.make(Op::less_equal, {zero, value}));
  }
  return terms.logical_and(all);
}

std::string TimedAutomaton::qualified(std::uint32_t transition) const {
  const TimedTransition& t = transitions.at(transition);
  return states.at(t.from).name + "." + t.name;
}

std::optional<std::uint32_t> TimedAutomaton::find_transition(
    std::string_view name) const {
  // Names of transitions need be unique within a state only.
  const auto dot = name.find('.');
  if (dot == std::string_view::npos) {
    return find_only(transitions,
                     [&](const auto& t) { return t.name == name; });
  }
  return find_only(transitions, [&](const TimedTransition& t) {
    return states.at(t.from).name == name.substr(0, dot) &&
           t.name == name.substr(dot + 1);
  });
}

std::optional<std::uint32_t> TimedAutomaton::find_state(
    std::string_view name) const {
  return find_only(states, [&](const auto& s) { return s.name == name; });
}

std::optional<std::uint32_t> TimedAutomaton::find_channel(
    std::string_view name) const {
  return find_only(channels, [&](const auto& c) { return c.name == name; });
}

std::optional<std::uint32_t> TimedAutomaton::find_variable(
    std::string_view name) const {
  return find_only(variables, [&](const auto& v) { return v.name == name; });
}

std::vector<std::uint32_t> TimedAutomaton::uninitialised() const {
  std::vector<bool> known(variables.size(), false);
  // Clocks begin at 0.
  for (std::size_t i = 0; i < variables.size(); ++i) {
    known[i] = variables[i].clock;
  }
  for (const TimedStatement& s : init) {
    // Guards of the initialisation restrict values, but do not assign.
    if (s.kind == TimedStatement::Kind::guard) continue;
    for (const TimedAssignment& a : s.assignments) known.at(a.variable) = true;
  }
  std::vector<std::uint32_t> out;
  for (std::uint32_t i = 0; i < variables.size(); ++i) {
    if (!known[i]) out.push_back(i);
  }
  return out;
}

mpq_class TimedAutomaton::largest_clock_constant() const {
  std::set<Term> clocks;
  for (const TimedVariable& v : variables) {
    if (v.clock) clocks.insert(v.term);
  }
  mpq_class largest = 0;
  const auto look_at = [&](Term condition) {
    // For each comparison that mentions a clock, all constants in it count: an
    // over-approximation is what users of this bound need.
    for (const Term comparison : logic::subterms(condition)) {
      if (!compares(comparison.op())) continue;
      bool timed = false;
      mpq_class here = 0;
      for (const Term t : logic::subterms(comparison)) {
        timed = timed || clocks.contains(t);
        if (t.op() != Op::constant || !logic::is_number(t)) continue;
        const mpq_class c = logic::number_of(t.value());
        here = std::max(here, mpq_class(abs(c)));
      }
      if (timed) largest = std::max(largest, here);
    }
  };
  // Assignments cannot compare clocks.
  for (const TimedTransition& t : transitions) {
    for (const TimedStatement& s : t.statements) {
      if (s.kind == TimedStatement::Kind::guard) look_at(s.condition);
    }
  }
  return largest;
}

}  // namespace catenary::model
