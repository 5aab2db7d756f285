// SPDX-License-Identifier: Apache-2.0
/// \file
/// Reading of SMT-LIB 2.6 scripts and terms, as far as the sorts of logic/value
/// express them.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "logic/term/term.h"

namespace catenary::logic {

/// The content of a script.
struct SmtlibScript {
  /// The argument of set-logic; empty without one.
  std::string logic;
  /// In the order of their declarations.
  std::vector<Term> variables;
  /// All of them, in order; push and pop are not supported.
  std::vector<Term> assertions;
  /// The number of (check-sat) commands.
  std::size_t checks = 0;
};

/// Reads declare-const, declare-fun without parameters, define-fun, define-sort
/// without parameters, declare-datatype(s) whose constructors have no fields
/// (enumerations), assert and check-sat; skips options, information and
/// questions about models; stops at exit. Operations that SMT-LIB leaves open,
/// such as division by zero, have our semantics (see op.h).
///
/// Symbols that to_smtlib() made become the names that they were made from;
/// other symbols are names as they are. Throws base::InputError with the place
/// in `file` on anything else, and if a name is a variable of another sort
/// already. Cost: linear in the text, times the uses of functions with
/// parameters. Not recursive in the depth of terms.
[[nodiscard]] SmtlibScript parse_smtlib(TermManager& manager,
                                        std::string_view text,
                                        const std::string& file);

/// Reads one term over these variables and the enumerators of their sorts.
/// Throws as parse_smtlib().
[[nodiscard]] Term parse_smtlib_term(TermManager& manager,
                                     std::string_view text,
                                     const std::string& file,
                                     std::span<const Term> variables);

}  // namespace catenary::logic
