// SPDX-License-Identifier: Apache-2.0
/// \file
/// A .req file as a sequence of words, numbers, signs and texts, with their
/// places, and its comments.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/problems.h"

namespace catenary::frontend::contract {

using base::Place;
using base::Problems;

struct Token {
  enum class Kind : std::uint8_t {
    /// An identifier or keyword.
    word,
    /// Digits.
    integer,
    /// Digits "." digits.
    decimal,
    /// Digits and then letters: only within an id, e.g. FSM-2a.
    mixed,
    /// Operators and punctuation, the longest that fits.
    sign,
    /// In quotes, as it stands in the file.
    text,
    /// Of the file; its text is empty.
    end
  };
  Kind kind = Kind::end;
  /// Of a word: "'" follows, not in `text`.
  bool primed = false;
  /// As it stands, or the sign that was meant.
  std::string_view text;
  /// Where it stands, in bytes.
  std::size_t begin = 0;
  /// Behind it, the prime included.
  std::size_t end = 0;
  Place where;
  /// How many comments stand before it.
  std::size_t comments = 0;

  [[nodiscard]] bool is(std::string_view what) const {
    return text == what && !primed && kind != Kind::text && kind != Kind::end;
  }
};

struct Comment {
  /// From "--" on, without blanks at its end.
  std::string_view text;
  Place where;
};

struct Tokens {
  /// The last one, and only it, is Kind::end.
  std::vector<Token> all;
  std::vector<Comment> comments;
};

/// Characters that begin no token are reported and left out; signs of other
/// languages are reported and read as what they mean. The text must outlive
/// the tokens. Requires: well-formed UTF-8 without NUL. Cost: linear.
[[nodiscard]] Tokens tokens_of(std::string_view text, Problems& problems);

/// What a token of Kind::text says: its escapes \" \\ \n \t replaced.
[[nodiscard]] std::string unquoted(std::string_view text);
/// The text in quotes; unquoted() of it is the text.
[[nodiscard]] std::string in_quotes(std::string_view text);

/// Longest number read, in characters.
inline constexpr std::size_t kLongestNumber = 1000;

}  // namespace catenary::frontend::contract
