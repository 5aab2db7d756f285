// SPDX-License-Identifier: Apache-2.0
/// \file
/// A lexer for the languages that are read here: words, numbers, signs and
/// strings with their places, by maximal munch. A small table says where two
/// languages differ.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/problems.h"

namespace catenary::base {

/// A sign of a language, or of another one that people write by mistake.
struct Sign {
  std::string_view text;
  /// For a sign of another language what is meant by it, which is reported and
  /// read; empty for a sign of the language.
  std::string_view meant = {};
  /// Whether what is meant is a word.
  bool is_word = false;
};

/// What to expect in place of a character that begins no token.
struct CharacterHint {
  std::string_view character;
  /// Continues the message, e.g. ": there is no division".
  std::string_view hint;
};

/// How the tokens of a language look.
struct LexicalGrammar {
  /// Begins a comment up to the end of the line, e.g. "//".
  std::string_view comment;
  /// Whether comments from "/*" to "*/" exist; they do not nest.
  bool block_comments = false;
  /// Whether "@" directly in front of a word makes it a section.
  bool sections = false;
  /// Whether a "'" directly behind a word belongs to it.
  bool primes = false;
  /// Whether digits followed by letters are a token; else they are an error.
  bool mixed = false;
  /// The characters that can begin a string; the same one ends it.
  std::string_view quotes = "\"";
  /// Whether strings have the escapes of unquoted(), and must end in their
  /// line; else they are read for messages only.
  bool escapes = false;
  /// The characters of `quotes` whose strings may span lines; a backslash in
  /// front of the quote hides it. A string without an end is an error.
  std::string_view long_quotes = {};
  /// A longer sign comes before each of its prefixes, so that the first that
  /// fits is the longest.
  std::span<const Sign> signs;
  std::span<const CharacterHint> hints = {};
};

/// A token; views the text, which must outlive it.
struct Token {
  enum class Kind : std::uint8_t {
    /// An identifier or keyword; the parser tells them apart.
    word,
    /// "@" with a word, e.g. "@region".
    section,
    /// Digits.
    integer,
    /// Digits "." digits.
    decimal,
    /// Digits followed by letters, e.g. the "2a" of an id FSM-2a.
    mixed,
    /// An operator or punctuation mark.
    sign,
    /// A string with its quotes, as it stands in the file.
    text,
    /// The end of the file; its text is empty.
    end
  };
  Kind kind = Kind::end;
  /// For a word: a "'" follows directly, which is not in `text`.
  bool primed = false;
  /// As it stands; "0" for a faulty number, and for signs of other languages
  /// what was meant.
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

/// A comment up to the end of its line. Pretty printers put it back.
struct Comment {
  /// With its mark, without trailing blanks.
  std::string_view text;
  Place where;
};

/// A file as tokens.
struct Tokens {
  /// The last token, and only that, is Kind::end.
  std::vector<Token> all;
  /// Those up to the end of a line, in their order; Token::comments refers to
  /// them.
  std::vector<Comment> comments;
};

/// The longest number that is read, in characters: a bound on the time for its
/// conversion, which is not linear.
inline constexpr std::size_t kLongestNumber = 1000;

/// Splits a text into tokens. Characters that begin no token are reported and
/// left out. The codes of errors begin with the language of `problems`. The
/// text must outlive the tokens. Requires: well-formed UTF-8 without NUL. Cost:
/// linear.
[[nodiscard]] Tokens tokens_of(std::string_view text,
                               const LexicalGrammar& grammar,
                               Problems& problems);

/// The contents of a string with quotes. Its escapes are replaced: a backslash
/// with a quote, a backslash, "n" or "t".
[[nodiscard]] std::string unquoted(std::string_view text);
/// A string in quotes; unquoted() is the inverse, apart from carriage returns.
[[nodiscard]] std::string in_quotes(std::string_view text);

/// The token for a message: quoted, and shortened where it is long.
[[nodiscard]] std::string shown(const Token& token);

}  // namespace catenary::base
