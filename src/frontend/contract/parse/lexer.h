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
    word,     ///< an identifier or keyword
    integer,  ///< digits
    decimal,  ///< digits "." digits
    mixed,    ///< digits and then letters: only within an id, e.g. FSM-2a
    sign,     ///< operators and punctuation, the longest that fits
    text,     ///< in quotes, as it stands in the file
    end       ///< of the file; its text is empty
  };
  Kind kind = Kind::end;
  bool primed = false;    ///< of a word: "'" follows, not in `text`
  std::string_view text;  ///< as it stands, or the sign that was meant
  std::size_t begin = 0;  ///< where it stands, in bytes
  std::size_t end = 0;    ///< behind it, the prime included
  Place where;
  std::size_t comments = 0;  ///< how many comments stand before it

  [[nodiscard]] bool is(std::string_view what) const {
    return text == what && !primed && kind != Kind::text && kind != Kind::end;
  }
};

struct Comment {
  std::string_view text;  ///< from "--" on, without blanks at its end
  Place where;
};

struct Tokens {
  std::vector<Token> all;  ///< the last one, and only it, is Kind::end
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
