// SPDX-License-Identifier: Apache-2.0
/// \file
/// Functions of a file: terms over parameters, which each call replaces by its
/// arguments. None is recursive, since each uses only those above it.
#include <algorithm>

#include "frontend/contract/lower/lower.h"
#include "logic/term/substitute.h"

namespace catenary::frontend::contract {

using logic::Term;

void Scope::functions(const FileSyntax& file) {
  in_function_ = true;
  for (const FunctionSyntax& f : file.functions) function(f);
  in_function_ = false;
}

void Scope::function(const FunctionSyntax& syntax) {
  const std::string& name = syntax.name.text;
  if (is_built_in(name) || functions_.contains(name)) {
    problems_.error(
        syntax.name.where,
        "there is a function '" + name + "' already: expected another name",
        "req-duplicate");
    return;
  }
  UserFunction f;
  f.syntax = &syntax;
  bool fine = true;
  std::vector<std::string> declared;
  for (const FunctionSyntax::Parameter& p : syntax.parameters) {
    const auto s = sort(p.type);
    // No variable has a name with a blank.
    const Term t =
        s ? out_.terms->variable(name + " " + p.name.text, *s) : Term();
    f.parameters.push_back(t);
    const bool is_new = declare(p.name, Entry::Kind::constant, t) != nullptr;
    if (is_new) declared.push_back(p.name.text);
    fine = fine && s && is_new;
  }
  Reads none;
  const Term value = term(syntax.value, none);
  if (fine) f.value = value;
  for (const std::string& p : declared) {
    names_.erase(p);
    std::erase(in_text_order_, p);
  }
  functions_.emplace(name, std::move(f));
}

Term Scope::applied(const UserFunction& f, const Expression& e, Reads& reads) {
  std::vector<Term> arguments;
  for (const Expression& operand : e.operands) {
    arguments.push_back(term(operand, reads));
    if (!arguments.back().valid()) return {};
  }
  const std::size_t n = f.syntax->parameters.size();
  if (arguments.size() != n) {
    problems_.error(e.where,
                    "'" + e.text + "' has " + std::to_string(arguments.size()) +
                        (arguments.size() == 1 ? " argument" : " arguments") +
                        ": expected " + std::to_string(n),
                    "req-arguments");
    return {};
  }
  if (!f.value.valid()) return {};
  logic::Substitution values;
  for (std::size_t i = 0; i < n; ++i) {
    const logic::Sort& wanted = f.parameters[i].sort();
    Term& a = arguments[i];
    if (wanted.kind() == logic::SortKind::real &&
        a.sort().kind() == logic::SortKind::integer) {
      a = real(a);
    }
    if (!(a.sort() == wanted)) {
      problems_.error(e.operands[i].where,
                      "the parameter '" + f.syntax->parameters[i].name.text +
                          "' of '" + e.text + "': expected " +
                          described(wanted) + ", found " + described(a.sort()),
                      "req-type");
      return {};
    }
    values.emplace(f.parameters[i], a);
  }
  return logic::substitute(*out_.terms, f.value, values);
}

}  // namespace catenary::frontend::contract
