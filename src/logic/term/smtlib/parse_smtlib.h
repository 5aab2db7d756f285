// SPDX-License-Identifier: Apache-2.0
/// \file
/// Reading of SMT-LIB 2.6 scripts and terms.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "logic/term/term.h"

namespace catenary::logic {

/// What a script says.
struct SmtlibScript {
  std::string logic;             ///< of set-logic; empty without one
  std::vector<Term> variables;   ///< in the order of their declarations
  std::vector<Term> assertions;  ///< all of them, in order
  std::size_t checks = 0;        ///< how many (check-sat) there are
};

/// Reads declare-const, declare-fun without parameters, define-fun,
/// define-const, define-sort without parameters, declare-datatype(s) whose
/// constructors have no fields (enumerations), assert, check-sat; skips
/// options, information and questions about models; stops at exit. What SMT-LIB
/// leaves open, such as division by zero, has our meaning (see op.h).
///
/// Symbols that to_smtlib() made become the names they were made from, others
/// are names as they are. Throws base::InputError with the place in `file` on
/// anything else, and where a name is a variable of another sort already.
/// Cost: linear in the text, times the use of functions with parameters. Not
/// recursive.
[[nodiscard]] SmtlibScript parse_smtlib(TermManager& manager,
                                        std::string_view text,
                                        const std::string& file);

/// Reads one term over these variables, and the enumerators of their sorts.
[[nodiscard]] Term parse_smtlib_term(TermManager& manager,
                                     std::string_view text,
                                     const std::string& file,
                                     std::span<const Term> variables);

}  // namespace catenary::logic
