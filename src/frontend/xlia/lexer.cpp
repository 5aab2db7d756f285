// SPDX-License-Identifier: Apache-2.0
/// \file
/// The lexer: one pass over the text, which also counts lines. Columns are
/// counted in bytes.
#include "frontend/xlia/lexer.h"

#include <array>
#include <string>

namespace catenary::frontend::xlia {

namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool begins_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool in_word(char c) {
  return begins_word(c) || is_digit(c);
}

/// Splits one text.
class Lexer {
 public:
  Lexer(std::string_view text, Problems& problems)
      : text_(text), problems_(problems) {}

  /// A byte order mark is not part of the text, and column 1 is behind it.
  std::vector<Token> run() {
    if (text_.substr(0, 3) == "\xEF\xBB\xBF") at_ = line_start_ = 3;
    while (skip_space()) {
      if (!next()) stray();
    }
    tokens_.push_back({Token::Kind::end, {}, here()});
    return std::move(tokens_);
  }

 private:
  /// The character at that distance, or 0 behind the end: the text has no NUL.
  [[nodiscard]] char look(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }

  [[nodiscard]] Place here() const {
    return {line_, static_cast<std::uint32_t>(at_ - line_start_ + 1)};
  }

  /// Passes one character.
  void step() {
    if (text_[at_] == '\n') {
      ++line_;
      line_start_ = at_ + 1;
    }
    ++at_;
  }

  /// Passes blanks and comments; false at the end of the text.
  bool skip_space() {
    while (at_ < text_.size()) {
      const char c = look();
      if (c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' ||
          c == '\v') {
        step();
      } else if (c == '/' && look(1) == '/') {
        while (at_ < text_.size() && look() != '\n') step();
      } else if (c == '/' && look(1) == '*') {
        skip_comment();
      } else {
        return true;
      }
    }
    return false;
  }

  /// Comments do not nest, as in C.
  void skip_comment() {
    const Place start = here();
    at_ += 2;
    while (at_ < text_.size()) {
      if (look() == '*' && look(1) == '/') {
        at_ += 2;
        return;
      }
      step();
    }
    problems_.error(
        start, "this comment has no end: expected '*/'", "xlia-comment");
  }

  /// Adds the next `length` characters as a token; they have no end of line.
  void add(Token::Kind kind, std::size_t length) {
    tokens_.push_back({kind, text_.substr(at_, length), here()});
    at_ += length;
  }

  /// Adds the next token; false where no token begins.
  bool next() {
    if (begins_word(look())) {
      add(Token::Kind::word, word_length(0));
      return true;
    }
    if (look() == '@' && begins_word(look(1))) {
      add(Token::Kind::section, 1 + word_length(1));
      return true;
    }
    if (is_digit(look())) {
      number();
      return true;
    }
    if (look() == '"' || look() == '\'') {
      quoted();
      return true;
    }
    return sign();
  }

  [[nodiscard]] std::size_t word_length(std::size_t from) const {
    std::size_t n = from;
    while (in_word(look(n))) ++n;
    return n - from;
  }

  void number() {
    std::size_t n = 0;
    while (is_digit(look(n))) ++n;
    // "1." is a number and a dot: a decimal has digits on both sides.
    auto kind = Token::Kind::integer;
    if (look(n) == '.' && is_digit(look(n + 1))) {
      kind = Token::Kind::decimal;
      ++n;
      while (is_digit(look(n))) ++n;
    }
    const Place start = here();
    // Reading goes on with some number, so that later errors are found.
    if (n > kLongestNumber) {
      problems_.error(start,
                      "this number is longer than " +
                          std::to_string(kLongestNumber) + " characters",
                      "xlia-number");
      at_ += n;
      tokens_.push_back({kind, "0", start});
      return;
    }
    // "12ab", "0x1F" and "1.5e3" are not numbers of the language.
    if (in_word(look(n))) {
      problems_.error(start,
                      "a number is digits, or digits '.' digits; found '" +
                          std::string(text_.substr(at_, n + 1)) + "'",
                      "xlia-number");
      while (in_word(look(n))) ++n;
      tokens_.push_back({Token::Kind::integer, "0", start});
      at_ += n;
      return;
    }
    add(kind, n);
  }

  /// A string ends in its line, with or without a closing quote.
  void quoted() {
    std::size_t n = 1;
    while (at_ + n < text_.size() && look(n) != look() && look(n) != '\n') ++n;
    if (look(n) == look()) ++n;
    add(Token::Kind::text, n);
  }

  /// A longer sign comes before each of its prefixes in the list, so that the
  /// first match is the longest.
  bool sign() {
    static constexpr std::array<std::string_view, 41> kSigns = {
        "-->", "|,|", "|;|", "|/|", "|||", "<=>", ":=", "==", "!=", "<=", ">=",
        "&&",  "||",  "::",  "=>",  "+=",  "-=",  "*=", "{",  "}",  "(",  ")",
        "[",   "]",   "<",   ">",   ";",   ",",   ".",  ":",  "=",  "+",  "-",
        "*",   "/",   "%",   "!",   "?",   "&",   "|",  "^"};
    for (const std::string_view s : kSigns) {
      if (text_.substr(at_, s.size()) != s) continue;
      add(Token::Kind::sign, s.size());
      return true;
    }
    return false;
  }

  /// Reports a character that does not begin a token, with all bytes of its
  /// UTF-8 encoding, or by its code if it cannot be printed.
  void stray() {
    std::size_t n = 1;
    while ((static_cast<unsigned char>(look(n)) & 0xC0U) == 0x80U) ++n;
    const auto byte = static_cast<unsigned char>(look());
    std::string shown = "'" + std::string(text_.substr(at_, n)) + "'";
    if (byte < 0x20 || byte == 0x7F) {
      static const char* kHex = "0123456789abcdef";
      shown = std::string("with code 0x") + kHex[byte >> 4U] + kHex[byte & 15U];
    }
    problems_.error(here(),
                    "the character " + shown + " has no meaning here",
                    "xlia-character");
    at_ += n;
  }

  std::string_view text_;
  Problems& problems_;
  std::size_t at_ = 0;
  std::size_t line_start_ = 0;
  std::uint32_t line_ = 1;
  std::vector<Token> tokens_;
};

}  // namespace

std::vector<Token> tokens_of(std::string_view text, Problems& problems) {
  return Lexer(text, problems).run();
}

}  // namespace catenary::frontend::xlia
