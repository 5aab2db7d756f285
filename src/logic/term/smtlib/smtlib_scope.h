// SPDX-License-Identifier: Apache-2.0
/// \file
/// Reading of SMT-LIB 2.6 terms, as far as the sorts of logic/value express
/// them.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "logic/term/term.h"

namespace catenary::logic {

/// Reads terms one by one, over names that are made known once. Operations that
/// SMT-LIB leaves open, such as division by zero, have our semantics (see
/// op.h). Symbols that to_smtlib() made become the names that they were made
/// from; other symbols are names as they are.
///
/// Every function throws base::InputError on anything else, with a position in
/// the text that it was given, which `file` names. The scope must not be used
/// after that. Cost:
/// linear in the text, times the uses of functions with parameters. Not
/// recursive in the depth of terms.
class SmtlibScope {
 public:
  /// The manager must outlive the scope.
  explicit SmtlibScope(TermManager& manager);
  ~SmtlibScope();
  SmtlibScope(const SmtlibScope&) = delete;
  SmtlibScope& operator=(const SmtlibScope&) = delete;

  /// The sort that a text names, e.g. "(_ BitVec 8)".
  [[nodiscard]] Sort sort(std::string_view text, const std::string& file);
  /// Makes a variable of the manager and the enumerators of its sort known.
  void know(Term variable);
  /// Defines a function by one command (define-fun ...). Its body is
  /// substituted where it is applied.
  void define(std::string_view command, const std::string& file);
  /// The one term in a text.
  [[nodiscard]] Term term(std::string_view text, const std::string& file);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace catenary::logic
