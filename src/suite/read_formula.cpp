// SPDX-License-Identifier: Apache-2.0
/// \file
/// Reading of formulas from their SMT-LIB.
#include "suite/read_formula.h"

#include "base/error.h"
#include "logic/value/value.h"

namespace catenary::suite {
namespace {

/// Names the text in errors, until they get their place in a file.
constexpr const char* kFile = "formula";

[[noreturn]] void fail(const std::string& message) {
  throw base::InputError({kFile, 0, 0}, message);
}

/// A formula must be a condition.
Formula boolean(const std::shared_ptr<logic::TermManager>& terms,
                logic::SmtlibScope& scope,
                const std::string& text) {
  const logic::Term term = scope.term(text, kFile);
  if (term.sort().kind() != logic::SortKind::boolean) {
    fail("expected a Boolean term");
  }
  return {terms, term, text};
}

}  // namespace

void StepFormulas::know(const std::string& suffix) {
  if (!known_.insert(suffix).second) return;
  for (const auto* signals : {&signature_.inputs, &signature_.outputs}) {
    for (const Signal& s : *signals) {
      const std::string name = s.name + suffix;
      // Another signal may be called so.
      const logic::Term there = terms_->find_variable(name);
      scope_.know(there.valid() ? there : terms_->variable(name, s.sort()));
    }
  }
}

Formula StepFormulas::read(const std::string& text) {
  know("");
  know("@pre");
  // Of the steps before, only those that the text mentions.
  for (std::size_t at = text.find('@'); at != std::string::npos;
       at = text.find('@', at + 1)) {
    const std::size_t end = text.find_first_not_of("0123456789", at + 1);
    if (end != at + 1) know(text.substr(at, end - at));
  }
  return boolean(terms_, scope_, text);
}

TreeFormulas::TreeFormulas(const Tree& tree)
    : terms_(tree.terms), scope_(*terms_) {
  for (const TreeVariable& v : tree.variables) declare(v.name, v.sort);
  for (const TreeState& s : tree.states) {
    for (const TreeDefinition& d : s.definitions) declare(d.name, d.sort);
  }
  for (const TreeFunction& f : tree.functions) define(f);
}

logic::Sort TreeFormulas::sort(const std::string& text) {
  return scope_.sort(text, kFile);
}

void TreeFormulas::declare(const std::string& name, const logic::Sort& sort) {
  if (!names_.insert(name).second) fail("'" + name + "' is declared already");
  scope_.know(terms_->variable(name, sort));
}

void TreeFormulas::define(const TreeFunction& function) {
  scope_.define(define_function(function), kFile);
}

Formula TreeFormulas::guard(const std::string& text) {
  return boolean(terms_, scope_, text);
}

Formula TreeFormulas::value(const std::string& name, const std::string& text) {
  // The reader of an equation converts the side that is an integer.
  const logic::Term equation =
      scope_.term("(= " + logic::smtlib_symbol(name) + " " + text + ")", kFile);
  if (equation.op() != logic::Op::equal ||
      !(equation[0] == terms_->find_variable(name))) {
    fail("the value of " + name + " is of another sort");
  }
  return {terms_, equation[1], text};
}

}  // namespace catenary::suite
