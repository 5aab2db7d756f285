// SPDX-License-Identifier: Apache-2.0
/// \file
/// Construction of execution contexts. Values that are more than a constant or
/// a variable get a name, so that the size of formulas is linear in the length
/// of a path. Statements are executed in execution_statements.cpp.

#include "engine/symbolic/execution.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "base/check.h"
#include "engine/symbolic/execution_state.h"
#include "logic/term/traverse.h"

namespace catenary::engine::symbolic {

using logic::Term;
using model::DataType;
using model::TimedAction;
using model::TimedAutomaton;
using model::TimedTransition;

void Execution::State::name_values(Context& context,
                                   const std::vector<Term>& values) {
  context.valuation = values;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i].is_constant() || values[i].is_variable()) continue;
    const model::TimedVariable& v = automaton.variables[i];
    const Term name =
        terms.variable(numbered(v.name, '.', context.depth), v.term.sort());
    context.definitions.push_back({name, values[i]});
    context.valuation[i] = name;
  }
}

void Execution::State::start() {
  for (std::uint32_t i = 0; i < automaton.variables.size(); ++i) {
    position.emplace(automaton.variables[i].term, i);
  }
  Node node;
  Context& context = node.context;
  context.state = automaton.initial;
  context.delay = terms.constant(logic::Value::real(0));
  Step step{context, {}};
  std::vector<Term> initial;
  for (const model::TimedVariable& v : automaton.variables) {
    initial.push_back(v.clock
                          ? terms.constant(logic::default_value(v.term.sort()))
                          : terms.variable(v.name + "?", v.term.sort()));
  }
  step.valuation = initial;
  run(step, automaton.init, nullptr);
  name_values(context, step.valuation);
  // Only initial values on which something depends are hidden values; the
  // others do not occur.
  std::vector<Term> used = context.conditions;
  used.insert(used.end(), context.valuation.begin(), context.valuation.end());
  for (const Definition& d : context.definitions) used.push_back(d.value);
  for (const auto& o : context.obligations) used.push_back(o.in_range);
  const std::vector<Term> found = logic::free_variables(used);
  const std::set<Term> free(found.begin(), found.end());
  for (std::uint32_t i = 0; i < automaton.variables.size(); ++i) {
    if (automaton.variables[i].clock || !free.contains(initial[i])) continue;
    (void)hide(context, i, initial[i].name(), -1);
  }
  mark_hidden(node);
  nodes.push_back(std::move(node));
}

Term Execution::State::delay(std::uint32_t depth) {
  return terms.variable(numbered("d", '~', depth), logic::Sort::real());
}

std::vector<Term> Execution::State::values(std::uint32_t depth,
                                           std::uint32_t channel) {
  const auto& parameters = automaton.channels.at(channel).parameters;
  const std::string name =
      numbered(automaton.channels[channel].name, '@', depth);
  std::vector<Term> result;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const std::string text =
        parameters.size() == 1
            ? name
            : numbered(name, '.', static_cast<std::uint32_t>(i + 1));
    result.push_back(terms.variable(text, parameters[i].type.sort()));
  }
  return result;
}

std::vector<Term> Execution::State::types(
    std::uint32_t depth, std::optional<std::uint32_t> channel) {
  const Term zero = terms.constant(logic::Value::real(0));
  std::vector<Term> result{
      terms.make(logic::Op::less_equal, {zero, delay(depth)})};
  if (!channel) return result;
  const std::vector<Term> received = values(depth, *channel);
  for (std::size_t i = 0; i < received.size(); ++i) {
    const Term t = model::is_of_type(
        terms, automaton.channels[*channel].parameters[i].type, received[i]);
    if (!t.is_true()) result.push_back(t);
  }
  return result;
}

ContextId Execution::State::make(ContextId from, std::uint32_t transition) {
  const TimedTransition& t = automaton.transitions.at(transition);
  const Context& before = nodes[from].context;
  Node node;
  Context& context = node.context;
  context.id = static_cast<ContextId>(nodes.size());
  context.predecessor = from;
  context.depth = before.depth + 1;
  context.state = t.to;
  context.transition = transition;
  context.delay = delay(context.depth);
  std::optional<std::uint32_t> channel;
  if (t.action != TimedAction::internal) channel = t.channel;
  if (channel) context.values = values(context.depth, *channel);
  for (const Term c : types(context.depth, channel)) {
    require(context, c, -1);
  }
  // All clocks advance by the delay.
  Step step{context, before.valuation};
  for (std::size_t i = 0; i < automaton.variables.size(); ++i) {
    if (!automaton.variables[i].clock) continue;
    Term& clock = step.valuation[i];
    clock =
        simplifier.simplify(terms.make(logic::Op::add, {clock, context.delay}));
  }
  // A received value must be of the variable's type too: a rational that is
  // received into an integer must be integral.
  for (std::size_t i = 0; i < t.received.size(); ++i) {
    const model::TimedVariable& v = automaton.variables.at(t.received[i]);
    const DataType type = held_type(v);
    const Term value = context.values.at(i);
    require(context, model::is_of_type(terms, type, value), -1);
    step.valuation[t.received[i]] =
        simplifier.simplify(model::convert_to(terms, type, value));
  }
  run(step, t.statements, &t);
  name_values(context, step.valuation);
  mark_hidden(node);
  nodes.push_back(std::move(node));
  return nodes.back().context.id;
}

void Execution::State::mark_hidden(Node& node) {
  const Context& context = node.context;
  std::set<Term> tainted(context.hidden.begin(), context.hidden.end());
  if (context.transition) {
    const std::set<Term>& before = hidden_values.at(context.predecessor);
    tainted.insert(before.begin(), before.end());
  }
  for (const Definition& d : context.definitions) {
    const std::vector<Term> used = logic::free_variables(d.value);
    const bool from = std::any_of(
        used.begin(), used.end(), [&](Term v) { return tainted.contains(v); });
    node.from_hidden.push_back(from);
    if (from) tainted.insert(d.variable);
  }
  // Only hidden values that some variable still holds can influence later
  // steps.
  std::set<Term> held;
  for (const Term v : context.valuation) {
    if (tainted.contains(v)) held.insert(v);
  }
  hidden_values.push_back(std::move(held));
}

ContextId Execution::State::add_anywhere(std::uint32_t state) {
  Node node;
  node.context.id = static_cast<ContextId>(nodes.size());
  node.context.predecessor = node.context.id;
  node.context.state = state;
  node.context.delay = terms.constant(logic::Value::real(0));
  for (const model::TimedVariable& v : automaton.variables) {
    node.context.valuation.push_back(v.term);
  }
  hidden_values.emplace_back();
  nodes.push_back(std::move(node));
  return nodes.back().context.id;
}

Execution::Execution(const TimedAutomaton& automaton)
    : state_(std::make_unique<State>(automaton)) {
  state_->start();
}

Execution::~Execution() = default;

const TimedAutomaton& Execution::automaton() const {
  return state_->automaton;
}

logic::TermManager& Execution::terms() const {
  return state_->terms;
}

const Context& Execution::context(ContextId id) const {
  return state_->nodes.at(id).context;
}

const std::vector<ContextId>& Execution::successors(ContextId id) {
  State::Node& node = state_->nodes.at(id);
  if (!node.successors) {
    std::vector<ContextId> made;
    for (const std::uint32_t t :
         state_->automaton.states.at(node.context.state).transitions) {
      made.push_back(state_->make(id, t));
    }
    node.successors = std::move(made);
  }
  return *node.successors;
}

ContextId Execution::successor(ContextId id, std::uint32_t transition) {
  for (const ContextId next : successors(id)) {
    if (context(next).transition == transition) return next;
  }
  CATENARY_CHECK(false, "the transition leaves the state of the context");
  return id;
}

ContextId Execution::anywhere(std::uint32_t state) {
  const auto known = state_->anywhere.find(state);
  if (known != state_->anywhere.end()) return known->second;
  const ContextId made = state_->add_anywhere(state);
  state_->anywhere.emplace(state, made);
  return made;
}

Term Execution::delay_from(ContextId id) {
  return state_->delay(context(id).depth + 1);
}

std::vector<Term> Execution::values_from(ContextId id, std::uint32_t channel) {
  return state_->values(context(id).depth + 1, channel);
}

std::vector<Term> Execution::types_from(ContextId id,
                                        std::optional<std::uint32_t> channel) {
  return state_->types(context(id).depth + 1, channel);
}

/// The path ends at a context without a transition: the initial one, or one
/// made by anywhere().
std::vector<ContextId> Execution::path_to(ContextId id) const {
  std::vector<ContextId> path{id};
  while (context(path.back()).transition) {
    path.push_back(context(path.back()).predecessor);
  }
  std::reverse(path.begin(), path.end());
  return path;
}

std::vector<Term> Execution::path_condition(ContextId id) const {
  std::vector<Term> result;
  for (const ContextId c : path_to(id)) {
    const Context& at = context(c);
    for (const Definition& d : at.definitions) {
      result.push_back(state_->terms.equal(d.variable, d.value));
    }
    result.insert(result.end(), at.conditions.begin(), at.conditions.end());
  }
  return result;
}

std::vector<Term> Execution::hidden(ContextId id) const {
  std::vector<Term> result;
  for (const ContextId c : path_to(id)) {
    const Context& at = context(c);
    result.insert(result.end(), at.hidden.begin(), at.hidden.end());
  }
  return result;
}

std::vector<Definition> Execution::hidden_definitions(ContextId id) const {
  std::vector<Definition> result;
  for (const ContextId c : path_to(id)) {
    const State::Node& node = state_->nodes.at(c);
    for (std::size_t i = 0; i < node.from_hidden.size(); ++i) {
      if (node.from_hidden[i]) {
        result.push_back(node.context.definitions[i]);
      }
    }
  }
  return result;
}

}  // namespace catenary::engine::symbolic
