// SPDX-License-Identifier: Apache-2.0
/// \file
/// Single expressions, each a text of its own.
#include "logic/term/smtlib/smtlib_scope.h"

#include <vector>

#include "logic/term/smtlib/smtlib_reader.h"

namespace catenary::logic {

using Id = SExpressions::Id;

/// The reader keeps names between texts, of which there is one at a time.
struct SmtlibScope::State {
  explicit State(TermManager& manager) : reader(manager, text) {}

  /// The one expression in a text, which is the present one from now on.
  Id only(std::string_view source, const std::string& file, const char* what) {
    text = SExpressions(source, file);
    if (text.items(0).size() != 1) text.fail(0, what);
    return text.items(0)[0];
  }

  SExpressions text{"", ""};
  SmtlibReader reader;
};

SmtlibScope::SmtlibScope(TermManager& manager)
    : state_(std::make_unique<State>(manager)) {}

SmtlibScope::~SmtlibScope() = default;

Sort SmtlibScope::sort(std::string_view text, const std::string& file) {
  return state_->reader.sort(state_->only(text, file, "expected one sort"));
}

void SmtlibScope::know(Term variable) {
  state_->reader.know(variable);
}

void SmtlibScope::define(std::string_view command, const std::string& file) {
  const char* expected = "expected one function";
  const Id id = state_->only(command, file, expected);
  const std::vector<Id>& items = state_->text.items(id);
  if (items.size() != 5) state_->text.fail(id, expected);
  state_->reader.define_function(items[1], items[2], items[3], items[4]);
}

Term SmtlibScope::term(std::string_view text, const std::string& file) {
  return state_->reader.term(state_->only(text, file, "expected one term"));
}

}  // namespace catenary::logic
