// SPDX-License-Identifier: Apache-2.0
/// \file
/// Checks of a tree before it is executed.
#include "exec/tree/tree_program.h"

#include <utility>

#include "base/error.h"
#include "logic/arithmetic/number.h"

namespace catenary::exec {
namespace {

using logic::SortKind;
using logic::Term;

/// The test is at fault, not the system.
[[noreturn]] void fail(const std::string& message) {
  throw base::InputError(base::SourceLocation{}, message, "broken-test");
}

/// The variable of a name; an error if it is not declared.
Term variable_of(const logic::TermManager& terms,
                 const std::string& name,
                 const std::string& about) {
  const Term found = terms.find_variable(name);
  if (!found.valid()) fail(about + ": no variable is called " + name);
  return found;
}

/// Checks that the variables of a transition can hold the delay and the values
/// of its channel.
void check_bindings(const ProgramTransition& t,
                    const suite::Signature& signature,
                    const std::string& about) {
  if (t.delay.valid() && t.delay.sort().kind() != SortKind::real) {
    fail(about + ": the delay " + t.delay.name() + " is not a Real");
  }
  if (t.source->action == suite::Action::quiescence) return;
  if (t.source->channel >= signature.channels.size()) {
    fail(about + ": no such channel");
  }
  const suite::Channel& channel = signature.channels[t.source->channel];
  if (t.variables.size() != channel.parameters.size()) {
    fail(about + ": channel " + channel.name + " has another number of values");
  }
  for (std::size_t i = 0; i < t.variables.size(); ++i) {
    if (!fit(logic::default_value(channel.parameters[i].sort()),
             t.variables[i])) {
      fail(about + ": " + t.variables[i].name() + " cannot take a value of " +
           channel.name);
    }
  }
}

/// `guard`, and that the values are within the ranges of the channel's
/// parameters: others cannot be sent.
Term sendable(logic::TermManager& terms,
              Term guard,
              const ProgramTransition& t,
              const suite::Channel& channel) {
  std::vector<Term> parts{guard};
  const auto bound = [&](const std::optional<logic::Value>& end,
                         Term variable,
                         bool is_lower) {
    // The type of the parameter limits it then.
    if (!end) return;
    const std::optional<logic::Value> value = fit(*end, variable);
    if (!value || !logic::is_number(variable)) return;
    const Term limit = terms.constant(*value);
    parts.push_back(is_lower
                        ? terms.make(logic::Op::less_equal, {limit, variable})
                        : terms.make(logic::Op::less_equal, {variable, limit}));
  };
  for (std::size_t i = 0; i < t.variables.size(); ++i) {
    bound(channel.parameters[i].lo, t.variables[i], true);
    bound(channel.parameters[i].hi, t.variables[i], false);
  }
  return parts.size() == 1 ? guard : terms.logical_and(parts);
}

}  // namespace

std::string describe(const suite::Tree& tree, const ProgramTransition& t) {
  const std::string state = " of state " + tree.states[t.source->from].name;
  if (!t.source->rule.empty()) return t.source->rule + state;
  return "transition " + std::to_string(t.index) + state;
}

std::optional<logic::Value> fit(const logic::Value& value, Term variable) {
  if (value.sort() == variable.sort()) return value;
  if (value.kind() == SortKind::integer &&
      variable.sort().kind() == SortKind::real) {
    return logic::Value::real(mpq_class(value.as_integer()));
  }
  return std::nullopt;
}

TreeProgram::TreeProgram(const suite::Tree& tree,
                         const suite::Signature& signature)
    : tree_(suite::with_own_terms(tree)) {
  if (tree_.states.empty()) fail("it has no state");
  for (const suite::TreeState& s : tree_.states) {
    ProgramState& state = states_.emplace_back();
    state.source = &s;
    for (const suite::TreeDefinition& d : s.definitions) {
      state.definitions.push_back(
          {terms().variable(d.name, d.sort), d.value.term});
    }
  }
  for (const suite::TreeTransition& t : tree_.transitions) add(t, signature);
}

void TreeProgram::add(const suite::TreeTransition& t,
                      const suite::Signature& signature) {
  ProgramTransition made;
  made.source = &t;
  made.index = static_cast<std::uint32_t>(&t - tree_.transitions.data());
  // Before anything is looked up by these numbers.
  if (t.from >= tree_.states.size() ||
      t.to >= (t.to_leaf ? tree_.leaves.size() : tree_.states.size())) {
    fail("transition " + std::to_string(made.index) + " leads nowhere");
  }
  made.guard = t.guard.term;
  made.sure_guard = t.sure_guard.term;
  const std::string about = describe(tree_, made);
  if (!t.delay.empty()) made.delay = variable_of(terms(), t.delay, about);
  for (const std::string& v : t.variables) {
    made.variables.push_back(variable_of(terms(), v, about));
  }
  check_bindings(made, signature, about);
  ProgramState& state = states_[t.from];
  switch (t.action) {
    case suite::Action::stimulate: {
      const suite::Channel& channel = signature.channels[t.channel];
      made.guard = sendable(terms(), made.guard, made, channel);
      if (made.sure_guard.valid()) {
        made.sure_guard = sendable(terms(), made.sure_guard, made, channel);
      }
      state.stimulations.push_back(std::move(made));
      break;
    }
    case suite::Action::observe:
      if (!t.to_leaf &&
          signature.channels[t.channel].direction == suite::Direction::input) {
        state.awaited.push_back(state.observations.size());
      }
      state.observations.push_back(std::move(made));
      break;
    case suite::Action::quiescence:
      state.silences.push_back(std::move(made));
      break;
  }
}

}  // namespace catenary::exec
