// SPDX-License-Identifier: Apache-2.0
/// \file
/// Formulas of a test-case tree as terms.
///
/// A tree holds its formulas as text. They are put together as one SMT-LIB
/// script, which the parser reads: so functions and sorts need no second
/// reader.
#include "report/export/tree_terms.h"

#include "base/error.h"
#include "base/text/characters.h"
#include "logic/term/smtlib/parse_smtlib.h"
#include "logic/value/value.h"

namespace catenary::report {

namespace {

/// A declaration, with quotes round the name where SMT-LIB wants them.
void declare(const std::string& name,
             const std::string& sort,
             std::string& out) {
  out += "(declare-const " + logic::smtlib_symbol(name) + " " + sort + ")\n";
}

}  // namespace

std::string define_function(const suite::TreeFunction& function) {
  std::string out = "(define-fun " + logic::smtlib_symbol(function.name) + " (";
  for (std::size_t i = 0; i < function.parameters.size(); ++i) {
    const suite::TreeVariable& p = function.parameters[i];
    out += (i > 0 ? " (" : "(") + logic::smtlib_symbol(p.name) + " " + p.sort +
           ")";
  }
  return out + ") Bool " + function.body + ")";
}

TreeTerms::TreeTerms(const suite::Tree& tree) {
  std::string text;
  for (const auto& v : tree.variables) declare(v.name, v.sort, text);
  // Definitions are variables here; what they stand for is asserted below.
  for (const auto& s : tree.states) {
    for (const auto& d : s.definitions) declare(d.name, d.sort, text);
  }
  for (const auto& f : tree.functions) text += define_function(f) + "\n";
  std::size_t asked = 0;
  const auto ask = [&](const std::string& formula) {
    text += "(assert " + formula + ")\n";
    ++asked;
  };
  // An equation gives the value the sort of its variable, and its second
  // operand is the value.
  for (const auto& s : tree.states) {
    for (const auto& d : s.definitions) {
      ask("(= " + logic::smtlib_symbol(d.name) + " " + d.value + ")");
    }
  }
  for (const auto& t : tree.transitions) {
    ask(t.guard);
    if (!t.sure_guard.empty()) ask(t.sure_guard);
  }
  const logic::SmtlibScript script =
      logic::parse_smtlib(terms, text, "test-case tree");
  // A text like "true) (assert false" would be two formulas.
  if (script.assertions.size() != asked) {
    throw base::InputError(
        {}, "a formula of the test-case tree holds several", "broken-test");
  }
  // The assertions come back in the order they were written in.
  auto next = script.assertions.begin();
  for (const auto& s : tree.states) {
    std::vector<logic::Term>& here = definitions.emplace_back();
    for (std::size_t i = 0; i < s.definitions.size(); ++i) {
      here.push_back((*next++)[1]);
    }
  }
  for (const auto& t : tree.transitions) {
    guards.push_back(*next++);
    sure_guards.push_back(t.sure_guard.empty() ? logic::Term() : *next++);
  }
}

/// "Button(x, y)", or "silence".
std::string message_text(const suite::TreeTransition& transition,
                         const suite::Signature& signature) {
  if (transition.action == suite::Action::quiescence) return "silence";
  std::string values;
  for (const std::string& v : transition.variables) {
    values += (values.empty() ? "" : ", ") + v;
  }
  const std::string& name = signature.channels[transition.channel].name;
  return values.empty() ? name : name + "(" + values + ")";
}

/// Letters, digits and "_", beginning with a letter, as all the formats allow.
std::string as_identifier(const std::string& text) {
  std::string out;
  for (const char c : text) {
    out += base::in_word(c) ? c : '_';
  }
  const bool letter =
      !out.empty() && base::begins_word(out[0]) && out[0] != '_';
  return letter ? out : "x" + out;
}

/// Different texts may become the same identifier, so numbers are appended.
std::string Identifiers::unique(const std::string& wanted) {
  const std::string base = as_identifier(wanted);
  std::string name = base;
  for (std::size_t n = 2; !used_.insert(name).second; ++n) {
    name = base + "_" + std::to_string(n);
  }
  return name;
}

}  // namespace catenary::report
