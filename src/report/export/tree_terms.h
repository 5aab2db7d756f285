// SPDX-License-Identifier: Apache-2.0
/// \file
/// The formulas of a test-case tree as terms, for reports that write them in
/// another form.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "logic/term/term.h"
#include "suite/suite.h"

namespace catenary::report {

/// The terms of a tree. Variables and definitions are variables of `terms`;
/// functions are replaced by their bodies.
struct TreeTerms {
  logic::TermManager terms;
  /// One for each transition.
  std::vector<logic::Term> guards;
  /// One for each transition; an invalid Term if there is none.
  std::vector<logic::Term> sure_guards;
  /// For each state, the values of its definitions.
  std::vector<std::vector<logic::Term>> definitions;

  /// Parses the tree. Throws base::InputError if a formula is malformed.
  explicit TreeTerms(const suite::Tree& tree);
};

/// "(define-fun name ((x Int)) Bool body)" in one line.
[[nodiscard]] std::string define_function(const suite::TreeFunction& function);

/// "Button(v0)" with the names of what is sent or observed; "silence" for
/// quiescence.
[[nodiscard]] std::string message_text(const suite::TreeTransition& transition,
                                       const suite::Signature& signature);

/// `text` with everything that is not a letter, digit or '_' replaced by '_',
/// and a letter in front if there is none.
[[nodiscard]] std::string as_identifier(const std::string& text);

/// Different identifiers for different things, in the order of the calls: "x",
/// then "x_2".
class Identifiers {
 public:
  /// An identifier that was not returned before.
  [[nodiscard]] std::string unique(const std::string& wanted);

 private:
  std::set<std::string> used_;
};

}  // namespace catenary::report
