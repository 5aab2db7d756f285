// SPDX-License-Identifier: Apache-2.0
/// \file
/// The truth of guards under known values.
#include "exec/tree/tree_guards.h"

#include <utility>

#include "exec/stimulation.h"
#include "logic/term/traverse.h"

namespace catenary::exec {

using logic::Term;
using logic::Value;

Truth holds(logic::TermManager& terms,
            Term guard,
            const logic::Assignment& values,
            ConstraintSolver* solver,
            std::string& why) {
  // Evaluation decides all guards without quantifiers over infinite sorts.
  const std::optional<Value> plain = logic::evaluate(guard, values);
  if (plain) return plain->as_bool() ? Truth::yes : Truth::no;
  const Term formula = with_values(terms, guard, values);
  if (formula.is_true()) return Truth::yes;
  if (formula.is_false()) return Truth::no;
  const std::vector<Term> open = logic::free_variables(formula);
  // A variable is bound only by a later transition: the tree is at fault, or a
  // hidden value is mentioned outside of a quantifier.
  if (!open.empty()) {
    why = "\"" + open.front().name() + "\" has no value yet";
    return Truth::unknown;
  }
  if (solver == nullptr) {
    why = "it has a quantifier, and no solver is at hand";
    return Truth::unknown;
  }
  logic::Assignment none;
  const Solvable answer = solver->solve(terms, formula, {}, none, why);
  if (answer == Solvable::yes) return Truth::yes;
  if (answer == Solvable::no) return Truth::no;
  if (why.empty()) why = "the solver gave up";
  return Truth::unknown;
}

void bind_values(const ProgramTransition& transition,
                 const mpq_class& delay,
                 const std::vector<Value>& values,
                 logic::Assignment& to) {
  if (transition.delay.valid()) to.set(transition.delay, Value::real(delay));
  for (std::size_t i = 0; i < values.size(); ++i) {
    to.set(transition.variables[i], values[i]);
  }
}

/// Remembers the values, also their absence.
Trial::Trial(const ProgramTransition& transition,
             const mpq_class& delay,
             const std::vector<Value>& values,
             logic::Assignment& to)
    : to_(to) {
  const auto remember = [this](Term variable) {
    const Value* value = to_.find(variable);
    before_.emplace_back(
        variable,
        value != nullptr ? std::optional<Value>(*value) : std::nullopt);
  };
  if (transition.delay.valid()) remember(transition.delay);
  for (const Term v : transition.variables) remember(v);
  bind_values(transition, delay, values, to);
}

Trial::~Trial() {
  for (auto& [variable, value] : before_) {
    if (value) {
      to_.set(variable, std::move(*value));
    } else {
      to_.erase(variable);
    }
  }
}

std::optional<std::vector<Value>> fitted(const ProgramTransition& transition,
                                         const std::vector<Value>& values) {
  if (values.size() != transition.variables.size()) return std::nullopt;
  std::vector<Value> out;
  for (std::size_t i = 0; i < values.size(); ++i) {
    std::optional<Value> value = fit(values[i], transition.variables[i]);
    if (!value) return std::nullopt;
    out.push_back(std::move(*value));
  }
  return out;
}

std::vector<Value> as_channel(const suite::Channel& channel,
                              const std::vector<Value>& values) {
  std::vector<Value> out = values;
  for (std::size_t i = 0; i < out.size(); ++i) {
    // Terms compute in Reals where the channel has integers.
    const bool to_integer =
        channel.parameters[i].sort() == logic::Sort::integer() &&
        out[i].kind() == logic::SortKind::real &&
        out[i].as_real().get_den() == 1;
    if (to_integer) out[i] = Value::integer(out[i].as_real().get_num());
  }
  return out;
}

}  // namespace catenary::exec
