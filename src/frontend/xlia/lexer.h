// SPDX-License-Identifier: Apache-2.0
/// \file
/// The lexer of XLIA: text as a sequence of words, numbers and signs with their
/// places. Maximal munch: each token is the longest that fits.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/problems.h"

namespace catenary::frontend::xlia {

using base::Place;
using base::Problems;

/// One token. It views the text, which must outlive it.
struct Token {
  enum class Kind : std::uint8_t {
    /// An identifier or keyword; the parser tells them apart by is_reserved().
    word,
    /// "@" directly followed by a word, e.g. "@region".
    section,
    /// Decimal digits, at most kLongestNumber of them.
    integer,
    /// Digits, "." and digits, e.g. "1.0"; there are no exponents.
    decimal,
    /// An operator or punctuation mark.
    sign,
    /// A string in single or double quotes. No model of the subset has one; it
    /// is a token so that a message can show it.
    text,
    /// The end of the file, with empty text.
    end
  };
  Kind kind = Kind::end;
  /// As it is written in the file; "0" where a number was faulty.
  std::string_view text;
  /// The place of its first character.
  Place where;

  /// Whether the token is that word or sign; never true for strings, so that
  /// "\"guard\"" is not a keyword.
  [[nodiscard]] bool is(std::string_view what) const {
    return text == what && kind != Kind::text && kind != Kind::end;
  }
};

/// All tokens of the text. The last one, and only it, is Kind::end. Comments
/// are left out; characters that do not begin a token are reported and left
/// out. The text must outlive the tokens. Requires: well-formed UTF-8 without
/// NUL. Cost: linear.
[[nodiscard]] std::vector<Token> tokens_of(std::string_view text,
                                           Problems& problems);

/// The greatest length of a number, in characters: a bound on the time for its
/// conversion, which is not linear.
inline constexpr std::size_t kLongestNumber = 1000;

}  // namespace catenary::frontend::xlia
