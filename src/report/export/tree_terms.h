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

/// Names of variables and definitions are variables of `terms`; functions are
/// replaced by their bodies.
struct TreeTerms {
  logic::TermManager terms;
  std::vector<logic::Term> guards;       ///< one for each transition
  std::vector<logic::Term> sure_guards;  ///< the same; no term where empty
  /// For each state, its definitions' values.
  std::vector<std::vector<logic::Term>> definitions;

  /// Throws base::InputError where a formula is not well-formed.
  explicit TreeTerms(const suite::Tree& tree);
};

/// "(define-fun name ((x Int)) Bool body)" in one line.
[[nodiscard]] std::string define_function(const suite::TreeFunction& function);

/// "Button(v0)" with the names of what is sent or seen, "silence" for
/// quiescence.
[[nodiscard]] std::string message_text(const suite::TreeTransition& transition,
                                       const suite::Signature& signature);

/// `text` with everything that is not a letter, digit or '_' as '_', and a
/// letter in front where there is none.
[[nodiscard]] std::string as_identifier(const std::string& text);

/// Different names for different things, the first come first served: "x",
/// then "x_2".
class Identifiers {
 public:
  [[nodiscard]] std::string unique(const std::string& wanted);

 private:
  std::set<std::string> used_;
};

}  // namespace catenary::report
