// SPDX-License-Identifier: Apache-2.0
/// \file
/// Sequential execution of the statements of one step over terms: guards become
/// conditions, assignments substitute, newfresh makes hidden values, and
/// sending relates the observed value to a term.

#include <map>
#include <utility>

#include "base/check.h"
#include "engine/symbolic/execution_state.h"
#include "logic/term/substitute.h"
#include "logic/term/traverse.h"

namespace catenary::engine::symbolic {

using logic::Term;
using model::DataType;
using model::TimedStatement;
using model::TimedTransition;

DataType Execution::State::held_type(const model::TimedVariable& variable) {
  DataType type = variable.type;
  if (variable.term.sort().kind() == logic::SortKind::real) {
    type.base = DataType::Base::rational;
  }
  return type;
}

std::string Execution::State::numbered(const std::string& name,
                                       char mark,
                                       std::uint32_t k) {
  return name + mark + std::to_string(k);
}

Term Execution::State::instance(Term expression,
                                const std::vector<Term>& valuation) {
  logic::Substitution map;
  for (const Term v : logic::free_variables(expression)) {
    const auto at = position.find(v);
    CATENARY_CHECK(at != position.end(),
                   "'" + v.name() + "' is a variable of the automaton");
    map.emplace(v, valuation[at->second]);
  }
  return simplifier.simplify(logic::substitute(terms, expression, map));
}

void Execution::State::require(Context& context,
                               Term condition,
                               std::int32_t statement) {
  const Term simple = simplifier.simplify(condition);
  if (simple.is_true()) return;
  context.conditions.push_back(simple);
  context.statement_of.push_back(statement);
}

Term Execution::State::hide(Context& context,
                            std::uint32_t variable,
                            const std::string& name,
                            std::int32_t statement) {
  const model::TimedVariable& v = automaton.variables[variable];
  const Term value = terms.variable(name, v.term.sort());
  context.hidden.push_back(value);
  require(context, model::is_of_type(terms, held_type(v), value), statement);
  return value;
}

void Execution::State::assign(Step& step, const TimedStatement& statement) {
  std::vector<std::pair<std::uint32_t, Term>> changes;
  for (const model::TimedAssignment& assignment : statement.assignments) {
    const DataType type =
        held_type(automaton.variables.at(assignment.variable));
    const Term value = instance(assignment.value, step.valuation);
    const Term in_range =
        simplifier.simplify(model::is_of_type(terms, type, value));
    // Not a condition of the path: a value outside of the type is an error of
    // the model, which `check` reports. The value is converted.
    if (!in_range.is_true()) {
      step.context.obligations.push_back(
          {assignment.variable, in_range, statement.where});
    }
    const Term converted = model::convert_to(terms, type, value);
    changes.emplace_back(assignment.variable, simplifier.simplify(converted));
  }
  for (const auto& [variable, value] : changes) {
    step.valuation[variable] = value;
  }
}

void Execution::State::make_fresh(Step& step,
                                  const TimedStatement& statement,
                                  std::int32_t index) {
  const std::uint32_t variable = statement.assignments.at(0).variable;
  const std::string& name = automaton.variables[variable].name;
  const std::uint32_t count = ++step.fresh[variable];
  std::string text = numbered(name, '?', step.context.depth);
  if (count > 1) text = numbered(text, '.', count);
  const Term value = hide(step.context, variable, text, index);
  Term& held = step.valuation[variable];
  if (!statement.condition.valid() || statement.condition.is_true()) {
    held = value;
    return;
  }
  const Term condition = instance(statement.condition, step.valuation);
  held = simplifier.simplify(terms.ite(condition, value, held));
}

void Execution::State::send(Step& step,
                            const TimedTransition& transition,
                            std::int32_t index) {
  const model::TimedChannel& c = automaton.channels.at(transition.channel);
  for (std::size_t i = 0; i < transition.sent.size(); ++i) {
    const DataType& type = c.parameters.at(i).type;
    const Term value = instance(transition.sent[i], step.valuation);
    require(step.context, model::is_of_type(terms, type, value), index);
    const Term converted =
        simplifier.simplify(model::convert_to(terms, type, value));
    require(
        step.context, terms.equal(step.context.values.at(i), converted), index);
  }
}

void Execution::State::run(Step& step,
                           const std::vector<TimedStatement>& statements,
                           const TimedTransition* transition) {
  for (std::size_t i = 0; i < statements.size(); ++i) {
    const TimedStatement& s = statements[i];
    const auto index = static_cast<std::int32_t>(i);
    switch (s.kind) {
      case TimedStatement::Kind::guard:
        require(step.context, instance(s.condition, step.valuation), index);
        break;
      case TimedStatement::Kind::assign:
        assign(step, s);
        break;
      case TimedStatement::Kind::fresh:
        make_fresh(step, s, index);
        break;
      case TimedStatement::Kind::send:
        CATENARY_CHECK(transition != nullptr, "@init sends nothing");
        send(step, *transition, index);
        break;
    }
  }
}

}  // namespace catenary::engine::symbolic
