// SPDX-License-Identifier: Apache-2.0
/// \file
/// Terms as SMT-LIB 2.6 text.
#pragma once

#include <span>
#include <string>

#include "logic/term/term.h"

namespace catenary::logic {

/// The text of a term. Shared subterms are named by `let` ("!1", "!2", …; no
/// variable has such a symbol). Operators that SMT-LIB leaves open in places
/// (division by zero, conversions out of range) are guarded, so that a solver
/// agrees with our evaluator everywhere. The bits of a float are written as Z3
/// and others write them, fp.to_ieee_bv, for which the standard has no
/// operator.
///
/// Cost: linear in the dag size; the body of each quantifier is counted by
/// itself. Not recursive.
[[nodiscard]] std::string to_smtlib(Term term);

/// Declarations of the enumerations and free variables that occur in the terms,
/// one a line. Requires: different enumerations have different names (checked).
[[nodiscard]] std::string smtlib_declarations(std::span<const Term> terms);

/// A complete script: logic, declarations, an assertion for each term,
/// (check-sat). Requires: Boolean terms (checked).
[[nodiscard]] std::string smtlib_script(std::span<const Term> assertions);

}  // namespace catenary::logic
