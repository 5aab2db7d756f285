// SPDX-License-Identifier: Apache-2.0
/// \file
/// Terms in infix notation: "x + 1 <= y && !done" for (and (<= (+ x 1) y) (not
/// done)).
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "logic/term/term.h"

namespace catenary::logic {

/// For whom the text is written.
enum class InfixStyle : std::uint8_t {
  /// For people: every term has a text. Conversions between Int and Real are
  /// left out; operators without a sign are written f(x, y), quantifiers
  /// "exists x, y. …".
  readable,
  /// The expressions of XLIA. Reading the text gives the same term, provided
  /// that all applications of + * && || are binary or were read as one chain.
  xlia
};

/// The text of a term; nothing if it would be longer than `longest` characters
/// (sharing may make the text exponentially longer than the term). Not
/// recursive. Requires: for InfixStyle::xlia, outside_xlia(term) finds nothing
/// (checked).
[[nodiscard]] std::optional<std::string> to_infix(
    Term term, InfixStyle style, std::size_t longest = std::size_t{1} << 20);

/// The part of the term that XLIA cannot express: the SMT-LIB name of an
/// operator or sort, e.g. "exists". Nothing if XLIA can express all of it.
[[nodiscard]] std::optional<std::string> outside_xlia(Term term);

/// `term` with every if-then-else moved outwards: afterwards Boolean terms have
/// none, and others have it only at the top. Returns the term itself if it has
/// none, and an invalid Term if the result would take more than 5,000 steps
/// (each if-then-else may double the term). Quantifiers stay as they are.
[[nodiscard]] Term lift_conditions(TermManager& terms, Term term);

}  // namespace catenary::logic
