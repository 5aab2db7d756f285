// SPDX-License-Identifier: Apache-2.0
/// \file
/// Witnesses. Formulas of a region are over the automaton's variables; for a
/// message they are instantiated at the end of the path, and the path condition
/// gives concrete values.

#include "engine/symbolic/witness.h"

#include <set>
#include <vector>

#include "logic/term/substitute.h"
#include "logic/term/traverse.h"

namespace catenary::engine::symbolic {

namespace {

using logic::Term;

/// The context at the end of a path.
ContextId follow(Execution& execution, const Path& path) {
  ContextId end = 0;
  for (const std::uint32_t t : path) end = execution.successor(end, t);
  return end;
}

/// One event, with the values of the last satisfiable().
std::string event_text(Space& space,
                       std::uint32_t transition,
                       Term delay,
                       std::span<const Term> values) {
  const model::TimedAutomaton& a = space.automaton();
  const model::TimedTransition& t = a.transitions[transition];
  std::string text = t.action == model::TimedAction::internal
                         ? a.qualified(transition)
                         : a.channels[t.channel].name;
  for (std::size_t i = 0; i < values.size(); ++i) {
    text += (i == 0 ? "(" : ", ") + space.value(values[i]).to_string();
  }
  if (!values.empty()) text += ")";
  return text + " after " + space.value(delay).to_string();
}

/// The events of a path, and hidden initial values if `with_start` is set.
std::string run_text(Space& space, ContextId end, bool with_start) {
  Execution& execution = space.execution();
  std::string text;
  for (const ContextId id : execution.path_to(end)) {
    const Context& c = execution.context(id);
    if (!c.transition) {
      for (const Term h : c.hidden) {
        if (!with_start) break;
        const std::string name = h.name().substr(0, h.name().find('?'));
        text += (text.empty() ? "where " : ", ") + name + " starts as " +
                space.value(h).to_string();
      }
      continue;
    }
    if (!text.empty()) text += ", ";
    text += event_text(space, *c.transition, c.delay, c.values);
  }
  return text;
}

}  // namespace

std::string witness_text(Space& space,
                         const Path& path,
                         std::span<const Term> also,
                         std::optional<std::uint32_t> last) {
  Execution& execution = space.execution();
  const model::TimedAutomaton& a = space.automaton();
  const ContextId end = follow(execution, path);
  const Context& context = execution.context(end);
  // The step from anywhere becomes one from the end of the path.
  logic::Substitution map;
  for (std::size_t i = 0; i < a.variables.size(); ++i) {
    map.emplace(a.variables[i].term, context.valuation[i]);
  }
  const Term delay = execution.delay_from(end);
  map.emplace(space.steps().delay(), delay);
  std::vector<Term> values;
  if (last && a.transitions[*last].action != model::TimedAction::internal) {
    const std::uint32_t channel = a.transitions[*last].channel;
    values = execution.values_from(end, channel);
    const std::vector<Term> generic =
        execution.values_from(execution.anywhere(0), channel);
    for (std::size_t i = 0; i < values.size(); ++i) {
      map.emplace(generic[i], values[i]);
    }
  }
  std::vector<Term> query = execution.path_condition(end);
  // Variables that belong to neither, such as newfresh values of other steps,
  // are renamed apart.
  for (const Term f : also) {
    for (const Term v : logic::free_variables(f)) {
      if (map.contains(v)) continue;
      const Term other = space.terms().variable(v.name() + "''", v.sort());
      map.emplace(v, other);
    }
    query.push_back(logic::substitute(space.terms(), f, map));
  }
  if (space.satisfiable(query) != Truth::yes) return {};
  std::string text = run_text(space, end, true);
  if (last) {
    text +=
        (text.empty() ? "" : ", ") + event_text(space, *last, delay, values);
  }
  return text.empty() ? "at the start" : text;
}

/// Two copies of the path condition share what the tester observes, and have
/// hidden values of their own.
std::string common_trace_text(Space& space,
                              const Path& path,
                              std::uint32_t first,
                              std::uint32_t second) {
  Execution& execution = space.execution();
  const ContextId end = follow(execution, path);
  if (execution.hidden(end).empty()) return {};
  const ContextId one = execution.successor(end, first);
  const ContextId two = execution.successor(end, second);
  std::set<Term> seen;  // by the tester
  for (const ContextId id : execution.path_to(two)) {
    const Context& c = execution.context(id);
    seen.insert(c.values.begin(), c.values.end());
    seen.insert(c.delay);
  }
  std::vector<Term> query = execution.path_condition(one);
  const std::vector<Term> other = execution.path_condition(two);
  logic::Substitution apart;
  for (const Term v : logic::free_variables(other)) {
    if (seen.contains(v)) continue;
    const Term copy = space.terms().variable(v.name() + "''", v.sort());
    apart.emplace(v, copy);
  }
  for (const Term f : other) {
    query.push_back(logic::substitute(space.terms(), f, apart));
  }
  if (space.satisfiable(query) != Truth::yes) return {};
  return run_text(space, one, false);
}

}  // namespace catenary::engine::symbolic
