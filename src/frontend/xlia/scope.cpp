// SPDX-License-Identifier: Apache-2.0
/// \file
/// Declares and resolves the names of variables and constants. There is one
/// name space for both.
#include <utility>

#include "frontend/xlia/lower.h"

namespace catenary::frontend::xlia {

using logic::Term;

void Scope::declare(const ModelSyntax& model) {
  for (const VariableSyntax& v : model.variables) {
    const auto [first, is_new] = places_.emplace(v.name.text, v.name.where);
    if (!is_new) {
      problems_.again(
          v.name.where,
          "'" + v.name.text + "' is declared twice: expected another name",
          "xlia-duplicate",
          first->second);
      continue;
    }
    unused_.insert(v.name.text);
    // A constant without a value is a parameter, which is a variable that never
    // changes.
    if (v.constant && v.value) {
      constant(v);
      continue;
    }
    const auto index = static_cast<std::uint32_t>(automaton_.variables.size());
    variables_.emplace(v.name.text, index);
    automaton_.variables.push_back(
        {v.name.text,
         v.type,
         v.clock,
         v.constant,
         automaton_.terms->variable(v.name.text, v.type.sort()),
         problems_.location(v.name.where)});
  }
}

void Scope::constant(const VariableSyntax& syntax) {
  const Term t =
      value(*syntax.value, syntax.type, "constant '" + syntax.name.text + "'");
  // Parameters are variables here, so that a constant cannot depend on them.
  if (t.valid() && !t.is_constant()) {
    problems_.error(syntax.value->where,
                    "the value of constant '" + syntax.name.text +
                        "' depends on variables or parameters: expected "
                        "literals and constants with values",
                    "xlia-constant");
  }
  // A faulty constant is declared, so that its uses are not reported.
  constants_.emplace(syntax.name.text,
                     t.valid() && t.is_constant() ? t : Term());
}

bool Scope::in_scope(const Name& name) {
  std::vector<std::string> all = {automaton_.system, automaton_.machine};
  bool fine = name.scope.size() <= all.size();
  // The scope must be a suffix of (system, machine).
  for (std::size_t i = 0; fine && i < name.scope.size(); ++i) {
    fine = name.scope[i] == all[all.size() - name.scope.size() + i];
  }
  if (!fine) {
    problems_.error(name.where,
                    "'" + name.scope[0] + "' is not a scope of '" + name.text +
                        "': expected '" + automaton_.machine + "' or '" +
                        automaton_.system + "." + automaton_.machine + "'",
                    "xlia-scope");
  }
  return fine;
}

std::optional<std::uint32_t> Scope::assignable(const Name& name,
                                               const char* what) {
  if (!in_scope(name)) return std::nullopt;
  // An assignment counts as a use.
  unused_.erase(name.text);
  const auto refuse = [&](const char* kind) {
    problems_.error(name.where,
                    "'" + name.text + "' is a " + kind + ", which cannot be " +
                        what + ": expected a variable",
                    "xlia-target");
    return std::nullopt;
  };
  if (constants_.contains(name.text)) return refuse("constant");
  const auto v = variables_.find(name.text);
  if (v == variables_.end()) {
    problems_.error(
        name.where,
        "'" + name.text + "' is unknown: expected a declared variable",
        "xlia-unknown-variable");
    return std::nullopt;
  }
  // Parameters keep the value that a run starts with.
  if (automaton_.variables[v->second].parameter) return refuse("constant");
  return v->second;
}

void Scope::watch(const std::set<std::uint32_t>& variables,
                  std::string warning) {
  watched_ = variables;
  watch_warning_ = std::move(warning);
}

void Scope::warn_unused() {
  for (const std::string& name : unused_) {
    problems_.warning(
        places_.at(name), "'" + name + "' is never used", "xlia-unused");
  }
}

}  // namespace catenary::frontend::xlia
