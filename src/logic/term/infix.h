// SPDX-License-Identifier: Apache-2.0
/// \file
/// Terms as people write them: "x + 1 <= y && !done" for
/// (and (<= (+ x 1) y) (not done)).
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "logic/term/term.h"

namespace catenary::logic {

enum class InfixStyle : std::uint8_t {
  /// For people: every term has a text. Conversions between numbers are left
  /// out; operators without a sign are written f(x, y), quantifiers
  /// "exists x, y. …".
  readable,
  /// The expressions of XLIA, which give the same term when read again, if all
  /// applications of + * && || are binary or were read as one chain.
  xlia
};

/// The text; nothing where it would be longer than `longest` characters (a
/// term may share so much that it has no shorter one). Not recursive.
/// Requires: for InfixStyle::xlia, outside_xlia(term) finds nothing.
[[nodiscard]] std::optional<std::string> to_infix(
    Term term, InfixStyle style, std::size_t longest = std::size_t{1} << 20);

/// What of the term XLIA has no expression for: an operator in SMT-LIB, e.g.
/// "exists"; nothing where it has one for everything.
[[nodiscard]] std::optional<std::string> outside_xlia(Term term);

/// `term` with every if-then-else moved outwards: none in Boolean terms, only
/// at the top of others. The term itself where it has none; an invalid Term
/// where the result would take more than 5,000 steps. Quantifiers stay as they
/// are.
[[nodiscard]] Term lift_conditions(TermManager& terms, Term term);

}  // namespace catenary::logic
