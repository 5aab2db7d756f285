// SPDX-License-Identifier: Apache-2.0
/// \file
/// The lexer of the .req language: words, numbers, signs and strings with their
/// places, and comments. Signs of other languages (`&&`, `==`) are known, so
/// that a message can name the sign that is meant here.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/problems.h"

namespace catenary::frontend::contract {

using base::Place;
using base::Problems;

/// A token; views the text of the file.
struct Token {
  enum class Kind : std::uint8_t {
    /// An identifier or keyword.
    word,
    /// Digits.
    integer,
    /// Digits "." digits.
    decimal,
    /// Digits followed by letters: allowed within an id only, e.g. FSM-2a.
    mixed,
    /// An operator or punctuation: the longest that fits.
    sign,
    /// A string in quotes, as it stands in the file.
    text,
    /// The end of the file; its text is empty.
    end
  };
  Kind kind = Kind::end;
  /// For a word: a "'" follows directly, which is not in `text`.
  bool primed = false;
  /// The text as it stands; for signs of other languages the sign that was
  /// meant.
  std::string_view text;
  /// Offset of its first byte.
  std::size_t begin = 0;
  /// Offset behind its last byte, the prime included.
  std::size_t end = 0;
  Place where;
  /// How many comments precede it in the file.
  std::size_t comments = 0;

  /// Whether it is this word or sign; never true for strings and the end.
  [[nodiscard]] bool is(std::string_view what) const {
    return text == what && !primed && kind != Kind::text && kind != Kind::end;
  }
};

/// A comment, up to the end of its line. It is kept for the pretty printer, and
/// has no meaning otherwise.
struct Comment {
  /// From "--" on, without trailing blanks.
  std::string_view text;
  Place where;
};

/// A file as tokens.
struct Tokens {
  /// The last token, and only that, is Kind::end.
  std::vector<Token> all;
  /// In their order; Token::comments refers to it.
  std::vector<Comment> comments;
};

/// Splits a text into tokens. Characters that begin no token are reported and
/// left out; signs of other languages are reported and read as what they mean.
/// The text must outlive the tokens. Requires: well-formed UTF-8 without NUL.
/// Cost: linear.
[[nodiscard]] Tokens tokens_of(std::string_view text, Problems& problems);

/// The contents of a token of Kind::text. Its escapes are replaced: a backslash
/// with a quote, a backslash, "n" or "t".
[[nodiscard]] std::string unquoted(std::string_view text);
/// A text in quotes; unquoted() is the inverse, apart from carriage returns.
[[nodiscard]] std::string in_quotes(std::string_view text);

/// The longest number that is read, in characters; longer ones are errors.
inline constexpr std::size_t kLongestNumber = 1000;

}  // namespace catenary::frontend::contract
