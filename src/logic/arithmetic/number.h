// SPDX-License-Identifier: Apache-2.0
/// \file
/// Terms and values of the sorts Int and Real as rational numbers.
#pragma once

#include <gmpxx.h>

#include "logic/term/term.h"

namespace catenary::logic {

/// Whether the sort of the term is Int or Real.
[[nodiscard]] bool is_number(Term term);
/// The number. Requires: a value of sort Int or Real (checked).
[[nodiscard]] mpq_class number_of(const Value& value);
/// The value of that sort, Int or Real. Requires: an integer for Int (checked).
[[nodiscard]] Value value_of(const Sort& sort, const mpq_class& number);

/// The number rounded down, or up.
[[nodiscard]] mpz_class floor_of(const mpq_class& number);
[[nodiscard]] mpz_class ceiling_of(const mpq_class& number);

}  // namespace catenary::logic
