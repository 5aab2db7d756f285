// SPDX-License-Identifier: Apache-2.0
/// \file
/// Literals and expressions of TTCN-3 (ETSI ES 201 873-1) for values and terms.
#pragma once

#include <map>
#include <string>

#include "logic/term/term.h"
#include "logic/value/value.h"
#include "suite/signature.h"
#include "suite/suite.h"

namespace catenary::report {

/// Identifiers of a module by variable of a formula.
using Ttcn3Names = std::map<logic::Term, std::string>;

/// A charstring literal. Characters outside of ASCII become '?', since a
/// charstring has none.
[[nodiscard]] std::string ttcn3_string(const std::string& text);

/// A float literal, or a call where one has too few digits: Titan keeps 15 of
/// them.
[[nodiscard]] std::string ttcn3_float(const mpq_class& number);

/// A literal; enumerators are "e" and their number, "e0". Requires: not an
/// array or bit-vector.
[[nodiscard]] std::string ttcn3_value(const logic::Value& value);

/// "boolean", "integer", "float", or for "enum" the name of its type in
/// `enumerations`. Throws InputError for bit-vectors, which have no form.
[[nodiscard]] std::string ttcn3_type(
    const suite::Signal& signal,
    const std::map<std::string, std::string>& enumerations);

/// A template that matches exactly the allowed values: "3", "(0.0 .. !5.0)",
/// "(1, 2)". Requires: not a Formula.
[[nodiscard]] std::string ttcn3_template(const suite::Expectation& expectation);

/// The expression of a term over Booleans, integers, reals and enumerators,
/// where variables are called as in `names`. Reals become floats of 64 bits.
/// Throws InputError, naming `about`, for operators that TTCN-3 lacks,
/// quantifiers among them, for variables without a name, and for texts of more
/// than a million characters. The module has to contain ttcn3_functions().
[[nodiscard]] std::string ttcn3_expression(logic::Term term,
                                           const Ttcn3Names& names,
                                           const std::string& about);

/// The functions that ttcn3_float(), ttcn3_value() and ttcn3_expression() call.
[[nodiscard]] const char* ttcn3_functions();

}  // namespace catenary::report
