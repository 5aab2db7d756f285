// SPDX-License-Identifier: Apache-2.0
/// \file
/// XLIA text as a sequence of words, numbers and signs with their places.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/problems.h"

namespace catenary::frontend::xlia {

using base::Place;
using base::Problems;

struct Token {
  enum class Kind : std::uint8_t {
    /// An identifier or keyword.
    word,
    /// "@" and a word, e.g. "@region".
    section,
    /// Digits.
    integer,
    /// Digits "." digits.
    decimal,
    /// Operators and punctuation, the longest that fits.
    sign,
    /// A string in quotes: in no model of the subset.
    text,
    /// Of the file; its text is empty.
    end
  };
  Kind kind = Kind::end;
  /// As it stands in the file.
  std::string_view text;
  Place where;

  [[nodiscard]] bool is(std::string_view what) const {
    return text == what && kind != Kind::text && kind != Kind::end;
  }
};

/// All tokens; the last one, and only it, is Kind::end. Characters that begin
/// no token are reported and left out, as are comments. The text must outlive
/// the tokens. Requires: well-formed UTF-8 without NUL. Cost: linear.
[[nodiscard]] std::vector<Token> tokens_of(std::string_view text,
                                           Problems& problems);

/// Longest number read, in characters.
inline constexpr std::size_t kLongestNumber = 1000;

}  // namespace catenary::frontend::xlia
