// SPDX-License-Identifier: Apache-2.0
/// \file
/// A hand-written lexer; see lexer.h for its treatment of errors.
#include "frontend/contract/parse/lexer.h"

#include <array>

namespace catenary::frontend::contract {

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

/// A sign of another language and the sign or word that it means here.
struct Foreign {
  std::string_view sign;
  std::string_view meant;
  bool is_word = false;
};

/// Signs of other languages, longest first, so that prefixes do not match.
constexpr std::array<Foreign, 10> kForeign = {{{"<->", "<=>"},
                                               {"==", "="},
                                               {"&&", "and", true},
                                               {"||", "or", true},
                                               {"->", "=>"},
                                               {"<>", "!="},
                                               {"/=", "!="},
                                               {"!", "not", true},
                                               {"&", "and", true},
                                               {"|", "or", true}}};

/// Signs of the language; each is before its prefixes, so that the first
/// match is the longest.
constexpr std::array<std::string_view, 17> kSigns = {"<=>",
                                                     "=>",
                                                     "<=",
                                                     ">=",
                                                     "!=",
                                                     "..",
                                                     "=",
                                                     "<",
                                                     ">",
                                                     "+",
                                                     "-",
                                                     "*",
                                                     "(",
                                                     ")",
                                                     ":",
                                                     ",",
                                                     "."};

/// One pass over the text; at_ is the position of the next character.
class Lexer {
 public:
  Lexer(std::string_view text, Problems& problems)
      : text_(text), problems_(problems) {}

  Tokens run() {
    // A byte order mark is not part of the text.
    if (text_.substr(0, 3) == "\xEF\xBB\xBF") at_ = line_start_ = 3;
    // A stray character is skipped, so the loop always advances.
    while (skip_space()) {
      if (!next()) stray();
    }
    add(Token::Kind::end, 0);
    return std::move(out_);
  }

 private:
  /// The character at that distance; 0 behind the end, since the text has no
  /// NUL.
  [[nodiscard]] char look(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }

  /// Lines and columns begin with 1; columns count bytes.
  [[nodiscard]] Place here() const {
    return {line_, static_cast<std::uint32_t>(at_ - line_start_ + 1)};
  }

  /// The number of characters up to the end of the line.
  [[nodiscard]] std::size_t to_line_end() const {
    const std::size_t end = text_.find('\n', at_);
    return (end == std::string_view::npos ? text_.size() : end) - at_;
  }

  /// Skips white space and comments; false at the end of the text.
  bool skip_space() {
    while (at_ < text_.size()) {
      const char c = look();
      if (c == '\n') {
        ++line_;
        line_start_ = ++at_;
      } else if (c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v') {
        ++at_;
      } else if (c == '-' && look(1) == '-') {
        comment();
      } else if (c == '/' && (look(1) == '/' || look(1) == '*')) {
        // The rest of the line is skipped like a comment, to avoid more errors.
        problems_.error(
            here(), "a comment begins with '--' here", "req-comment");
        at_ += to_line_end();
      } else {
        return true;
      }
    }
    return false;
  }

  // Comments are kept: the pretty printer puts them back.
  void comment() {
    const std::size_t length = to_line_end();
    std::string_view text = text_.substr(at_, length);
    while (text.ends_with(' ') || text.ends_with('\t') ||
           text.ends_with('\r')) {
      text.remove_suffix(1);
    }
    out_.comments.push_back({text, here()});
    at_ += length;
  }

  /// Adds the next `length` characters as a token.
  void add(Token::Kind kind, std::size_t length) {
    Token t;
    t.kind = kind;
    t.text = text_.substr(at_, length);
    t.begin = at_;
    t.end = at_ + length;
    t.where = here();
    t.comments = out_.comments.size();
    out_.all.push_back(t);
    at_ += length;
  }

  /// Adds one token; false where no token begins.
  bool next() {
    if (begins_word(look())) {
      word();
    } else if (is_digit(look())) {
      number();
    } else if (look() == '"') {
      text();
    } else {
      return sign();
    }
    return true;
  }

  void word() {
    std::size_t n = 1;
    // A prime belongs to the word if it follows directly.
    while (in_word(look(n))) ++n;
    add(Token::Kind::word, n);
    if (look() != '\'') return;
    out_.all.back().primed = true;
    out_.all.back().end = ++at_;
    if (look() != '\'') return;
    problems_.error(here(),
                    "a second prime: expected at most one, for the value at "
                    "the current step",
                    "req-prime");
    while (look() == '\'') ++at_;
  }

  void number() {
    std::size_t n = 0;
    while (is_digit(look(n))) ++n;
    auto kind = Token::Kind::integer;
    // "0..10" is a range: a '.' counts only before a digit.
    if (look(n) == '.' && is_digit(look(n + 1))) {
      kind = Token::Kind::decimal;
      ++n;
      while (is_digit(look(n))) ++n;
    }
    if (n > kLongestNumber) {
      problems_.error(here(),
                      "this number is longer than " +
                          std::to_string(kLongestNumber) + " characters",
                      "req-number");
      add(kind, n);
      out_.all.back().text = "0";
      // Its value does not matter any more.
      return;
    }
    // Ids such as 2a are tokens; in expressions they are errors.
    if (begins_word(look(n))) {
      kind = Token::Kind::mixed;
      while (in_word(look(n))) ++n;
    }
    add(kind, n);
  }

  // A string ends on its line; an escape may hide a quote.
  void text() {
    std::size_t n = 1;
    while (at_ + n < text_.size() && look(n) != '"' && look(n) != '\n') {
      if (look(n) == '\\') {
        const char c = look(n + 1);
        if (c != '"' && c != '\\' && c != 'n' && c != 't') {
          problems_.error(
              {line_, static_cast<std::uint32_t>(at_ + n - line_start_ + 1)},
              "this is no escape: expected \\\", \\\\, \\n or \\t",
              "req-text");
        } else {
          ++n;
        }
      }
      ++n;
    }
    if (look(n) == '"') return add(Token::Kind::text, n + 1);
    problems_.error(here(),
                    "this text has no end: expected '\"' on the same line",
                    "req-text");
    add(Token::Kind::text, n);
  }

  bool sign() {
    // Foreign signs come first: some have a sign of the language as prefix.
    for (const Foreign& f : kForeign) {
      if (text_.substr(at_, f.sign.size()) != f.sign ||
          // "!=" is a sign of the language.
          (f.sign == "!" && look(1) == '=')) {
        continue;
      }
      problems_.error(here(),
                      "'" + std::string(f.sign) + "' is written '" +
                          std::string(f.meant) + "' here",
                      "req-foreign");
      add(f.is_word ? Token::Kind::word : Token::Kind::sign, f.sign.size());
      out_.all.back().text = f.meant;
      return true;
    }
    for (const std::string_view s : kSigns) {
      if (text_.substr(at_, s.size()) != s) continue;
      add(Token::Kind::sign, s.size());
      return true;
    }
    return false;
  }

  /// Reports a character that begins no token, with all its bytes (UTF-8).
  void stray() {
    std::size_t n = 1;
    while ((static_cast<unsigned char>(look(n)) & 0xC0U) == 0x80U) ++n;
    const auto byte = static_cast<unsigned char>(look());
    std::string shown = "'" + std::string(text_.substr(at_, n)) + "'";
    std::string hint;
    if (byte < 0x20 || byte == 0x7F) {
      constexpr std::string_view kHex = "0123456789abcdef";
      shown = std::string("with code 0x") + kHex[byte >> 4U] + kHex[byte & 15U];
    } else if (byte == '\'') {
      hint = ": expected a prime directly behind a variable";
    } else if (shown == "'\u201C'" || shown == "'\u201D'" ||
               shown == "'\u201E'") {
      hint = ": expected '\"' around a text";
    } else if (byte == '/' || byte == '%') {
      hint = ": there is no division";
    }
    problems_.error(here(),
                    "the character " + shown + " has no meaning here" + hint,
                    "req-character");
    at_ += n;
  }

  std::string_view text_;
  Problems& problems_;
  std::size_t at_ = 0;
  std::size_t line_start_ = 0;
  std::uint32_t line_ = 1;
  Tokens out_;
};

}  // namespace

Tokens tokens_of(std::string_view text, Problems& problems) {
  return Lexer(text, problems).run();
}

std::string unquoted(std::string_view text) {
  // A text without an end has no closing quote.
  if (text.starts_with('"')) text.remove_prefix(1);
  std::string out;
  for (std::size_t i = 0; i < text.size() && text[i] != '"'; ++i) {
    if (text[i] != '\\' || i + 1 == text.size()) {
      if (text[i] != '\r') out += text[i];
      continue;
    }
    const char c = text[++i];
    out += c == 'n' ? '\n' : c == 't' ? '\t' : c;
  }
  return out;
}

std::string in_quotes(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (c == '\n') {
      out += "\\n";
    } else if (c == '\t') {
      out += "\\t";
    } else if (c != '\r') {
      out += c;
    }
  }
  return out + '"';
}

}  // namespace catenary::frontend::contract
