// SPDX-License-Identifier: Apache-2.0
/// \file
/// The lexer: one pass over the text. Reading goes on behind every error with
/// some token, so that later errors are found as well.
#include "base/text/lexer.h"

#include "base/text/scanner.h"

namespace catenary::base {

namespace {

/// Splits one text.
class Lexer : Scanner {
 public:
  Lexer(std::string_view text,
        const LexicalGrammar& grammar,
        Problems& problems)
      : Scanner(text), grammar_(grammar), problems_(problems) {}

  Tokens run() {
    skip_mark();
    // A stray character is passed, so that the loop always advances.
    while (skip_space()) {
      if (!next()) stray();
    }
    add(Token::Kind::end, 0);
    return std::move(out_);
  }

 private:
  /// `code` without the language, e.g. "number".
  void error(Place where, const std::string& message, const char* code) {
    problems_.error(where, message, problems_.code(code).c_str());
  }

  /// Passes blanks and comments; false at the end of the text.
  bool skip_space() {
    while (!at_end()) {
      if (is_blank(look()) || look() == '\f' || look() == '\v') {
        ++at_;
      } else if (sees(grammar_.comment)) {
        comment();
      } else if (grammar_.block_comments && sees("/*")) {
        const Place start = place();
        at_ += 2;
        if (skip_past("*/")) continue;
        error(start, "this comment has no end: expected '*/'", "comment");
        at_ = text_.size();
      } else if (sees("//") || sees("/*")) {
        // The rest of the line is passed like a comment, to avoid more errors.
        error(place(),
              "a comment begins with '" + std::string(grammar_.comment) +
                  "' here",
              "comment");
        skip_line();
      } else {
        return true;
      }
    }
    return false;
  }

  void comment() {
    const Place start = place();
    const std::size_t begin = at_;
    skip_line();
    std::string_view text = text_.substr(begin, at_ - begin);
    while (is_blank(text.back())) text.remove_suffix(1);
    out_.comments.push_back({text, start});
  }

  /// Adds the next `length` characters as a token.
  Token& add(Token::Kind kind, std::size_t length) {
    Token t;
    t.kind = kind;
    t.begin = at_;
    t.where = place();
    t.text = take(length);
    t.end = at_;
    t.comments = out_.comments.size();
    return out_.all.emplace_back(t);
  }

  /// Adds one token; false where no token begins.
  bool next() {
    if (begins_word(look())) {
      word();
    } else if (grammar_.sections && look() == '@' && begins_word(look(1))) {
      add(Token::Kind::section, 1 + count(in_word, 1));
    } else if (is_digit(look())) {
      number();
    } else if (grammar_.quotes.find(look()) != std::string_view::npos) {
      string();
    } else {
      return sign();
    }
    return true;
  }

  void word() {
    Token& token = add(Token::Kind::word, count(in_word));
    if (!grammar_.primes || !accept("'")) return;
    token.primed = true;
    token.end = at_;
    if (look() != '\'') return;
    error(place(),
          "a second prime: expected at most one, for the value at the current "
          "step",
          "prime");
    at_ += count([](char c) { return c == '\''; });
  }

  void number() {
    std::size_t n = count(is_digit);
    auto kind = Token::Kind::integer;
    // A '.' counts only before a digit: "0..10" is a range.
    if (look(n) == '.' && is_digit(look(n + 1))) {
      kind = Token::Kind::decimal;
      n += 1 + count(is_digit, n + 1);
    }
    if (n > kLongestNumber) {
      error(place(),
            "this number is longer than " + std::to_string(kLongestNumber) +
                " characters",
            "number");
      add(kind, n).text = "0";
    } else if (!begins_word(look(n))) {
      add(kind, n);
    } else if (grammar_.mixed) {
      // Ids such as 2a are tokens; in expressions they are errors.
      add(Token::Kind::mixed, n + count(in_word, n));
    } else {
      // "12ab", "0x1F" and "1.5e3".
      error(place(),
            "a number is digits, or digits '.' digits; found '" +
                std::string(text_.substr(at_, n + 1)) + "'",
            "number");
      add(Token::Kind::integer, n + count(in_word, n)).text = "0";
    }
  }

  /// A string ends in its line, with or without a closing quote.
  void string() {
    const char quote = look();
    if (grammar_.long_quotes.find(quote) != std::string_view::npos) {
      return long_string();
    }
    std::size_t n = 1;
    while (at_ + n < text_.size() && look(n) != quote && look(n) != '\n') {
      if (grammar_.escapes && look(n) == '\\') {
        // An escape may hide a quote.
        const char c = look(n + 1);
        if (c == '"' || c == '\\' || c == 'n' || c == 't') {
          ++n;
        } else {
          error(place(at_ + n),
                "this is not an escape: expected \\\", \\\\, \\n or \\t",
                "text");
        }
      }
      ++n;
    }
    if (look(n) == quote) {
      ++n;
    } else if (grammar_.escapes) {
      error(place(),
            "this text has no end: expected '\"' on the same line",
            "text");
    }
    add(Token::Kind::text, n);
  }

  void long_string() {
    const char quote = look();
    std::size_t n = 1;
    while (at_ + n < text_.size() && look(n) != quote) {
      n += look(n) == '\\' && look(n + 1) == quote ? 2 : 1;
    }
    if (at_ + n < text_.size()) {
      ++n;
    } else {
      n = text_.size() - at_;
      error(place(),
            std::string("this text has no end: expected '") + quote + "'",
            "text");
    }
    add(Token::Kind::text, n);
  }

  bool sign() {
    for (const Sign& s : grammar_.signs) {
      if (!sees(s.text)) continue;
      if (s.meant.empty()) {
        add(Token::Kind::sign, s.text.size());
        return true;
      }
      error(place(),
            "'" + std::string(s.text) + "' is written '" +
                std::string(s.meant) + "' here",
            "foreign");
      add(s.is_word ? Token::Kind::word : Token::Kind::sign, s.text.size())
          .text = s.meant;
      return true;
    }
    return false;
  }

  /// Reports a character that begins no token, with all bytes of its UTF-8
  /// encoding, or by its code if it cannot be printed.
  void stray() {
    const Place start = place();
    const std::string character(take(1 + count(continues_character, 1)));
    const auto byte = static_cast<unsigned char>(character[0]);
    std::string shown = "'" + character + "'";
    if (byte < 0x20 || byte == 0x7F) {
      constexpr std::string_view kHex = "0123456789abcdef";
      shown = std::string("with code 0x") + kHex[byte >> 4U] + kHex[byte & 15U];
    }
    std::string hint;
    for (const CharacterHint& h : grammar_.hints) {
      if (h.character == character) hint = h.hint;
    }
    error(start,
          "the character " + shown + " has no meaning here" + hint,
          "character");
  }

  const LexicalGrammar& grammar_;
  Problems& problems_;
  Tokens out_;
};

}  // namespace

Tokens tokens_of(std::string_view text,
                 const LexicalGrammar& grammar,
                 Problems& problems) {
  return Lexer(text, grammar, problems).run();
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

// Long tokens are cut, but not within a character of several bytes.
std::string shown(const Token& token) {
  if (token.kind == Token::Kind::end) return "the end of the file";
  constexpr std::size_t kLongest = 40;
  std::string text(token.text.substr(0, kLongest));
  if (token.text.size() > kLongest) {
    while (continues_character(text.back())) text.pop_back();
    if (static_cast<unsigned char>(text.back()) >= 0xC0U) text.pop_back();
    text += "…";
  }
  if (token.primed) text += "'";
  return "'" + text + "'";
}

}  // namespace catenary::base
